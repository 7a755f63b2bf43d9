// @ts-check
import { AddressSheet } from './address-sheet.js';
import { device, words } from './device.js';
import { button, make } from './make.js';
import { owner } from './owner.js';
import { focusFirst } from './remote.js';
import { PermissionStep } from './setup-permission.js';
import { TestStep } from './setup-test.js';

/** @typedef {import('./types.js').Status} Status */
/** @typedef {import('./types.js').View} View */

/** @type {{name: string, make: () => View}[]} */
const steps = [
  { name: 'Permission', make: () => new PermissionStep() },
  { name: 'Test card', make: () => new TestStep() },
  { name: 'Address', make: () => new AddressSheet() },
];

/** <setup-view> is the first run: three steps, one after the other. A step is over when it says "done". */
export class SetupView extends HTMLElement {
  #path = make('ol', { class: 'path', 'aria-label': 'Steps' });
  #place = make('div');
  #back = button('Back', () => this.#go(this.#at - 1), { class: 'plain', id: 'back' });
  #next = button('Next', () => this.#forward(), { id: 'next' });
  #error = make('p', { class: 'error', role: 'alert' });
  #at = 0;
  /** @type {View | null} */
  #step = null;
  /** @type {Status | null} */
  #status = null;

  connectedCallback() {
    this.replaceChildren(this.#path, this.#place, make('p', { class: 'actions ends' }, this.#back, this.#next), this.#error);
    this.#place.addEventListener('done', () => void this.#forward());
    this.#place.addEventListener('step', () => this.#offer());
    this.#go(0);
  }

  /** The first step is about nothing else. */
  get asksPermission() {
    return this.#at === 0;
  }

  /** @param {Status} status */
  update(status) {
    this.#status = status;
    this.#step?.update(status);
    this.#offer();
  }

  /** @param {number} at */
  #go(at) {
    this.#at = at;
    this.#step = steps[at].make();
    this.#place.replaceChildren(this.#step);
    this.#path.replaceChildren(...steps.map(({ name }, index) =>
      make('li', { class: index < at ? 'past' : '', ...(index === at && { 'aria-current': 'step' }) }, name)));
    this.#error.textContent = '';
    this.#back.hidden = at === 0;
    this.#next.textContent = at === steps.length - 1 ? 'Done' : 'Next';
    if (this.#status) this.update(this.#status);
    this.dispatchEvent(new Event('step', { bubbles: true }));
    focusFirst(this);
  }

  /** Leaves the focus on a way forward: the step's own while it asks for something, else the next step. */
  #offer() {
    const asks = this.#place.querySelector('[data-first]') !== null;
    this.#next.classList.toggle('plain', asks);
    if (asks) this.#next.removeAttribute('data-first');
    else this.#next.setAttribute('data-first', '');
    if (!this.contains(document.activeElement) && document.activeElement === document.body) focusFirst(this);
  }

  async #forward() {
    if (this.#at < steps.length - 1) {
      this.#go(this.#at + 1);
      return;
    }
    try {
      await owner.setUp(true);
      await device.refresh();
      location.hash = '#home';
    } catch (error) {
      this.#error.textContent = words(error);
    }
  }
}

customElements.define('setup-view', SetupView);
