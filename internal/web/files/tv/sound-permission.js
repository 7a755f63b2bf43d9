// @ts-check
import { maySound } from './speaker.js';

/** How long the line stays: the screen is black again when nobody answers. */
const lineFor = 30_000;

/** A browser may let nothing be heard before a first key press: then one small line asks for it. */
export class SoundPermission {
  #line;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #pressed = () => void this.#try();

  /** @param {HTMLElement} line */
  constructor(line) {
    this.#line = line;
  }

  /**
   * Answers a performance that asks for a key press when it is refused.
   * @param {import('./acts.js').Performance} performance
   * @returns {import('./acts.js').Performance}
   */
  for(performance) {
    return async (over) => {
      try {
        await performance(over);
      } catch (problem) {
        if (problem instanceof DOMException && problem.name === 'NotAllowedError' && !over.aborted) this.#ask();
      }
    };
  }

  #ask() {
    this.#line.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#line.hidden = true;
    }, lineFor);
    addEventListener('keydown', this.#pressed);
    addEventListener('pointerup', this.#pressed);
  }

  /** Not every key counts for the browser. Once one did, it remembers that for as long as the page lives. */
  async #try() {
    if (!await maySound()) return;
    this.#line.hidden = true;
    clearTimeout(this.#timer);
    removeEventListener('keydown', this.#pressed);
    removeEventListener('pointerup', this.#pressed);
  }
}
