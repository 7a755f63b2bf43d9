// @ts-check
import { button, make } from './dom.js';

/** @typedef {import('./controls.js').Control} Control */

/**
 * @typedef {Object} FieldFacts
 * @property {string} name as the HTTP interface has it
 * @property {string} label
 * @property {Control} control
 * @property {string} [hint]
 * @property {(value: any) => string} [words] says the TV's own value; a field without has no such setting
 */

/** One field of the card in the form: label, control, what the TV does when it is left alone, and what was wrong. */
export class Field {
  name;
  element;

  #facts;
  /** @type {any} */
  #value;
  /** @type {any} */
  #rest;
  #note = make('span', { class: 'note' });
  #reset;
  #error;

  /**
   * @param {FieldFacts} facts
   * @param {() => void} changed
   */
  constructor(facts, changed) {
    const { name, label, control, hint } = facts;
    this.name = name;
    this.#facts = facts;
    this.#error = make('span', { class: 'error', id: `${name}-error`, hidden: true });
    this.#reset = button('Use TV default', () => {
      this.set(undefined);
      changed();
      control.first.focus();
    }, { class: 'reset', hidden: true });
    this.element = make('div', { class: 'field', 'data-field': name },
      make('div', { class: 'field-head' }, this.#label(label), this.#note, this.#reset),
      control.element,
      ...(hint ? [make('span', { class: 'hint', text: hint })] : []),
      this.#error);
    control.listen((value) => {
      this.set(value);
      changed();
    });
    this.set(undefined);
  }

  /** What is sent; undefined when the field was left alone. */
  get value() {
    return this.#value;
  }

  /** The value in a few words, none when the field was left alone. */
  get digest() {
    const { label, words } = this.#facts;
    if (this.#value === undefined) return '';
    if (this.#value === true) return label;
    return words ? `${label} ${words(this.#value)}` : String(this.#value);
  }

  /** @param {any} value */
  set(value) {
    this.#value = value;
    this.showError('');
    this.#refresh();
  }

  /** @param {any} rest */
  setRest(rest) {
    this.#rest = rest;
    this.#refresh();
  }

  /** @param {string} words none: nothing is wrong */
  showError(words) {
    this.#error.textContent = words;
    this.#error.hidden = words === '';
    this.#facts.control.first.setAttribute('aria-invalid', String(words !== ''));
  }

  focus() {
    const group = this.element.closest('details');
    if (group) group.open = true;
    this.#facts.control.first.focus();
  }

  /** @param {string} label */
  #label(label) {
    const { name, control } = this.#facts;
    const { first, element } = control;
    first.id = name;
    first.setAttribute('aria-describedby', this.#error.id);
    if (first instanceof HTMLButtonElement) {
      const words = make('span', { class: 'label', id: `${name}-label`, text: label });
      for (const group of [element, ...element.querySelectorAll('[role=group]')]) {
        if (group.getAttribute('role') === 'group') group.setAttribute('aria-labelledby', words.id);
      }
      this.#nameOthers(label);
      return words;
    }
    this.#nameOthers(label);
    return first.closest('label') ? make('span') : make('label', { for: name, text: label });
  }

  /**
   * Controls beside the labelled one are named too: a slider's number, a colour's picker.
   * @param {string} label
   */
  #nameOthers(label) {
    for (const other of this.#facts.control.element.querySelectorAll('input')) {
      if (other === this.#facts.control.first || other.type === 'checkbox') continue;
      other.setAttribute('aria-label', other.type === 'color' ? `${label}: pick a colour` : label);
    }
  }

  #refresh() {
    const { control, words } = this.#facts;
    control.show(this.#value, this.#rest);
    const left = this.#value === undefined;
    this.element.classList.toggle('set', !left);
    this.#reset.hidden = !words || left;
    this.#note.hidden = !words || !left;
    this.#note.textContent = words && this.#rest !== undefined ? `TV default: ${words(this.#rest)}` : 'TV default';
  }
}
