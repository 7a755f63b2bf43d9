// @ts-check
import { cssColour } from '../colour.js';
import { button, element, make } from './dom.js';
import { time } from './fields.js';
import { fullHex } from './hex.js';

/** @typedef {import('./line.js').Line} Line */
/** @typedef {import('./line.js').Card} Card */

const tickEvery = 500;

/** What each TV shows now, what waits, what is parked and what has just been: live, as the TVs tell it. */
export class NowPanel {
  #tvs;
  #refused;
  #list = element('now');
  #shown = '';
  /** @type {{line: Line, bar: HTMLElement, words: HTMLElement}[]} */
  #clocks = [];

  /**
   * @param {import('./tvs.js').Tvs} tvs
   * @param {(line: Line, answer: import('./line.js').Answer | null) => void} refused told of what a TV did not do
   */
  constructor(tvs, refused) {
    this.#tvs = tvs;
    this.#refused = refused;
    tvs.addEventListener('change', () => this.#refresh());
    setInterval(() => this.#tick(), tickEvery);
    this.#refresh();
  }

  #refresh() {
    const several = this.#tvs.lines.length > 1;
    const wanted = JSON.stringify(this.#tvs.lines.map((line) => [line.name, line.condition, line.earlier, shape(line.cards)]));
    if (wanted !== this.#shown) {
      this.#shown = wanted;
      this.#clocks = [];
      const focused = document.activeElement?.getAttribute('data-key');
      const place = document.activeElement?.closest('#now') ? focused : null;
      this.#list.replaceChildren(...this.#tvs.lines.map((line, at) => this.#section(line, at, several)));
      if (place) this.#refocus(place);
    }
    this.#tick();
  }

  /**
   * Somebody without a mouse stays where they were, or close to it.
   * @param {string} place
   */
  #refocus(place) {
    const buttons = [...this.#list.querySelectorAll('button')];
    (buttons.find((one) => one.dataset.key === place) || buttons[0] || element('send').querySelector('button'))?.focus();
  }

  /**
   * @param {Line} line
   * @param {number} at
   * @param {boolean} several
   */
  #section(line, at, several) {
    const { cards } = line;
    const held = cards ? [
      ...(cards.showing ? [this.#entry(line, at, cards.showing, 'On screen')] : []),
      ...cards.waiting.map((/** @type {Card} */ card, /** @type {number} */ i) => this.#entry(line, at, card, i === 0 ? 'Next' : 'Waiting')),
      ...(cards.parked ? [this.#entry(line, at, cards.parked, 'Parked')] : []),
    ] : [];
    const here = new Set(cards ? [cards.showing, cards.parked, ...cards.waiting].filter(Boolean).map(({ id }) => id) : []);
    const earlier = cards ? line.earlier.filter(({ id }) => !here.has(id)).map((card) => this.#entry(line, at, card, 'Earlier')) : [];
    const quiet = make('p', { class: 'quiet-words', text: cards ? 'The screen is free.' : 'Nothing is known right now.' });
    return make('section', { class: 'stage' },
      ...(several ? [make('h3', { text: line.name })] : []),
      ...(held.length === 0 ? [quiet] : []),
      make('ul', { class: 'cards' }, ...held, ...earlier));
  }

  /**
   * @param {Line} line
   * @param {number} at
   * @param {Card} card
   * @param {'On screen' | 'Next' | 'Waiting' | 'Parked' | 'Earlier'} state
   */
  #entry(line, at, card, state) {
    const left = make('span', { class: 'left' });
    const chip = make('span', { class: 'chip', 'aria-hidden': 'true' });
    chip.style.setProperty('--paper', colourOf(card.background, '#FFFFFF'));
    chip.style.setProperty('--stripe', colourOf(card.accent || card.background, '#FFFFFF'));
    const key = (/** @type {string} */ act) => JSON.stringify([at, card.id, act]);
    const name = card.title || card.message;
    const act = (/** @type {string} */ words, /** @type {() => Promise<any>} */ run) => button(words, async () => {
      const answer = await run().catch(() => null);
      if (answer?.status !== 200 && answer?.status !== 404) this.#refused(line, answer);
      void line.refresh();
    }, { class: 'quiet', 'data-key': key(words), 'aria-label': `${words}: ${name}` });
    const entry = make('li', { class: 'held', 'data-state': state, 'data-card-id': card.id },
      chip,
      make('div', { class: 'held-text' },
        make('p', { class: 'held-state' }, make('span', { text: state }), left),
        make('p', { class: 'held-title', dir: 'auto', text: card.title || card.message }),
        ...(card.title ? [make('p', { class: 'held-message', dir: 'auto', text: card.message })] : [])),
      make('div', { class: 'acts' },
        ...(state === 'Earlier' ? [] : [act('Dismiss', () => line.dismiss(card.id))]),
        act('Send again', () => line.notify(again(card)))));
    if (state === 'On screen' && card.remaining !== null) {
      const bar = make('div', { class: 'time', 'aria-hidden': 'true' });
      entry.append(bar);
      this.#clocks.push({ line, bar, words: left });
    } else if (state === 'On screen') {
      left.textContent = 'stays';
    }
    return entry;
  }

  #tick() {
    for (const { line, bar, words } of this.#clocks) {
      const card = line.cards?.showing;
      if (!card) continue;
      const left = Math.max(0, card.remaining - (performance.now() - line.heardAt) / 1000);
      bar.style.setProperty('--share', String(Math.min(1, left / card.duration)));
      const text = `${time(Math.ceil(left))} left`;
      if (words.textContent !== text) words.textContent = text;
    }
  }
}

/**
 * What the list has to be drawn anew for: everything but the time.
 * @param {any} cards
 */
function shape(cards) {
  return cards && JSON.stringify([cards.showing, cards.waiting, cards.parked], (name, value) => (name === 'remaining' ? value === null : value));
}

/** @param {Card} card */
function again(card) {
  const { remaining, ...whole } = card;
  return whole;
}

/**
 * @param {unknown} text
 * @param {string} otherwise
 */
function colourOf(text, otherwise) {
  return cssColour(fullHex(String(text ?? '')) || otherwise);
}
