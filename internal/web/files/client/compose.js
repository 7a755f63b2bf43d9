// @ts-check
import { make } from './dom.js';
import { Field } from './field.js';
import { cardFields } from './fields.js';

/** @typedef {Record<string, any>} Draft a card with only the fields that were set */

/** The form's fields. It knows the card that is being written, and nothing of TVs. */
export class Compose extends EventTarget {
  /** @type {Map<string, Field>} */
  #fields = new Map();

  /**
   * @param {HTMLElement} top where the text goes
   * @param {HTMLElement} more where everything else goes
   */
  constructor(top, more) {
    super();
    const changed = () => this.dispatchEvent(new Event('change'));
    for (const { group, fields } of cardFields()) {
      const made = fields.map((facts) => new Field(facts, changed));
      for (const field of made) this.#fields.set(field.name, field);
      const elements = made.map(({ element }) => element);
      if (group === '') top.append(...elements);
      else more.append(this.#group(group, made, elements));
    }
    const first = more.querySelector('details');
    if (first) first.open = matchMedia('(min-width: 960px)').matches;
  }

  /** What is sent: a field that was left alone is not in it. */
  get card() {
    /** @type {Draft} */
    const card = {};
    for (const [name, { value }] of this.#fields) if (value !== undefined) card[name] = value;
    return card;
  }

  /** @param {Draft} card */
  set card(card) {
    for (const [name, field] of this.#fields) field.set(card[name] ?? undefined);
    this.dispatchEvent(new Event('change'));
  }

  /** @param {Record<string, any>} defaults of the TV, empty when it has told none */
  setDefaults(defaults) {
    for (const [name, field] of this.#fields) field.setRest(name in defaults ? defaults[name] ?? 'none' : undefined);
    this.dispatchEvent(new Event('change'));
  }

  clearErrors() {
    for (const field of this.#fields.values()) field.showError('');
  }

  /**
   * Says an error beside the field that it names.
   * @param {string} words of the service
   * @returns {boolean} false when they name no field of the form
   */
  showError(words) {
    const [, name = ''] = /^field '([^']+)'/.exec(words) || [];
    const field = this.#fields.get(name);
    if (!field) return false;
    field.focus();
    field.showError(words.replace(/^field '[^']+' must /, 'This must '));
    return true;
  }

  /**
   * @param {string} title
   * @param {Field[]} fields
   * @param {HTMLElement[]} elements
   */
  #group(title, fields, elements) {
    const digest = make('span', { class: 'digest' });
    this.addEventListener('change', () => {
      digest.textContent = fields.map((field) => field.digest).filter(Boolean).join(', ');
    });
    return make('details', { class: 'group' },
      make('summary', {}, make('span', { text: title }), digest),
      make('div', { class: 'group-body' }, ...elements));
  }
}
