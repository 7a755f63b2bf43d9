// @ts-check
// The arrow keys of a remote control: they carry the focus to the nearest control in their direction.

const controls = 'a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled])';
const away = 3; // what is out of line counts as that many times farther

/** Has the arrow keys move the focus, and Enter press one thing only. */
export function listenToRemote() {
  pressOnce();
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (!/^Arrow(Up|Down|Left|Right)$/.test(event.key)) return;
    const from = document.activeElement;
    if (!(from instanceof HTMLElement) || from === document.body) {
      if (focusFirst(document.body)) event.preventDefault();
      return;
    }
    if (needs(from, event.key)) return;
    const to = nearest(from, event.key);
    if (!to) return;
    event.preventDefault();
    focus(to);
  });
}

/**
 * A link is followed when Enter goes down and a button is pressed a moment later: when the link has moved the focus by
 * then, one press would do both. Nor does a key that is held press whatever gets the focus next.
 */
function pressOnce() {
  /** @type {EventTarget | null} */
  let pressed = null;
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    if (event.repeat) event.preventDefault();
    else pressed = event.target;
  }, { capture: true });
  document.addEventListener('keypress', (event) => {
    if (event.key === 'Enter' && event.target !== pressed) event.preventDefault();
  }, { capture: true });
}

/**
 * Gives the focus to the control that is marked to have it first, or else to the first one.
 * @param {HTMLElement} within
 * @returns {boolean} whether there is one
 */
export function focusFirst(within) {
  const all = visible(within);
  const first = all.find((control) => control.hasAttribute('data-first')) ?? all[0];
  if (first) focus(first);
  return first !== undefined;
}

/** @param {HTMLElement} control */
function focus(control) {
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: 'nearest' });
}

/**
 * @param {ParentNode} within
 * @returns {HTMLElement[]}
 */
function visible(within) {
  return /** @type {HTMLElement[]} */ ([...within.querySelectorAll(controls)]).filter((control) => control.getClientRects().length > 0);
}

/**
 * Whether the control has a use of its own for the key: a slider slides, a caret goes through its text.
 * @param {HTMLElement} control
 * @param {string} key
 */
function needs(control, key) {
  if (!(control instanceof HTMLInputElement) || key === 'ArrowUp' || key === 'ArrowDown') return false;
  if (control.type === 'range') return true;
  if (control.type !== 'text') return false;
  const { selectionStart, selectionEnd, value } = control;
  if (selectionStart !== selectionEnd) return true;
  return key === 'ArrowLeft' ? selectionStart !== 0 : selectionEnd !== value.length;
}

/**
 * @param {HTMLElement} from
 * @param {string} key
 * @returns {HTMLElement | null}
 */
function nearest(from, key) {
  const start = turned(from.getBoundingClientRect(), key);
  const sideways = key === 'ArrowLeft' || key === 'ArrowRight';
  const ahead = visible(document).filter((control) => control !== from).map((control) => {
    const box = turned(control.getBoundingClientRect(), key);
    const aside = Math.max(0, box.from - start.to, start.from - box.to);
    const way = box.near - start.far;
    return { control, aside, way, cost: way + away * aside + Math.abs(box.from - start.from) / 100 };
  }).filter(({ way }) => way > -2);
  const cheapest = (/** @type {typeof ahead} */ some) =>
    some.reduce((best, one) => (one.cost < best.cost ? one : best), some[0])?.control ?? null;
  if (!sideways) return cheapest(ahead);
  // To the side, what stands in the same row comes first, and another row's is no neighbour at all.
  return cheapest(ahead.filter(({ aside }) => aside === 0)) ?? cheapest(ahead.filter(({ aside }) => aside < start.to - start.from));
}

/**
 * The box as seen by somebody who looks in the key's direction: near and far edge, and what it covers from side to side.
 * @param {DOMRect} box
 * @param {string} key
 */
function turned({ top, bottom, left, right }, key) {
  switch (key) {
    case 'ArrowUp': return { near: -bottom, far: -top, from: left, to: right };
    case 'ArrowDown': return { near: top, far: bottom, from: left, to: right };
    case 'ArrowLeft': return { near: -right, far: -left, from: top, to: bottom };
    default: return { near: left, far: right, from: top, to: bottom };
  }
}
