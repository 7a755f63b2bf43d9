// @ts-check
import { CopyButton } from './copy-button.js';
import { device, words } from './device.js';
import { button, make } from './make.js';
import { owner } from './owner.js';
import { focusFirst } from './remote.js';
import { SureButton } from './sure-button.js';

/** @typedef {import('./types.js').Status} Status */

/** <token-panel> is who may send cards: everybody in the network, or those who have the token. */
export class TokenPanel extends HTMLElement {
  #light = make('p', { class: 'light' });
  #token = make('p', { hidden: '', class: 'token', id: 'token' });
  #see = button('Show', () => this.#try(() => this.#turn()), { class: 'plain', id: 'show-token' });
  #acts = make('ul', { class: 'acts' });
  #error = make('p', { class: 'error', role: 'alert' });
  /** @type {boolean | null} */
  #drawn = null;

  connectedCallback() {
    this.classList.add('sheet');
    this.replaceChildren(make('h2', {}, 'Token'), this.#light, this.#token, this.#acts, this.#error);
  }

  /** @param {Status} status */
  update({ hasToken }) {
    if (hasToken === this.#drawn) return;
    this.#drawn = hasToken;
    const focused = this.#acts.contains(document.activeElement);
    this.#light.textContent = hasToken ? 'Only who has the token can send cards.' : 'Anybody in your network can send cards.';
    this.#light.dataset.light = hasToken ? 'good' : '';
    if (!hasToken) this.#show('');
    this.#acts.replaceChildren(...(hasToken ? this.#ifSet() : this.#ifNone()));
    if (focused) focusFirst(this.#acts);
  }

  #ifNone() {
    return [act(button('Generate a token', () => this.#try(() => this.#generate()), { id: 'generate' }),
      'Every sender then has to know it. TV pages have to be approved below.')];
  }

  #ifSet() {
    return [
      act(this.#see, 'On this screen, for all in the room to read.'),
      act(new CopyButton(() => owner.token()), 'To this machine’s clipboard.'),
      act(new SureButton('Generate another', 'Replace it now', () => this.#try(() => this.#generate())),
        'The old one stops working at once: every sender needs the new one.'),
      act(new SureButton('Clear', 'Clear it now', () => this.#try(() => owner.clearToken())), 'Anybody in your network can send cards again.'),
    ];
  }

  async #generate() {
    this.#show(await owner.newToken());
  }

  async #turn() {
    this.#show(this.#token.hidden ? await owner.token() : '');
  }

  /** @param {string} token empty: none is to be seen */
  #show(token) {
    this.#token.textContent = token;
    this.#token.hidden = token === '';
    this.#see.textContent = token ? 'Hide' : 'Show';
  }

  /** @param {() => Promise<unknown>} act */
  async #try(act) {
    this.#error.textContent = '';
    await act().catch((error) => { this.#error.textContent = words(error); });
    await device.refresh();
  }
}

/**
 * @param {HTMLElement} control
 * @param {string} means
 */
function act(control, means) {
  return make('li', {}, control, make('span', { class: 'hint' }, means));
}

customElements.define('token-panel', TokenPanel);
