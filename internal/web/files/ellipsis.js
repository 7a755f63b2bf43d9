// @ts-check

const graphemes = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null;

/**
 * Ends an element's text with an ellipsis so that it fills at most so many of its lines. The browser's own clamp takes
 * letters away at the edge of the line, which in right-to-left text is not where a Latin word ends: here the text ends
 * where it is read last.
 * @param {HTMLElement} element laid out with its whole text, which is its only child
 * @param {number} lines
 */
export function endAfter(element, lines) {
  const text = element.firstChild;
  if (!(text instanceof Text)) return;
  const whole = countLines(element);
  if (whole <= lines) return;

  const kept = split(text.data.slice(0, lengthOf(element, text, lines / whole)));
  do {
    kept.pop();
    text.data = `${kept.join('').trimEnd()}…`;
  } while (kept.length > 0 && countLines(element) > lines);
}

/** @param {Element} element */
export function countLines(element) {
  const { height, lineHeight } = getComputedStyle(element);
  return Math.round(parseFloat(height) / parseFloat(lineHeight)) || 0;
}

/**
 * How much of the text stands in the given share of the element's lines. It asks the layout that is already there.
 * @param {Element} element
 * @param {Text} text
 * @param {number} share
 */
function lengthOf(element, text, share) {
  const { top, height } = element.getBoundingClientRect();
  const halfALine = height / countLines(element) / 2;
  const range = document.createRange();
  range.selectNodeContents(text);
  let [least, most] = [0, text.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    range.setEnd(text, middle);
    if (range.getBoundingClientRect().bottom - top < height * share + halfALine) least = middle;
    else most = middle - 1;
  }
  return least;
}

/**
 * @param {string} text
 * @returns {string[]} what a reader takes for letters
 */
function split(text) {
  return graphemes ? Array.from(graphemes.segment(text), ({ segment }) => segment) : Array.from(text);
}
