// @ts-check
import { words } from './device.js';
import { fieldOf } from './fields.js';
import { make } from './make.js';
import { owner } from './owner.js';

/** @typedef {import('./types.js').Setting} Setting */

/**
 * <setting-field> is one setting: it saves itself when the owner has decided, and has the service's objection beside it.
 * While a value is being saved, only the last of those that follow is kept: a slider makes many.
 */
export class SettingField extends HTMLElement {
  name;
  #control;
  #hint;
  #said = make('p', { role: 'status', class: 'said' });
  #saving = false;
  #changed = false;

  /** @param {Setting} setting */
  constructor({ name, value }) {
    super();
    this.name = name;
    const field = fieldOf(name);
    this.#control = field.control(field.label);
    this.#hint = field.hint;
    this.#control.value = typed(value);
  }

  connectedCallback() {
    this.dataset.setting = this.name;
    this.replaceChildren(
      make('div', { class: 'head' }, make('h3', {}, fieldOf(this.name).label), this.#said),
      this.#control, make('p', { class: 'hint' }, this.#hint));
    this.#control.addEventListener('change', () => void this.#save());
  }

  /** What the owner has typed or chosen, saved or not. */
  get value() {
    return this.#control.value;
  }

  async #save() {
    this.#changed = true;
    if (this.#saving) return;
    this.#saving = true;
    while (this.#changed) {
      this.#changed = false;
      await this.#send();
    }
    this.#saving = false;
  }

  async #send() {
    try {
      const now = await owner.change({ [this.name]: this.value });
      const kept = now.find(({ name }) => name === this.name);
      if (kept && !this.#changed) this.#control.value = typed(kept.value);
      this.#say('Saved', false);
      this.dispatchEvent(new Event('saved', { bubbles: true }));
    } catch (error) {
      this.#say(words(error).replace(`field '${this.name}'`, 'This'), true);
    }
  }

  /**
   * @param {string} text
   * @param {boolean} bad
   */
  #say(text, bad) {
    this.#said.textContent = text;
    this.#said.classList.toggle('error', bad);
    for (const input of this.querySelectorAll('input')) input.setAttribute('aria-invalid', String(bad));
  }
}

/** @param {Setting['value']} value */
function typed(value) {
  return value === null ? 'none' : String(value);
}

customElements.define('setting-field', SettingField);
