// @ts-check
import { make } from './make.js';

/** <sure-button> asks before it does what cannot be undone: the first press asks, the second does it. */
export class SureButton extends HTMLElement {
  #label;
  #question;
  #pressed;
  #button = make('button', { type: 'button', class: 'plain' });

  /**
   * @param {string} label
   * @param {string} question
   * @param {() => unknown} pressed
   */
  constructor(label, question, pressed) {
    super();
    this.#label = label;
    this.#question = question;
    this.#pressed = pressed;
    this.#button.addEventListener('click', () => this.#press());
    this.#button.addEventListener('blur', () => this.#ask(false));
  }

  connectedCallback() {
    this.#ask(false);
    this.append(this.#button);
  }

  #press() {
    const sure = this.#button.classList.contains('asking');
    this.#ask(!sure);
    if (sure) this.#pressed();
  }

  /** @param {boolean} asking */
  #ask(asking) {
    this.#button.classList.toggle('asking', asking);
    this.#button.textContent = asking ? this.#question : this.#label;
  }
}

customElements.define('sure-button', SureButton);
