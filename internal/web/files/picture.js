// @ts-check

/** @typedef {import('./types.js').PictureNews} PictureNews */

/**
 * One picture of a card: its image or its icon. It is part of the card only once it is loaded and decoded; until
 * then, and when it is broken, the card is drawn without it.
 */
export class Picture {
  /** @type {HTMLImageElement | null} */
  element = null;

  #changed;
  /** @type {string | null} */
  #origin = null;
  #wanted = '';
  #state = 'none';

  /** @param {() => void} changed called when the picture joins or turns out to be broken */
  constructor(changed) {
    this.#changed = changed;
  }

  /** What a reader of the page may know: none, coming, shown or failed. */
  get state() {
    return this.element ? 'shown' : this.#state;
  }

  /**
   * Takes the news of a frame. While the next picture from the same origin is fetched (a camera's snapshot), the last
   * one stays; one from elsewhere says nothing about the new text and goes. What is ready takes over without a gap.
   * @param {string | null} origin
   * @param {PictureNews} news
   */
  want(origin, news) {
    const sameOrigin = origin !== null && origin === this.#origin;
    this.#origin = origin;
    if (news.state === 'coming' && sameOrigin && this.element) return;

    const src = news.state === 'ready' && news.src ? news.src : '';
    if (src !== '' && src === this.#wanted) return;
    this.#wanted = src;
    this.#state = src ? 'coming' : news.state;
    if (src) void this.#load(src);
    else this.element = null;
  }

  /** @param {string} src */
  async #load(src) {
    const image = new Image();
    image.alt = '';
    image.src = src;
    const sound = await image.decode().then(() => image.naturalWidth > 0, () => false);
    if (src !== this.#wanted) return;
    this.element = sound ? image : null;
    this.#state = sound ? 'shown' : 'failed';
    this.#changed();
  }
}
