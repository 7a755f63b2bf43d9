// @ts-check
import { button, make } from './dom.js';

/**
 * What a person sets a field with. It shows the field's value, or at rest what the TV will do when it is left alone.
 * @typedef {Object} Control
 * @property {HTMLElement} element
 * @property {HTMLElement} first what gets the focus, and the label
 * @property {(value: any, rest: any) => void} show
 * @property {(changed: (value: any) => void) => void} listen a value of undefined leaves the field alone again
 */

/**
 * A line or a paragraph of text. Empty is the same as left alone.
 * @param {import('./dom.js').Facts} facts
 * @param {'input' | 'textarea'} [tag]
 * @returns {Control}
 */
export function text(facts, tag = 'input') {
  const field = make(tag, { dir: 'auto', autocomplete: 'off', ...facts });
  return {
    element: field,
    first: field,
    show(value) {
      if (field.value !== (value ?? '')) field.value = value ?? '';
    },
    listen(changed) {
      field.addEventListener('input', () => changed(field.value === '' ? undefined : field.value));
    },
  };
}

/**
 * @param {string} words
 * @returns {Control} true, or left alone
 */
export function tick(words) {
  const box = make('input', { type: 'checkbox' });
  return {
    element: make('label', { class: 'tick' }, box, make('span', { text: words })),
    first: box,
    show(value) {
      box.checked = value === true;
    },
    listen(changed) {
      box.addEventListener('change', () => changed(box.checked || undefined));
    },
  };
}

/**
 * A slider for the hand and a number for the exact. The slider runs over stops: seconds matter in a short time, not in
 * a long one.
 * @param {number[]} stops
 * @param {(value: number) => string} words
 * @param {number} [step] of the number
 * @returns {Control}
 */
export function slider(stops, words, step = 1) {
  const least = stops[0];
  const most = stops[stops.length - 1];
  const range = make('input', { type: 'range', min: 0, max: stops.length - 1, step: 1 });
  const number = make('input', { type: 'number', min: least, max: most, step, inputmode: 'decimal' });
  return {
    element: make('div', { class: 'slider' }, range, number),
    first: range,
    show(value, rest) {
      const shown = value ?? rest;
      range.classList.toggle('resting', value === undefined);
      if (document.activeElement !== range || Number(stops[range.valueAsNumber]) !== shown) range.value = String(nearest(stops, shown ?? least));
      range.style.setProperty('--fill', `${(100 * range.valueAsNumber) / (stops.length - 1)}%`);
      range.setAttribute('aria-valuetext', shown === undefined ? 'as the TV has it' : words(shown));
      number.placeholder = rest === undefined ? '' : String(rest);
      if (value === undefined) number.value = '';
      else if (number.valueAsNumber !== value) number.value = String(value);
    },
    listen(changed) {
      range.addEventListener('input', () => changed(stops[range.valueAsNumber]));
      number.addEventListener('input', () => changed(number.value === '' ? undefined : number.valueAsNumber));
    },
  };
}

/**
 * @param {number[]} stops
 * @param {number} value
 */
function nearest(stops, value) {
  const distances = stops.map((stop) => Math.abs(stop - value));
  return distances.indexOf(Math.min(...distances));
}

/**
 * A few buttons, of which one may be pressed.
 * @param {{value: any, words: string, class?: string}[]} options
 * @param {string} look class of the group
 * @returns {Control & {buttons: HTMLButtonElement[]}}
 */
export function choice(options, look) {
  /** @type {(value: any) => void} */
  let tell = () => {};
  const buttons = options.map(({ value, words, class: own }) => button(words, () => tell(value), { class: own }));
  return {
    buttons,
    element: make('div', { class: look, role: 'group' }, ...buttons),
    first: buttons[0],
    show(value, rest) {
      buttons.forEach((one, i) => {
        one.setAttribute('aria-pressed', String(options[i].value === value));
        one.classList.toggle('resting', value === undefined && options[i].value === rest && rest !== undefined);
      });
    },
    listen(changed) {
      tell = changed;
    },
  };
}

/** @returns {Control} the five places, where they are on a screen */
export function placePicker() {
  const places = ['top-left', 'top-right', 'center', 'bottom-left', 'bottom-right'];
  const picker = choice(places.map((value) => ({ value, words: '', class: `place ${value}` })), 'screen-picker');
  picker.buttons.forEach((one, i) => one.setAttribute('aria-label', places[i].replace('-', ' ')));
  return picker;
}
