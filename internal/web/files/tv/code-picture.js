// @ts-check

const namespace = 'http://www.w3.org/2000/svg';
/** Light modules around the code, which a camera needs to find it. */
const quiet = 4;

/**
 * Draws a QR code, dark on white: one path, however large the code is.
 * @param {SVGElement} picture
 * @param {import('../types.js').Code} code
 */
export function drawCode(picture, { size, rows }) {
  const side = size + 2 * quiet;
  picture.setAttribute('viewBox', `0 0 ${side} ${side}`);
  picture.replaceChildren(path('#fff', `M0 0h${side}v${side}h-${side}z`), path('#000', modules(rows)));
}

/**
 * @param {string[]} rows '1' is a dark module
 * @returns {string} each run of dark modules as one rectangle
 */
function modules(rows) {
  const runs = [];
  for (const [y, row] of rows.entries()) {
    for (const { index, 0: run } of row.matchAll(/1+/g)) {
      runs.push(`M${Number(index) + quiet} ${y + quiet}h${run.length}v1h-${run.length}z`);
    }
  }
  return runs.join('');
}

/**
 * @param {string} fill
 * @param {string} d
 */
function path(fill, d) {
  const element = document.createElementNS(namespace, 'path');
  element.setAttribute('fill', fill);
  element.setAttribute('d', d);
  return element;
}
