// @ts-check
import { ChoiceControl, TextControl } from './controls.js';

/** <sound-control> is the chime, silence, or the address of a sound. */
export class SoundControl extends HTMLElement {
  #choice;
  #link;

  /** @param {string} label */
  constructor(label) {
    super();
    this.#choice = new ChoiceControl(label, [['default', 'Chime'], ['none', 'No sound'], ['link', 'From an address']]);
    this.#link = new TextControl('Address of the sound, http or https');
    this.#choice.addEventListener('change', (event) => {
      this.#link.hidden = this.#choice.value !== 'link';
      if (this.#choice.value !== 'link' || this.#link.value) return;
      event.stopPropagation(); // there is no address to save yet
      this.#link.querySelector('input')?.focus();
    });
  }

  connectedCallback() {
    this.append(this.#choice, this.#link);
  }

  get value() {
    return this.#choice.value === 'link' ? this.#link.value : this.#choice.value;
  }

  set value(value) {
    const word = value === 'default' || value === 'none';
    this.#choice.value = word ? value : 'link';
    this.#link.hidden = word;
    if (!word) this.#link.value = value;
  }
}

customElements.define('sound-control', SoundControl);
