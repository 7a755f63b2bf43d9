// @ts-check
import { cssColour } from '/web/colour.js';
import { decide } from './controls.js';
import { make } from './make.js';

const palette = ['#FFFFFF', '#111111', '#CC000000', '#FF8A1F', '#1F6FD6', '#1B7F43', '#B3261E'];
/** @type {Record<string, string>} */
const names = {
  '#FFFFFF': 'White', '#111111': 'Black', '#CC000000': 'Black that the film shines through', '#FF8A1F': 'Orange', '#1F6FD6': 'Blue',
  '#1B7F43': 'Green', '#B3261E': 'Red',
};

/** <colour-control> is a colour: one of a few, one from the browser's picker, or hex digits with alpha first; or none. */
export class ColourControl extends HTMLElement {
  #label;
  #noneAllowed;
  #hex = make('input', { type: 'text', class: 'hex', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'characters' });
  #picker = make('input', { type: 'color' });
  /** @type {Map<string, HTMLButtonElement>} */
  #swatches = new Map();

  /**
   * @param {string} label
   * @param {boolean} [noneAllowed]
   */
  constructor(label, noneAllowed = false) {
    super();
    this.#label = label;
    this.#noneAllowed = noneAllowed;
    this.#hex.setAttribute('aria-label', `${label} as hex digits, with alpha first if it has any`);
    this.#picker.setAttribute('aria-label', `${label}: pick any colour`);
    this.#hex.addEventListener('input', () => this.#follow());
    this.#picker.addEventListener('input', () => {
      const alpha = /^#[0-9A-F]{8}$/i.test(this.value) ? this.value.slice(1, 3) : '';
      this.value = `#${alpha}${this.#picker.value.slice(1).toUpperCase()}`;
    });
    this.#picker.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.#picker.click();
    });
  }

  connectedCallback() {
    const group = make('div', { role: 'group', class: 'swatches', 'aria-label': this.#label });
    for (const colour of [...(this.#noneAllowed ? ['none'] : []), ...palette]) group.append(this.#swatch(colour));
    this.append(group, make('div', { class: 'any' }, this.#picker, this.#hex));
    this.#follow();
  }

  /** @param {string} colour */
  #swatch(colour) {
    const swatch = make('button', { type: 'button', class: 'swatch', 'data-value': colour, 'aria-label': names[colour] ?? 'None' },
      colour === 'none' ? 'None' : '');
    if (colour !== 'none') swatch.style.setProperty('--colour', cssColour(colour));
    swatch.addEventListener('click', () => {
      this.value = colour;
      decide(this);
    });
    this.#swatches.set(colour, swatch);
    return swatch;
  }

  get value() {
    return this.#hex.value.trim();
  }

  set value(value) {
    this.#hex.value = value;
    this.#follow();
  }

  /** Brings picker and swatches to what the hex digits say. */
  #follow() {
    const whole = wholeColour(this.value);
    if (whole) this.#picker.value = `#${whole.slice(-6)}`;
    for (const [colour, swatch] of this.#swatches) swatch.setAttribute('aria-pressed', String(colour === (whole ?? this.value)));
  }
}

/**
 * A colour with all of its digits, as the service writes it; null when it is none.
 * @param {string} typed
 * @returns {string | null}
 */
export function wholeColour(typed) {
  const digits = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(typed)?.[1].toUpperCase();
  if (!digits) return null;
  const all = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
  return `#${all.length === 8 && all.startsWith('FF') ? all.slice(2) : all}`;
}

customElements.define('colour-control', ColourControl);
