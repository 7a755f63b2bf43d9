// @ts-check
import { follow } from '../event-stream.js';
import { Patience } from '../patience.js';
import { onWake } from '../wake.js';

/** A TV that cannot be reached has to be said within 3 s. */
const patience = 2700;
/** How often a TV is asked how it is: its permission has no event, nor have its settings. */
const lookAgain = 20_000;
const remembered = 4;

/**
 * An answer of the service: its status, and its JSON body whatever that says.
 * @typedef {Object} Answer
 * @property {number} status
 * @property {any} body
 */

/** @typedef {'asking' | 'ready' | 'locked' | 'denied' | 'gone'} Condition */
/** @typedef {Record<string, any>} Card */

/** The line to one TV: how it is, what it shows, and what it is told. Every change is a `change` event. */
export class Line extends EventTarget {
  /** @type {Condition} */
  condition = 'asking';
  /** @type {any} what /info says, null until it is known */
  info = null;
  /** @type {any} what /cards says, null until it is known */
  cards = null;
  /** When cards was true, by performance.now(). */
  heardAt = 0;
  /** @type {Card[]} cards that have been on screen, the last one first */
  earlier = [];

  #tv;
  #patience = new Patience();
  #stopped = false;
  #asking = false;
  #askAgain = false;
  /** @type {(() => void) | null} */
  #unlocked = null;

  /** @param {import('./tvs.js').Tv} tv */
  constructor(tv) {
    super();
    this.#tv = tv;
  }

  get tv() {
    return this.#tv;
  }

  /** The TV's address as others reach it too. */
  get address() {
    return this.#tv.address || location.origin;
  }

  get name() {
    return this.#tv.name || this.info?.deviceName || (this.#tv.address ? this.#tv.address.replace(/^https?:\/\//, '') : 'the TV');
  }

  start() {
    void this.#live();
    const timer = setInterval(() => void this.refresh(), lookAgain);
    const unwatch = onWake(() => void this.refresh());
    this.stop = () => {
      this.#stopped = true;
      clearInterval(timer);
      unwatch();
    };
  }

  stop() {}

  /** @param {string} token */
  unlock(token) {
    this.#tv.token = token;
    return this.refresh();
  }

  /** @param {Card} card */
  notify(card) {
    return this.ask('POST', '/notify', card);
  }

  /** @param {string} id */
  dismiss(id) {
    return this.ask('DELETE', `/notify/${encodeURIComponent(id)}`);
  }

  /** Asks the TV how it is. */
  async refresh() {
    if (this.#stopped) return;
    try {
      const { status, body } = await this.ask('GET', '/info');
      if (status === 200) {
        this.info = body;
        this.#become(body.overlayPermission ? 'ready' : 'denied');
        if (this.cards) void this.#look();
      } else {
        this.#become(status === 401 ? 'locked' : 'gone');
      }
    } catch {
      this.#become('gone');
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {Card} [content]
   * @returns {Promise<Answer>} what the TV says; rejects only when the TV cannot be reached
   */
  async ask(method, path, content) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), patience);
    const headers = { ...this.#headers(), ...(content ? { 'Content-Type': 'application/json' } : {}) };
    try {
      const response = await fetch(this.#tv.address + path, {
        method, headers, cache: 'no-store', signal: stop.signal, body: content && JSON.stringify(content),
      });
      return { status: response.status, body: await response.json().catch(() => ({})) };
    } finally {
      clearTimeout(timer);
    }
  }

  /** @returns {Record<string, string>} */
  #headers() {
    return this.#tv.token ? { Authorization: `Bearer ${this.#tv.token}` } : {};
  }

  async #live() {
    while (!this.#stopped) {
      await this.refresh();
      if (this.condition === 'locked') {
        await new Promise((resolve) => { this.#unlocked = () => resolve(undefined); });
        continue;
      }
      if (this.condition !== 'gone') await follow(`${this.#tv.address}/events`, this.#headers(), (event) => this.#hear(event)).catch(() => {});
      await this.#patience.wait();
    }
  }

  /** @param {import('../event-stream.js').StreamEvent} event */
  #hear({ name, data }) {
    this.#patience.reset();
    if (name === 'state') this.#know(data);
    else void this.#look();
    if (['expired', 'dismissed'].includes(name) && data.card) {
      this.earlier = [data.card, ...this.earlier.filter(({ id }) => id !== data.card.id)].slice(0, remembered);
    }
    return this.#stopped;
  }

  /** Something has happened: asks for the whole, once for all that happens meanwhile. */
  async #look() {
    this.#askAgain = true;
    if (this.#asking) return;
    this.#asking = true;
    while (this.#askAgain) {
      this.#askAgain = false;
      const answer = await this.ask('GET', '/cards').catch(() => null);
      if (answer?.status === 200) this.#know(answer.body);
    }
    this.#asking = false;
  }

  /** @param {any} cards */
  #know(cards) {
    this.cards = cards;
    this.heardAt = performance.now();
    this.#changed();
  }

  /** @param {Condition} condition */
  #become(condition) {
    this.condition = condition;
    if (condition === 'gone' || condition === 'locked') this.cards = null;
    if (condition !== 'locked') this.#unlocked?.();
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}
