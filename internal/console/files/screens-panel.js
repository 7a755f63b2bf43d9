// @ts-check
import { words } from './device.js';
import { make } from './make.js';
import { owner } from './owner.js';
import { focusFirst } from './remote.js';
import { SureButton } from './sure-button.js';

/** @typedef {import('./types.js').Status} Status */
/** @typedef {import('./types.js').Screen} Screen */

/** <screens-panel> is the TV pages that may watch while a token is set. */
export class ScreensPanel extends HTMLElement {
  #list = make('ul', { class: 'acts' });
  #code = make('input', { type: 'text', id: 'code', inputmode: 'numeric', autocomplete: 'off', maxlength: '7', placeholder: '123 456' });
  #said = make('p', { role: 'status', class: 'said' });

  connectedCallback() {
    this.classList.add('sheet');
    const form = make('form', {},
      make('label', { for: 'code' }, 'Code on the TV page'),
      make('p', { class: 'actions' }, this.#code, make('button', { type: 'submit' }, 'Approve')));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#approve();
    });
    this.replaceChildren(make('h2', {}, 'Approved screens'),
      make('p', { class: 'hint' }, 'While a token is set, a TV page shows a code until it is approved here.'), this.#list, form, this.#said);
    void this.#load();
  }

  /** @param {Status} _ */
  update(_) {}

  async #load() {
    try {
      const screens = await owner.screens();
      this.#list.replaceChildren(...screens.map((screen) => this.#row(screen)));
    } catch (error) {
      this.#say(words(error), true);
    }
  }

  /** @param {Screen} screen */
  #row(screen) {
    const since = new Date(screen.approved).toLocaleDateString(undefined, { dateStyle: 'medium' });
    return make('li', {}, new SureButton('Revoke', 'Revoke now', () => this.#revoke(screen)),
      make('span', {}, make('bdi', {}, screen.name), make('span', { class: 'hint' }, ` approved ${since}`)));
  }

  async #approve() {
    try {
      const name = await owner.approve(this.#code.value.replace(/\s/g, ''));
      this.#code.value = '';
      this.#say(`Approved: ${name}`, false);
    } catch (error) {
      this.#say(words(error), true);
    }
    await this.#load();
  }

  /** @param {Screen} screen */
  async #revoke(screen) {
    try {
      await owner.revoke(screen.id);
      this.#say(`Revoked: ${screen.name}`, false);
    } catch (error) {
      this.#say(words(error), true);
    }
    await this.#load();
    focusFirst(this);
  }

  /**
   * @param {string} text
   * @param {boolean} bad
   */
  #say(text, bad) {
    this.#said.textContent = text;
    this.#said.classList.toggle('error', bad);
  }
}

customElements.define('screens-panel', ScreensPanel);
