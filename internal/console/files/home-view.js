// @ts-check
import { make } from './make.js';
import { TestCard } from './test-card.js';

/** @typedef {import('./types.js').Status} Status */

/** <home-view> is how the TV is, and the ways to everything else. */
export class HomeView extends HTMLElement {
  #light = make('p', { class: 'light' });
  #facts = make('dl');

  connectedCallback() {
    this.replaceChildren(
      make('div', { class: 'tiles' },
        tile('#settings', 'Settings', 'How cards look and sound, the token, the screens', true),
        tile('#address', 'Address', 'Where cards are sent to, with a code for phones'),
        tile('#setup', 'Set up again', 'Permission, a test card, the address')),
      make('section', { class: 'sheet cue' }, make('h1', {}, 'This TV'), this.#light, this.#facts, new TestCard('Send a test card')),
    );
  }

  /** @param {Status} status */
  update(status) {
    const { screen } = status;
    this.#light.textContent = status.overlay ? 'On, but not allowed to draw cards.' : 'On, and ready for cards.';
    this.#light.dataset.light = status.overlay ? 'bad' : 'good';
    this.#facts.replaceChildren(
      ...fact('Address', (status.address || status.url).replace(/\/$/, '')),
      ...fact('Screen', `${screen.width} × ${screen.height}${screen.kind === 'browser' ? `, ${watchers(screen.viewers)}` : ''}`),
      ...fact('Token', status.hasToken ? 'Asked for' : 'Not asked for: anybody in your network can send cards'),
      ...fact('Version', status.version),
    );
  }
}

/**
 * @param {string} href
 * @param {string} name
 * @param {string} says
 * @param {boolean} [first]
 */
function tile(href, name, says, first = false) {
  return make('a', { href, class: 'tile', ...(first && { 'data-first': '' }) }, make('strong', {}, name), make('span', {}, says));
}

/**
 * @param {string} term
 * @param {string} says
 */
function fact(term, says) {
  return [make('div', {}, make('dt', {}, term), make('dd', {}, says))];
}

/** @param {number} viewers */
function watchers(viewers) {
  if (viewers === 0) return 'no TV page is open';
  return viewers === 1 ? 'one TV page is open' : `${viewers} TV pages are open`;
}

customElements.define('home-view', HomeView);
