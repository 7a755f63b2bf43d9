// @ts-check
import { button, make } from './make.js';
import { focusFirst } from './remote.js';
import { TestCard } from './test-card.js';

/** @typedef {import('./types.js').Status} Status */

/** <test-step> sends a card for real and asks whether it was seen. */
export class TestStep extends HTMLElement {
  #card = new TestCard('Send a test card');
  #question = make('div', { hidden: '' }, make('h2', {}, 'Did you see it?'));
  #help = make('div', { hidden: '', class: 'help', role: 'status' });
  #nobody = make('p', { hidden: '' }, 'No TV page is open yet, so nobody would see the card. Open this address in the browser of the TV:');
  #page = make('p', { class: 'address small' });

  connectedCallback() {
    this.classList.add('sheet', 'cue');
    this.#card.className = 'main';
    const yes = button('Yes', () => this.dispatchEvent(new Event('done', { bubbles: true })), { 'data-first': '', id: 'yes' });
    const no = button('No', () => this.#explain(), { class: 'plain', id: 'no' });
    if (this.#question.childElementCount === 1) this.#question.append(make('p', { class: 'actions' }, yes, no));
    this.replaceChildren(make('h1', {}, 'Send a card to this TV'), this.#nobody, this.#page, this.#card, this.#question, this.#help);
    this.#card.querySelector('button')?.setAttribute('data-first', '');
    this.#card.addEventListener('sent', () => this.#ask());
  }

  /** @param {Status} status */
  update(status) {
    const unseen = status.screen.kind === 'browser' && status.screen.viewers === 0;
    this.#nobody.hidden = !unseen;
    this.#page.hidden = !unseen && this.#help.hidden;
    this.#page.textContent = `${(status.address || status.url).replace(/\/$/, '')}/tv`;
    this.#help.replaceChildren(
      make('h2', {}, 'Then let us look'),
      make('ul', {},
        ...(status.screen.kind === 'browser' ? [make('li', {}, 'Open the address above in a browser on the TV, in full screen, and leave it open.')] : []),
        ...(status.overlay ? [make('li', {}, 'Cards may not be drawn: go back one step.')] : []),
        make('li', {}, 'Is the TV on, and does it show this device?'),
        make('li', {}, 'Then send the card again.')));
  }

  #ask() {
    this.#question.hidden = false;
    this.#card.querySelector('button')?.removeAttribute('data-first');
    this.#help.hidden = true;
    this.dispatchEvent(new Event('step', { bubbles: true }));
    focusFirst(this.#question);
  }

  #explain() {
    this.#help.hidden = false;
    this.#page.hidden = false;
    this.#question.hidden = true;
    this.#card.querySelector('button')?.setAttribute('data-first', '');
    this.dispatchEvent(new Event('step', { bubbles: true }));
    focusFirst(this.#card);
  }
}

customElements.define('test-step', TestStep);
