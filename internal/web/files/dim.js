// @ts-check
import { move } from './motion.js';

/** The black layer behind the card. There is one for all cards, so it never flickers between two that both dim. */
export class Dim {
  element = document.createElement('div');
  #opacity = 0;
  /** @type {Animation | null} */
  #fading = null;

  constructor() {
    this.element.className = 'dim';
  }

  /**
   * @param {number} opacity
   * @param {number} ms
   * @param {string} easing
   * @param {number} [head] the share of the new opacity a layer that was not there begins with
   */
  fade(opacity, ms, easing, head = 0) {
    if (opacity === this.#opacity) return;
    const seen = Number(getComputedStyle(this.element).opacity);
    const from = Math.max(seen, this.#opacity === 0 ? opacity * head : 0);
    this.#opacity = opacity;
    this.element.style.opacity = String(opacity);
    this.#fading?.cancel();
    this.#fading = move(this.element, [{ opacity: from }, { opacity }], { duration: ms, easing });
  }
}
