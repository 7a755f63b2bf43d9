// @ts-check

/** @typedef {{alpha: number, rgb: [number, number, number]}} Colour alpha and channels from 0 to 1 */

/**
 * Writes a colour in any of the interface's forms as #AARRGGBB, or answers null when it is none.
 * @param {string} text
 * @returns {string | null}
 */
export function fullHex(text) {
  const digits = text.trim().replace(/^#/, '').toUpperCase();
  if (!/^([0-9A-F]{3,4}|[0-9A-F]{6}|[0-9A-F]{8})$/.test(digits)) return null;
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return `#${long.length === 6 ? `FF${long}` : long}`;
}

/**
 * @param {string} text
 * @returns {Colour | null}
 */
export function parseColour(text) {
  const hex = fullHex(text);
  if (!hex) return null;
  const [alpha, red, green, blue] = [1, 3, 5, 7].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  return { alpha, rgb: [red, green, blue] };
}

/**
 * How well text can be told from its background, from 1 to 21, on the film that makes it worst: a background that is
 * not opaque lets the film through.
 * @param {string} text
 * @param {string} background
 * @param {number} dim
 * @returns {number | null} null when one of them is no colour
 */
export function contrast(text, background, dim) {
  const [ink, paper] = [parseColour(text), parseColour(background)];
  if (!ink || !paper) return null;
  const films = [0, 1 - dim].map((light) => {
    const ground = over(paper, [light, light, light]);
    return ratio(luminance(over(ink, ground)), luminance(ground));
  });
  return Math.min(...films);
}

/**
 * @param {Colour} colour
 * @param {[number, number, number]} ground
 * @returns {[number, number, number]}
 */
function over({ alpha, rgb }, ground) {
  const [red, green, blue] = rgb.map((channel, i) => channel * alpha + ground[i] * (1 - alpha));
  return [red, green, blue];
}

/** @param {[number, number, number]} rgb */
function luminance(rgb) {
  const [red, green, blue] = rgb.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * @param {number} a
 * @param {number} b
 */
function ratio(a, b) {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
