// @ts-check

/** @typedef {import('./types.js').PictureNews} PictureNews */

/** How many pictures are loaded at once: a slow page has to skip some of a camera's, never to wait for all. */
const loadsAtOnce = 2;

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
  #loads = new Loads();

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
    if (!src) this.element = null;
    if (!src || !sameOrigin) this.#loads = new Loads();
    if (src) void this.#load(this.#loads);
  }

  /** @param {Loads} loads */
  async #load(loads) {
    loads.waits = loads.now === loadsAtOnce;
    if (loads.waits) return;
    const src = this.#wanted;
    const image = new Image();
    image.alt = '';
    image.src = src;
    loads.now += 1;
    const number = ++loads.begun;
    const sound = await image.decode().then(() => image.naturalWidth > 0, () => false);
    loads.now -= 1;
    if (loads !== this.#loads) return;
    const last = src === this.#wanted;
    // A broken picture that is followed by another is no news.
    if (number > loads.shown && (sound || last)) {
      loads.shown = number;
      this.element = sound ? image : null;
      if (last) this.#state = sound ? 'shown' : 'failed';
      this.#changed();
    }
    if (loads.waits) void this.#load(loads);
  }
}

/** The pictures of one origin that are on their way. One that comes after a later one is not shown. */
class Loads {
  now = 0;
  begun = 0;
  shown = 0;
  waits = false;
}
