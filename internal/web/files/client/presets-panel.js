// @ts-check
import { button, element, make } from './dom.js';
import { Presets } from './presets.js';

/** Cards to use again. */
export class PresetsPanel {
  #presets = new Presets();
  #compose;
  #list = element('presets');
  #said = element('presets-said');

  /** @param {import('./compose.js').Compose} compose */
  constructor(compose) {
    this.#compose = compose;
    const form = /** @type {HTMLFormElement} */ (element('save-preset'));
    const name = /** @type {HTMLInputElement} */ (element('preset-name'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (name.value.trim() === '') {
        this.#say('Give it a name first.');
        name.focus();
        return;
      }
      this.#presets.save(name.value, compose.card);
      this.#say('Saved in this browser.');
      form.reset();
      this.#refresh();
    });
    this.#files();
    this.#refresh();
  }

  #files() {
    const file = /** @type {HTMLInputElement} */ (element('presets-file'));
    element('presets-import').addEventListener('click', () => file.click());
    element('presets-export').addEventListener('click', () => download('cuecard-presets.json', this.#presets.export()));
    file.addEventListener('change', async () => {
      const text = await file.files?.[0]?.text();
      file.value = '';
      if (text === undefined) return;
      const count = this.#presets.import(text);
      this.#say(count < 0 ? 'This is no file of presets.' : `${count} ${count === 1 ? 'preset' : 'presets'} taken from the file.`);
      this.#refresh();
    });
  }

  #refresh() {
    this.#list.replaceChildren(...this.#presets.list.map(({ name, card }) => make('li', { class: 'preset' },
      button(name, () => {
        this.#compose.card = card;
        this.#say(`“${name}” is in the form.`);
      }, { class: 'preset-use', dir: 'auto' }),
      button('×', () => {
        this.#presets.remove(name);
        this.#refresh();
        element('preset-name').focus();
      }, { class: 'preset-remove', 'aria-label': `Forget ${name}` }))));
    element('presets-export').hidden = this.#presets.list.length === 0;
  }

  /** @param {string} words */
  #say(words) {
    this.#said.textContent = words;
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  make('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
