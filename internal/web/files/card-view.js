// @ts-check
import { Card } from './card.js';
import { Dim } from './dim.js';
import { move } from './motion.js';

/** @typedef {import('./types.js').Look} Look */
/** @typedef {import('./types.js').Frame} Frame */
/** @typedef {import('./types.js').CardContent} CardContent */

const settling = 'cubic-bezier(0.2, 0, 0, 1)';

/**
 * <card-view> is a screen of any size: it draws the frame's card and dim layer scaled to its own box, the whole
 * television as well as a small preview of one. It needs card.css.
 */
export class CardView extends HTMLElement {
  /**
   * The height of the real screen in pixels, when this box is only a picture of it.
   * @type {number | null}
   */
  screenHeight = null;

  /** @type {Look | null} */
  #look = null;
  /** @type {Frame | null} */
  #frame = null;
  /** @type {Card | null} */
  #card = null;
  /** @type {Animation | null} */
  #resizing = null;
  #dim = new Dim();
  #watch = new ResizeObserver(() => this.#fit());

  connectedCallback() {
    if (!this.#dim.element.isConnected) this.prepend(this.#dim.element);
    this.#watch.observe(this);
  }

  disconnectedCallback() {
    this.#watch.disconnect();
  }

  /** @param {Look} look */
  set look(look) {
    this.#look = look;
    for (const [name, value] of Object.entries(look)) {
      this.style.setProperty(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, String(value));
    }
    if (this.#frame) this.show(this.#frame);
  }

  /**
   * Draws a frame. The card with the same id is written anew in its place; any other comes as the old one goes.
   * @param {Frame} frame
   */
  show(frame) {
    this.#frame = frame;
    this.dataset.seq = String(frame.seq);
    if (!this.#look) return;
    const content = frame.card;
    if (content && this.#card && content.id === this.#card.content.id) {
      this.#replace(this.#card, frame, content, this.#look);
      return;
    }
    this.#take(this.#look);
    if (content) this.#bring(frame, content, this.#look);
    else this.#dim.fade(0, this.#look.goingMs, 'linear');
  }

  /**
   * @param {Frame} frame
   * @param {CardContent} content
   * @param {Look} look
   */
  #bring(frame, content, look) {
    const card = new Card(content, () => this.#resize(card, look));
    this.#card = card;
    card.write(frame, content);
    this.append(card.element);
    this.#fit();
    const rise = look.rise * this.#dp(look);
    move(card.element, [
      { opacity: look.comingOpacity, transform: `translateY(${rise}px)` },
      { opacity: 1, transform: 'none' },
    ], { duration: look.comingMs, easing: settling });
    this.#dim.fade(content.dim, look.comingMs, settling, look.comingOpacity);
  }

  /** @param {Look} look */
  #take(look) {
    for (const late of this.querySelectorAll('.card.going')) late.remove();
    if (!this.#card) return;
    const { element } = this.#card;
    this.#card = null;
    element.classList.add('going');
    const going = move(element, [{ opacity: 0 }], { duration: look.goingMs, fill: 'forwards' });
    if (going) going.onfinish = () => element.remove();
    else element.remove();
  }

  /**
   * @param {Card} card
   * @param {Frame} frame
   * @param {CardContent} content
   * @param {Look} look
   */
  #replace(card, frame, content, look) {
    const { position, widthPercent } = card.content;
    const before = card.height;
    card.write(frame, content);
    this.#fit();
    if (position === content.position && widthPercent === content.widthPercent) this.#follow(card, before, look);
    this.#dim.fade(content.dim, look.resizeMs, settling);
  }

  /**
   * A picture has joined or gone: the card grows away from the corner it stands in.
   * @param {Card} card
   * @param {Look} look
   */
  #resize(card, look) {
    if (card !== this.#card) return;
    const before = card.height;
    this.#fit();
    this.#follow(card, before, look);
  }

  /**
   * Lets the card's height follow its content from where it was.
   * @param {Card} card
   * @param {number} before
   * @param {Look} look
   */
  #follow(card, before, look) {
    this.#resizing?.cancel();
    const after = card.height;
    if (Math.abs(after - before) < 1) return;
    this.#resizing = move(card.element, [{ height: `${before}px` }, { height: `${after}px` }], {
      duration: look.resizeMs,
      easing: settling,
    });
  }

  #fit() {
    const look = this.#look;
    const { width, height } = this.#box();
    if (!look || height === 0) return;
    this.style.setProperty('--dp', `${this.#dp(look)}px`);
    this.style.setProperty('--text-scale', String(this.#frame?.textScale || 1));
    const pixel = this.screenHeight ? height / this.screenHeight : 1 / devicePixelRatio;
    this.#card?.layOut({ width, height, pixel }, look);
  }

  /** @param {Look} look */
  #dp(look) {
    return this.#box().height / look.screenHeight;
  }

  /** The box as laid out: unrounded, so that a small picture of a screen has its proportions. */
  #box() {
    const { width, height } = getComputedStyle(this);
    return { width: parseFloat(width) || 0, height: parseFloat(height) || 0 };
  }
}

customElements.define('card-view', CardView);
