// @ts-check

/** @typedef {import('./types.js').Code} Code */

const quiet = 4; // modules around the code that readers need to be empty
const space = 'http://www.w3.org/2000/svg';

/** <qr-code> draws a code as large as its box, dark on white in the dark theme too: some readers know nothing else. */
export class QRCode extends HTMLElement {
  /**
   * @param {Code | null} code
   * @param {string} says what the code holds
   */
  show(code, says) {
    this.hidden = code === null;
    this.replaceChildren();
    if (code) this.append(draw(code, says));
  }
}

/**
 * @param {Code} code
 * @param {string} says
 */
function draw(code, says) {
  const side = code.size + 2 * quiet;
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', `0 0 ${side} ${side}`);
  svg.setAttribute('shape-rendering', 'crispEdges');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', `QR code of ${says}`);
  const path = document.createElementNS(space, 'path');
  path.setAttribute('fill', '#111');
  path.setAttribute('d', code.rows.map((row, y) =>
    [...row.matchAll(/1+/g)].map(({ 0: run, index }) =>
      `M${index + quiet} ${y + quiet}h${run.length}v1h${-run.length}z`).join('')).join(''));
  svg.append(path);
  return svg;
}

customElements.define('qr-code', QRCode);
