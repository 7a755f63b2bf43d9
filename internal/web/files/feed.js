// @ts-check
import { follow, Refused } from './event-stream.js';
import { screenKey } from './screen-key.js';
import { screenSize } from './screen-size.js';

/** @typedef {import('./types.js').Frame} Frame */
/** @typedef {import('./types.js').Hello} Hello */

/** The page's line to the service: who we are to it and what the screen should show. */
export class Feed {
  #hello;
  #frame;
  #lastId = '';

  /**
   * @param {(hello: Hello) => void} hello
   * @param {(frame: Frame) => void} frame
   */
  constructor(hello, frame) {
    this.#hello = hello;
    this.#frame = frame;
  }

  /**
   * Follows the feed until the connection is lost.
   * @returns {Promise<'lost' | 'locked'>} locked: the service wants a key we do not have
   */
  async follow() {
    const { width, height } = screenSize();
    const resume = this.#lastId ? { 'Last-Event-ID': this.#lastId } : {};
    try {
      await follow(`/tv/feed?width=${width}&height=${height}`, { ...screenKey.header(), ...resume }, (event) => {
        if (event.id) this.#lastId = event.id;
        if (event.name === 'hello') this.#hello(event.data);
        if (event.name === 'frame') this.#frame(event.data);
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
