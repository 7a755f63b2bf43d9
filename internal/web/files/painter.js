// @ts-check

/** @typedef {import('./types.js').Frame} Frame */
/** @typedef {import('./card-view.js').CardView} CardView */

/** Draws at the screen's pace: of the frames that come between two pictures of the screen only the last is drawn. */
export class Painter {
  #view;
  #shows;
  /** @type {{frame: Frame, painted: () => void} | null} */
  #next = null;
  /** @type {Frame | null} */
  #frame = null;

  /**
   * @param {CardView} view
   * @param {(card: boolean) => void} [shows] told with every picture whether a card is in it
   */
  constructor(view, shows = () => {}) {
    this.#view = view;
    this.#shows = shows;
  }

  /**
   * @param {Frame} frame
   * @param {() => void} [painted] called when the frame has really been on screen
   */
  draw(frame, painted = () => {}) {
    const asked = this.#next !== null;
    this.#next = { frame, painted };
    if (!asked) requestAnimationFrame(() => this.#paint());
  }

  /** Takes down whatever is there, without a word from the service. */
  clear() {
    const last = this.#next?.frame || this.#frame;
    if (last) this.draw({ ...last, card: null });
  }

  #paint() {
    if (!this.#next) return;
    const { frame, painted } = this.#next;
    this.#next = null;
    this.#frame = frame;
    this.#view.show(frame);
    this.#shows(frame.card !== null);
    requestAnimationFrame(painted);
  }
}
