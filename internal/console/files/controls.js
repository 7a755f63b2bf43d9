// @ts-check
// The controls of settings. Each is an element with a `value`, the text that the owner typed or chose, and with the events
// of a field: "input" while it changes, "change" when the owner has decided.
import { make } from './make.js';

/** @typedef {HTMLElement & {value: string}} Control */

/**
 * The owner has decided: everybody around is told as a field of HTML would tell it.
 * @param {HTMLElement} control
 */
export function decide(control) {
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

/** <text-control> is a line of text. */
export class TextControl extends HTMLElement {
  #input = make('input', { type: 'text', dir: 'auto', autocomplete: 'off', spellcheck: 'false' });

  /** @param {string} label */
  constructor(label) {
    super();
    this.#input.setAttribute('aria-label', label);
  }

  connectedCallback() {
    this.append(this.#input);
  }

  get value() {
    return this.#input.value;
  }

  set value(value) {
    this.#input.value = value;
  }
}

/** <number-control> is a slider with stops and, for what lies between them, a field. Enter goes from one to the other. */
export class NumberControl extends HTMLElement {
  #stops;
  #unit;
  #slider = make('input', { type: 'range', min: '0', step: '1' });
  #exact = make('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', class: 'exact' });

  /**
   * @param {string} label
   * @param {number[]} stops
   * @param {string} [unit]
   */
  constructor(label, stops, unit = '') {
    super();
    this.#stops = stops;
    this.#unit = unit;
    this.#slider.max = String(stops.length - 1);
    this.#slider.setAttribute('aria-label', label);
    this.#exact.setAttribute('aria-label', `${label}, exactly`);
    this.#slider.addEventListener('input', () => {
      this.#exact.value = String(stops[Number(this.#slider.value)]);
      this.#say();
    });
    this.#exact.addEventListener('input', () => this.#slide());
    this.#slider.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.#exact.select();
    });
  }

  connectedCallback() {
    this.append(this.#slider, this.#exact, make('span', { class: 'unit' }, this.#unit));
  }

  get value() {
    return this.#exact.value.trim().replace(',', '.');
  }

  set value(value) {
    this.#exact.value = value;
    this.#slide();
  }

  /** Brings the slider to the stop nearest to the number. */
  #slide() {
    const number = Number(this.value);
    if (Number.isNaN(number)) return;
    const nearest = this.#stops.reduce((best, stop, at) =>
      (Math.abs(stop - number) < Math.abs(this.#stops[best] - number) ? at : best), 0);
    this.#slider.value = String(nearest);
    this.#say();
  }

  #say() {
    this.#slider.style.setProperty('--share', `${(100 * Number(this.#slider.value)) / (this.#stops.length - 1)}%`);
    this.#slider.setAttribute('aria-valuetext', `${this.#exact.value} ${this.#unit}`.trim());
  }
}

/**
 * So many stops from one number to another, both included.
 * @param {number} from
 * @param {number} to
 * @param {number} step
 */
export function stops(from, to, step) {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => Number((from + at * step).toFixed(2)));
}

/** <choice-control> is one of a few words. */
export class ChoiceControl extends HTMLElement {
  #value = '';
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();

  /**
   * @param {string} label
   * @param {[value: string, says: string][]} choices
   * @param {string} [look]
   */
  constructor(label, choices, look = 'row') {
    super();
    this.setAttribute('role', 'radiogroup');
    this.setAttribute('aria-label', label);
    this.className = look;
    for (const [value, says] of choices) {
      const choice = make('button', { type: 'button', role: 'radio', 'data-value': value }, make('span', {}, says));
      choice.addEventListener('click', () => {
        this.value = value;
        decide(this);
      });
      this.#buttons.set(value, choice);
    }
  }

  connectedCallback() {
    this.append(...this.#buttons.values());
  }

  get value() {
    return this.#value;
  }

  set value(value) {
    this.#value = value;
    for (const [name, choice] of this.#buttons) choice.setAttribute('aria-checked', String(name === value));
  }
}

customElements.define('text-control', TextControl);
customElements.define('number-control', NumberControl);
customElements.define('choice-control', ChoiceControl);
