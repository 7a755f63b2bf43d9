// @ts-check
import { follow, Refused } from './event-stream.js';
import { screenKey } from './screen-key.js';
import { screenSize } from './screen-size.js';

/**
 * What the service says, by name. The page may leave out what it does not care for, and the service may say what this
 * page does not know.
 * @typedef {Object} Listeners
 * @property {(hello: import('./types.js').Hello) => void} hello who we are to the service
 * @property {(frame: import('./types.js').Frame) => void} frame what the screen shows
 * @property {(device: import('./types.js').Device) => void} device what it shows else
 * @property {(address: import('./types.js').Address) => void} address the owner asks for it
 * @property {(play: import('./types.js').Play) => void} play
 * @property {(speak: import('./types.js').Speak) => void} speak
 * @property {(hush: import('./types.js').Hush) => void} hush
 */

/** The page's line to the service. */
export class Feed {
  #listeners;
  #lastId = '';

  /** @param {Listeners} listeners */
  constructor(listeners) {
    this.#listeners = /** @type {Map<string, (data: any) => void>} */ (new Map(Object.entries(listeners)));
  }

  /**
   * Follows the feed until the connection is lost.
   * @returns {Promise<'lost' | 'locked'>} locked: the service wants a key we do not have
   */
  async follow() {
    const { width, height } = screenSize();
    const resume = /** @type {Record<string, string>} */ (this.#lastId ? { 'Last-Event-ID': this.#lastId } : {});
    try {
      await follow(`/tv/feed?width=${width}&height=${height}`, { ...screenKey.header(), ...resume }, (event) => {
        if (event.id) this.#lastId = event.id;
        this.#listeners.get(event.name)?.(event.data);
      });
    } catch (problem) {
      if (problem instanceof Refused && problem.status === 401) {
        screenKey.forget();
        return 'locked';
      }
    }
    return 'lost';
  }
}
