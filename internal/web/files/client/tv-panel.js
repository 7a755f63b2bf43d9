// @ts-check
import { button, element, make } from './dom.js';

/** @typedef {import('./line.js').Line} Line */
/** @typedef {import('./tvs.js').Tvs} Tvs */

/** @type {Record<import('./line.js').Condition, {light: string, words: string}>} */
const conditions = {
  asking: { light: 'asking', words: 'Asking…' },
  ready: { light: 'good', words: 'On, and ready for cards.' },
  locked: { light: 'asking', words: 'On, and locked.' },
  denied: { light: 'bad', words: 'On, but not allowed to draw cards yet.' },
  gone: { light: 'bad', words: 'The TV does not answer.' },
};

/** The list of televisions: how each is at a glance, which get the card, and how another one joins. */
export class TvPanel {
  #tvs;
  #list = element('tvs');
  /** @type {Map<Line, Row>} */
  #rows = new Map();

  /** @param {Tvs} tvs */
  constructor(tvs) {
    this.#tvs = tvs;
    tvs.addEventListener('change', () => this.#refresh());
    this.#refresh();
    this.#welcome();
  }

  /**
   * Asks for the token of a TV that has refused.
   * @param {Line} line
   */
  askForToken(line) {
    void line.refresh().then(() => this.#rows.get(line)?.focusToken());
  }

  #refresh() {
    for (const [line, row] of this.#rows) {
      if (this.#tvs.lines.includes(line)) continue;
      row.element.remove();
      this.#rows.delete(line);
    }
    for (const line of this.#tvs.lines) {
      const row = this.#rows.get(line) || new Row(line, this.#tvs);
      if (!this.#rows.has(line)) {
        this.#rows.set(line, row);
        this.#list.append(row.element);
      }
      row.refresh(this.#tvs.lines.length > 1);
    }
  }

  #welcome() {
    const form = /** @type {HTMLFormElement} */ (element('add-tv'));
    const [address, name, token] = ['tv-address', 'tv-own-name', 'tv-token'].map((id) => /** @type {HTMLInputElement} */ (element(id)));
    const error = element('tv-address-error');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const wrong = this.#tvs.add(address.value, name.value, token.value);
      error.textContent = wrong;
      error.hidden = wrong === '';
      if (wrong) address.focus();
      else form.reset();
    });
  }
}

/** One television. */
class Row {
  element;

  #line;
  #box = make('input', { type: 'checkbox' });
  #name = make('span', { class: 'tv-name' });
  #light = make('p', { class: 'light' });
  #facts = make('p', { class: 'facts' });
  #token;
  #tokenError = make('span', { class: 'error', hidden: true });
  #unlock;
  #remove;

  /**
   * @param {Line} line
   * @param {Tvs} tvs
   */
  constructor(line, tvs) {
    this.#line = line;
    this.#token = make('input', { type: 'password', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', required: true });
    this.#unlock = make('form', {
      class: 'unlock',
      hidden: true,
      novalidate: true,
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void this.#tryToken(tvs);
      },
    }, make('label', { class: 'stacked' }, make('span', { text: 'This TV asks for its token' }), this.#token),
    this.#tokenError, make('button', { text: 'Unlock' }));
    this.#remove = button('Remove', () => tvs.remove(line), { class: 'quiet' });
    this.#box.addEventListener('change', () => {
      line.tv.chosen = this.#box.checked;
      tvs.save();
    });
    this.element = make('li', { class: 'tv' },
      make('div', { class: 'tv-head' }, make('label', { class: 'tick' }, this.#box, this.#name), this.#remove),
      this.#light, this.#facts, this.#unlock);
    if (line.tv.address === '') {
      this.#light.id = 'light';
      this.#token.id = 'token';
      this.#tokenError.id = 'token-error';
    }
  }

  /** @param {boolean} several */
  refresh(several) {
    const { condition, info, name, tv, address } = this.#line;
    const { light, words } = conditions[condition];
    this.#box.checked = tv.chosen;
    this.#box.hidden = !several;
    this.#remove.hidden = tv.address === '';
    this.#remove.setAttribute('aria-label', `Remove ${name}`);
    this.#name.textContent = name;
    this.#light.dataset.light = light;
    this.#light.textContent = words;
    this.#unlock.hidden = condition !== 'locked';
    if (condition === 'ready') this.#showTokenError('');
    const known = info && condition !== 'gone' && condition !== 'locked';
    this.#facts.textContent = [
      tv.address === '' && info?.ip ? `${info.ip}:${info.port}` : address.replace(/^https?:\/\//, ''),
      ...(known ? [`${info.screenWidth} × ${info.screenHeight}`, `version ${info.version}`] : []),
    ].join(' · ');
  }

  focusToken() {
    if (!this.#unlock.hidden) this.#token.focus();
  }

  /** @param {Tvs} tvs */
  async #tryToken(tvs) {
    await this.#line.unlock(this.#token.value.trim());
    this.#token.value = '';
    if (this.#line.condition === 'locked') {
      this.#line.tv.token = '';
      this.#showTokenError('That is not the TV’s token.');
    }
    tvs.save();
  }

  /** @param {string} words */
  #showTokenError(words) {
    this.#tokenError.textContent = words;
    this.#tokenError.hidden = words === '';
  }
}
