// @ts-check

/**
 * Turns the service's #RRGGBB or #AARRGGBB into a colour of CSS, which puts alpha last.
 * @param {string} hex
 * @returns {string}
 */
export function cssColour(hex) {
  const digits = hex.slice(1);
  const [alpha, rgb] = digits.length === 8 ? [digits.slice(0, 2), digits.slice(2)] : ['ff', digits];
  const [red, green, blue] = [0, 2, 4].map((at) => parseInt(rgb.slice(at, at + 2), 16));
  return `rgba(${red}, ${green}, ${blue}, ${parseInt(alpha, 16) / 255})`;
}
