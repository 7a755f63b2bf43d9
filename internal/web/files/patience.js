// @ts-check
import { onWake } from './wake.js';

const shortest = 500;
const longest = 10_000;

/** How long to wait before the next try: longer each time, never in step with other pages, not at all on a wake. */
export class Patience {
  #next = shortest;

  /** The last try went well: the next wait is short again. */
  reset() {
    this.#next = shortest;
  }

  /** @returns {Promise<void>} */
  wait() {
    const pause = this.#next * (0.75 + Math.random() / 2);
    this.#next = Math.min(2 * this.#next, longest);
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        unwatch();
        resolve();
      };
      const timer = setTimeout(done, pause);
      const unwatch = onWake(done);
    });
  }
}
