// @ts-check

/**
 * What message and image need and what there is, in any one unit of length.
 * @typedef {Object} Need
 * @property {number} room height for message, gap and image together
 * @property {number} lines of the whole message
 * @property {number} line height of one
 * @property {number} leastLines that stay as long as there is an image to give way
 * @property {number} image height it would like, 0 without an image
 * @property {number} tightImage height it may shrink to
 * @property {number} gap between message and image
 */

/**
 * Shares a card's room between message and image: first the image shrinks, then the message ends early on a whole
 * line, then the image goes.
 * @param {Need} need
 * @returns {{lines: number, image: number}}
 */
export function share({ room, lines, line, leastLines, image, tightImage, gap }) {
  if (image > 0) {
    const left = room - gap - lines * line;
    const least = Math.min(image, tightImage);
    if (left >= least) return { lines, image: Math.min(image, left) };

    const kept = wholeLines(room - gap - least, line);
    if (kept >= Math.min(lines, leastLines)) return { lines: Math.min(lines, kept), image: least };
  }
  return { lines: Math.max(1, Math.min(lines, wholeLines(room, line))), image: 0 };
}

/**
 * Browsers round the height of a line to fractions of a pixel: a line that misses by less is a whole one.
 * @param {number} room
 * @param {number} line
 */
function wholeLines(room, line) {
  return Math.floor(room / line + 0.005);
}
