// @ts-check
import { forget, keep, recall } from '../kept.js';
import { Line } from './line.js';

/**
 * A television as this browser knows it. The one that serves the page has no address of its own.
 * @typedef {Object} Tv
 * @property {string} address
 * @property {string} name empty: the TV's own
 * @property {string} token empty: none
 * @property {boolean} chosen cards are sent to it
 */

const name = 'cuecard.tvs';
const oldToken = 'cuecard.token';

/** The televisions, kept in this browser only, each with a line to it. */
export class Tvs extends EventTarget {
  /** @type {Line[]} */
  lines = [];

  constructor() {
    super();
    const tvs = remembered();
    const token = tokenInAddress();
    if (token) tvs[0].token = token;
    for (const tv of tvs) this.#connect(tv);
    if (token || recall(oldToken) !== null) {
      this.save();
      forget(oldToken);
    }
  }

  get chosen() {
    return this.lines.filter(({ tv }) => tv.chosen);
  }

  /**
   * @param {string} typed an address as people write it
   * @param {string} ownName
   * @param {string} token
   * @returns {string} what is wrong, or nothing
   */
  add(typed, ownName, token) {
    const address = readAddress(typed);
    if (!address) return 'This must be an address, such as 192.168.1.20';
    if (this.lines.some((line) => line.address === address)) return 'This TV is already there.';
    this.#connect({ address, name: ownName.trim(), token: token.trim(), chosen: true });
    this.save();
    return '';
  }

  /** @param {Line} line */
  remove(line) {
    line.stop();
    this.lines = this.lines.filter((other) => other !== line);
    this.save();
  }

  /** Keeps what was changed about a TV. */
  save() {
    keep(name, JSON.stringify(this.lines.map(({ tv }) => tv)));
    this.dispatchEvent(new Event('list'));
    this.#changed();
  }

  /** @param {Tv} tv */
  #connect(tv) {
    const line = new Line(tv);
    line.addEventListener('change', () => this.#changed());
    this.lines.push(line);
    line.start();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/** The token that the owner's code puts behind the address. It does not stay there. */
function tokenInAddress() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

/**
 * The TV that serves this page, as it was kept.
 * @returns {Tv}
 */
export function ownTv() {
  return remembered()[0];
}

/** @returns {Tv[]} the first is the one that serves this page */
function remembered() {
  const own = { address: '', name: '', token: recall(oldToken) || '', chosen: true };
  /** @type {Tv[]} */
  let kept = [];
  try {
    kept = JSON.parse(recall(name) || '[]').filter(isTv);
  } catch {
    // What cannot be read is as good as nothing.
  }
  return kept[0]?.address === '' ? kept : [own, ...kept.filter(({ address }) => address !== '')];
}

/** @param {any} tv */
function isTv(tv) {
  return tv && ['address', 'name', 'token'].every((field) => typeof tv[field] === 'string') && typeof tv.chosen === 'boolean'
    && (tv.address === '' || readAddress(tv.address) === tv.address);
}

/**
 * @param {string} typed
 * @returns {string | null}
 */
export function readAddress(typed) {
  const text = typed.trim();
  const full = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  if (text === '' || /\s/.test(text)) return null;
  try {
    const url = new URL(full);
    if (!url.hostname) return null;
    const bare = !/^https?:\/\//i.test(text) && !/:\d+\/?$/.test(text);
    return bare ? `http://${url.hostname}:8090` : url.origin;
  } catch {
    return null;
  }
}
