// @ts-check
import { cssColour } from '../colour.js';
import { choice } from './controls.js';
import { button, make } from './dom.js';
import { fullHex } from './hex.js';

/** @typedef {import('./controls.js').Control} Control */

const swatches = {
  paper: ['#FFFFFF', '#FFF4D6', '#111111', '#CC000000', '#12324F', '#B3261E'],
  ink: ['#111111', '#FFFFFF', '#FFE08A', '#12324F', '#B3261E'],
  stripe: ['#FF8A1F', '#E5392F', '#F5C518', '#2FA84F', '#1F6FD6', '#8E44AD'],
};

/**
 * A colour: swatches for the remote, the browser's picker for the mouse, hex digits for the exact, alpha included.
 * @param {keyof typeof swatches} kind
 * @returns {Control}
 */
export function colour(kind) {
  /** @type {(value: any) => void} */
  let tell = () => {};
  const picker = make('input', { type: 'color', class: 'well', 'aria-label': 'Pick a colour' });
  const hex = make('input', { class: 'hex', autocomplete: 'off', spellcheck: 'false', maxlength: 9 });
  const row = swatches[kind].map((value) => {
    const one = button('', () => tell(value), { class: 'swatch', 'aria-label': value, title: value });
    one.style.setProperty('--swatch', cssColour(value));
    return one;
  });
  return {
    element: make('div', { class: 'colour' }, make('span', { class: 'pair' }, picker, hex), make('span', { class: 'swatches' }, ...row)),
    first: hex,
    show(value, rest) {
      const full = fullHex(value ?? rest ?? '');
      if (hex.value !== (value ?? '')) hex.value = value ?? '';
      hex.placeholder = rest || '#RRGGBB';
      if (full) picker.value = `#${full.slice(3).toLowerCase()}`;
      row.forEach((one, i) => one.setAttribute('aria-pressed', String(value !== undefined && fullHex(swatches[kind][i]) === full)));
    },
    listen(changed) {
      tell = changed;
      hex.addEventListener('input', () => changed(hex.value.trim() || undefined));
      picker.addEventListener('input', () => changed(picker.value.toUpperCase()));
    },
  };
}

/**
 * A choice of which one opens a control for any other value.
 * @param {{value: any, words: string}[]} options besides the TV's own way
 * @param {string} other words for any other value
 * @param {any} start the other value to begin with
 * @param {Control} control
 * @returns {Control}
 */
function choiceOr(options, other, start, control) {
  const open = Symbol('open');
  const picker = choice([{ value: undefined, words: 'TV default' }, ...options, { value: open, words: other }], 'choices');
  const plain = options.map(({ value }) => value);
  let opened = false;
  let opening = false;
  const show = (/** @type {any} */ value, /** @type {any} */ rest) => {
    if (value !== undefined) opened = !plain.includes(value);
    else opened = opened && (opening || control.element.contains(document.activeElement));
    picker.show(opened ? open : value, rest);
    control.element.hidden = !opened;
    control.show(opened ? value : undefined, undefined);
  };
  return {
    element: make('div', { class: 'choice-or' }, picker.element, control.element),
    first: picker.buttons[0],
    show,
    listen(changed) {
      picker.listen((value) => {
        opened = opening = value === open;
        changed(opened ? start : value);
        if (opened) control.first.focus();
        opening = false;
      });
      control.listen(changed);
    },
  };
}

/** @returns {Control} the TV's own stripe, none, or a colour */
export function stripe() {
  return choiceOr([{ value: 'none', words: 'None' }], 'Colour', swatches.stripe[0], colour('stripe'));
}

/**
 * @param {Control} address
 * @returns {Control} the TV's own sound, none, the chime, or an address
 */
export function sound(address) {
  return choiceOr([{ value: 'none', words: 'None' }, { value: 'default', words: 'Chime' }], 'From the web', undefined, address);
}
