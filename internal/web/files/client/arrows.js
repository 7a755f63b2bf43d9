// @ts-check
// Somebody on the sofa has four arrows and Enter: the arrows move the focus to what lies in their direction.

/** @type {Record<string, [number, number]>} */
const directions = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const reachable = 'a[href], button, input, textarea, select, summary, [tabindex="0"]';

/** Lets the arrow keys reach every control of the page. */
export function followArrows() {
  addEventListener('keydown', (event) => {
    const direction = directions[event.key];
    if (!direction || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const from = document.activeElement;
    if (from instanceof HTMLElement && needsArrow(from, direction)) return;
    const to = neighbour(from instanceof HTMLElement && from !== document.body ? from : null, direction);
    if (!to) return;
    event.preventDefault();
    to.focus();
    to.scrollIntoView({ block: 'nearest' });
  });
}

/**
 * Reports whether the control itself has a use for the arrow: a text for its caret, a slider for its value.
 * @param {HTMLElement} control
 * @param {[number, number]} direction
 */
function needsArrow(control, [x, y]) {
  if (control instanceof HTMLSelectElement) return y !== 0;
  if (control instanceof HTMLInputElement && control.type === 'range') return x !== 0;
  if (control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement) {
    const { value, selectionStart: at, selectionEnd: end } = control;
    if (at === null || end === null) return false;
    if (at !== end) return x !== 0;
    if (x < 0 || (y < 0 && control instanceof HTMLTextAreaElement)) return at > 0;
    if (x > 0 || (y > 0 && control instanceof HTMLTextAreaElement)) return at < value.length;
  }
  return false;
}

/**
 * The nearest control in a direction; what stands in line counts as nearer than what stands aside.
 * @param {HTMLElement | null} from
 * @param {[number, number]} direction
 * @returns {HTMLElement | null}
 */
function neighbour(from, [x, y]) {
  const controls = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(reachable)]).filter(canTakeFocus);
  if (!from) return controls[0] || null;
  const start = from.getBoundingClientRect();
  let best = null;
  let least = Infinity;
  for (const control of controls) {
    const box = control.getBoundingClientRect();
    const ahead = x ? gap(start.left, start.right, box.left, box.right) * x : gap(start.top, start.bottom, box.top, box.bottom) * y;
    if (control === from || ahead <= 0) continue;
    const aside = x ? Math.abs(gap(start.top, start.bottom, box.top, box.bottom)) : Math.abs(gap(start.left, start.right, box.left, box.right));
    const distance = ahead + 3 * aside;
    if (distance < least) [best, least] = [control, distance];
  }
  return best || next(controls, from, x + y);
}

/** @param {HTMLElement} control */
function canTakeFocus(control) {
  return !control.matches(':disabled, [tabindex="-1"], [type="file"]') && control.getClientRects().length > 0;
}

/**
 * How far one stretch lies behind another: 0 when they overlap by more than a little, negative when it lies before.
 * @param {number} start
 * @param {number} end
 * @param {number} otherStart
 * @param {number} otherEnd
 */
function gap(start, end, otherStart, otherEnd) {
  const slack = Math.min(4, (end - start) / 2, (otherEnd - otherStart) / 2);
  if (otherStart >= end - slack) return Math.max(1, otherStart - end);
  if (otherEnd <= start + slack) return Math.min(-1, otherEnd - start);
  return 0;
}

/**
 * Where nothing lies in that direction, the order of the page goes on, so that nothing is out of reach.
 * @param {HTMLElement[]} controls
 * @param {HTMLElement} from
 * @param {number} step
 */
function next(controls, from, step) {
  return controls[controls.indexOf(from) + step] || null;
}
