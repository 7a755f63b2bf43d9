// @ts-check
import { copyButton } from './clipboard.js';
import { choice } from './controls.js';
import { element } from './dom.js';
import { snippets } from './snippets.js';

/** The card of the form as a text to use elsewhere. */
export class SnippetPanel {
  #text = element('snippet');
  #picker = choice(Object.entries(snippets).map(([value, { label }]) => ({ value, words: label })), 'choices');
  #chosen = 'curl';
  /** @type {import('./snippets.js').Errand} */
  #errand = { address: '', token: '', card: {} };

  constructor() {
    this.#picker.listen((value) => {
      this.#chosen = value;
      this.#refresh();
    });
    this.#picker.element.setAttribute('aria-label', 'Copy as');
    element('snippet-kinds').append(this.#picker.element);
    element('snippet-copy').append(copyButton('Copy', () => this.#text.textContent || ''));
  }

  /** @param {import('./snippets.js').Errand} errand */
  show(errand) {
    this.#errand = errand;
    this.#refresh();
  }

  #refresh() {
    this.#picker.show(this.#chosen, undefined);
    this.#text.textContent = snippets[this.#chosen].write(this.#errand);
  }
}
