// @ts-check
import { copyButton } from './clipboard.js';
import { element, make } from './dom.js';

/** @typedef {import('./line.js').Line} Line */

/** @type {Record<string, string>} */
const resultWords = {
  shown: 'On screen.',
  replaced: 'On screen, in place of the card before.',
  queued: 'Waiting: another card is showing.',
  'queued-dropped-oldest': 'Waiting: another card is showing. The line was full, so the oldest waiting card was dropped.',
};

/** Sends the card of the form to every chosen TV at once and says what became of it on each. The form keeps its text. */
export class Sender {
  #compose;
  #tvs;
  #askForToken;
  #form = /** @type {HTMLFormElement} */ (element('send'));
  #button = /** @type {HTMLButtonElement} */ (element('send-button'));
  #result = element('result');

  /**
   * @param {import('./compose.js').Compose} compose
   * @param {import('./tvs.js').Tvs} tvs
   * @param {(line: Line) => void} askForToken
   */
  constructor(compose, tvs, askForToken) {
    this.#compose = compose;
    this.#tvs = tvs;
    this.#askForToken = askForToken;
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.send();
    });
    this.#form.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.#form.requestSubmit(this.#button);
    });
    tvs.addEventListener('change', () => this.#label());
    this.#label();
  }

  async send() {
    if (this.#button.getAttribute('aria-disabled') === 'true') return;
    const { card } = this.#compose;
    const lines = this.#tvs.chosen;
    this.#compose.clearErrors();
    this.#setSending(true);
    this.#result.replaceChildren();
    if (lines.length === 0) this.#result.append(outcome('', false, 'Choose a TV first.'));
    await Promise.all(lines.map((line) => this.#sendTo(line, card, lines.length > 1)));
    this.#setSending(false);
  }

  /**
   * Says what became of something that was asked of one TV elsewhere on the page.
   * @param {Line} line
   * @param {import('./line.js').Answer | null} answer null when there was none
   */
  tell(line, answer) {
    this.#result.replaceChildren(...this.#report(line, this.#tvs.lines.length > 1 ? line.name : '', answer));
  }

  /**
   * @param {Line} line
   * @param {Record<string, any>} card
   * @param {boolean} several
   */
  async #sendTo(line, card, several) {
    const name = several ? line.name : '';
    const pending = several ? outcome(name, true, 'Sending…') : make('p', { hidden: true });
    this.#result.append(pending);
    const answer = await line.notify(card).catch(() => null);
    pending.replaceWith(...this.#report(line, name, answer));
    void line.refresh();
  }

  /**
   * @param {Line} line
   * @param {string} name
   * @param {import('./line.js').Answer | null} answer null when there was none
   * @returns {HTMLElement[]}
   */
  #report(line, name, answer) {
    if (!answer) return [outcome(name, false, 'The TV does not answer. Is it on, and in this network?')];
    const { status, body } = answer;
    if (status === 200) return [outcome(name, true, resultWords[body.result] || String(body.result))];
    if (status === 401) {
      this.#askForToken(line);
      return [outcome(name, false, 'This TV asks for its token first.')];
    }
    const words = String(body.error || `The TV answered ${status}.`);
    if (status === 400 && this.#compose.showError(words)) {
      return [outcome(name, false, 'Not sent: look at the field with the error.')];
    }
    const [, command = ''] = status === 503 ? /run: (.+)$/.exec(words) || [] : [];
    const said = outcome(name, false, command ? words.slice(0, -command.length) : words);
    if (command) said.append(make('span', { class: 'command' }, make('code', { text: command }), copyButton('Copy', () => command)));
    return [said];
  }

  /**
   * A button that is really disabled would lose the focus, and with it somebody who has no mouse.
   * @param {boolean} sending
   */
  #setSending(sending) {
    this.#button.setAttribute('aria-disabled', String(sending));
  }

  #label() {
    const { chosen } = this.#tvs;
    element('tv-name').textContent = chosen.length === 1 ? chosen[0].name : `${chosen.length} TVs`;
    this.#button.textContent = chosen.length > 1 ? `Show on ${chosen.length} TVs` : 'Show on TV';
  }
}

/**
 * @param {string} name of the TV, when there are several
 * @param {boolean} good
 * @param {string} words
 */
function outcome(name, good, words) {
  return make('p', { class: `outcome ${good ? 'good' : 'bad'}` },
    ...(name ? [make('strong', { text: name }), ' '] : []), make('span', { text: words }));
}
