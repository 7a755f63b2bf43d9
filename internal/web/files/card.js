// @ts-check
import { cssColour } from './colour.js';
import { countLines, endAfter } from './ellipsis.js';
import { Picture } from './picture.js';
import { share } from './share.js';

/** @typedef {import('./types.js').Look} Look */
/** @typedef {import('./types.js').Frame} Frame */
/** @typedef {import('./types.js').CardContent} CardContent */

/**
 * The box a card is laid out in, in CSS pixels.
 * @typedef {Object} Box
 * @property {number} width
 * @property {number} height
 * @property {number} pixel the side of one pixel of the real screen, as it appears in this box
 */

/** One card on the screen. Its elements are made once; every replacement in place is written into the same ones. */
export class Card {
  element = make('article', 'card');

  #stripe = make('div', 'stripe');
  #text = make('div', 'text');
  #icon = make('div', 'icon');
  #title = make('div', 'title');
  #message = make('div', 'message');
  #iconPicture;
  #imagePicture;
  #content;

  /**
   * @param {CardContent} content
   * @param {() => void} changed called when a picture has joined and the card has to be laid out again
   */
  constructor(content, changed) {
    this.#content = content;
    this.#iconPicture = new Picture(changed);
    this.#imagePicture = new Picture(changed);
    this.#text.dir = 'auto';
    this.#text.append(this.#icon, this.#title, this.#message);
    this.element.append(this.#stripe, this.#text);
  }

  get content() {
    return this.#content;
  }

  get height() {
    return height(this.element);
  }

  /**
   * Takes what a frame says. Text and sizes follow in layOut, which may have to end the text early.
   * @param {Frame} frame
   * @param {CardContent} content
   */
  write(frame, content) {
    this.#content = content;
    const { element } = this;
    element.dataset.cardId = content.id;
    element.dataset.seq = String(frame.seq);
    element.dataset.position = content.position;
    element.style.backgroundColor = cssColour(content.background);
    element.style.color = cssColour(content.textColor);
    element.classList.toggle('striped', Boolean(content.accent));
    this.#stripe.style.backgroundColor = content.accent ? cssColour(content.accent) : '';
    element.classList.toggle('untitled', !content.title);
    this.#iconPicture.want(content.icon || null, frame.icon);
    this.#imagePicture.want(content.image || null, frame.image);
  }

  /**
   * Gives every part its size, so that the card stays inside the box whatever it has to say.
   * @param {Box} box
   * @param {Look} look
   */
  layOut(box, look) {
    const dp = box.height / look.screenHeight;
    const { width, padding, inside } = this.#measure(box, look);
    this.element.style.width = `${width}px`;
    this.element.classList.toggle('narrow', padding < look.padding * dp);
    this.#placeIcon(inside, dp, look);

    setText(this.#title, this.#content.title || '');
    setText(this.#message, this.#content.message);
    endAfter(this.#title, look.titleMaxLines);
    const lines = Math.max(1, countLines(this.#message));
    const line = height(this.#message) / lines;
    const image = this.#imagePicture.element;
    const shared = share({
      room: box.height - 2 * (look.margin * dp + padding) - (height(this.#text) - lines * line),
      lines,
      line,
      leastLines: look.messageMinLines,
      image: image ? wantedHeight(image, inside, box, look) : 0,
      tightImage: look.imageTightHeight * box.height,
      gap: look.imageGap * dp,
    });
    endAfter(this.#message, shared.lines);
    this.#placeImage(image, shared.image);
  }

  /**
   * @param {Box} box
   * @param {Look} look
   */
  #measure(box, look) {
    const dp = box.height / look.screenHeight;
    const { widthPercent, position, accent } = this.#content;
    const widest = position === 'center' ? box.width : box.width - 2 * look.margin * dp;
    const width = Math.min((box.width * widthPercent) / 100, widest);
    const padding = (width < look.narrowBelow * dp ? look.paddingNarrow : look.padding) * dp;
    return { width, padding, inside: width - 2 * padding - (accent ? look.stripe * dp : 0) };
  }

  /**
   * The room of an icon that is still coming is kept free: the text stays where it is when the icon joins.
   * @param {number} inside the width of the card's content
   * @param {number} dp
   * @param {Look} look
   */
  #placeIcon(inside, dp, look) {
    const { element: image, state } = this.#iconPicture;
    const side = look.iconSize * dp;
    const beside = inside - side - look.iconGap * dp >= look.iconTextMin * dp;
    const expected = state === 'shown' || state === 'coming';
    this.element.dataset.icon = state;
    this.element.classList.toggle('icon-beside', expected && beside);
    this.element.classList.toggle('icon-above', expected && !beside);
    if (image) setHeight(image, (Math.min(side, inside) * image.naturalHeight) / longerSide(image));
    if (this.#icon.firstChild !== image) this.#icon.replaceChildren(...(image ? [image] : []));
  }

  /**
   * @param {HTMLImageElement | null} image
   * @param {number} height 0 when the image has to go
   */
  #placeImage(image, height) {
    const shown = height > 0 ? image : null;
    const old = this.element.querySelector('.image');
    this.element.dataset.image = image && !shown ? 'left-out' : this.#imagePicture.state;
    if (old && old !== shown) old.remove();
    if (!shown) return;
    shown.className = 'image';
    setHeight(shown, height);
    if (old !== shown) this.element.append(shown);
  }
}

/**
 * The height an image has when there is room for everything.
 * @param {HTMLImageElement} image
 * @param {number} inside
 * @param {Box} box
 * @param {Look} look
 */
function wantedHeight(image, inside, box, look) {
  const { naturalWidth, naturalHeight } = image;
  const scale = Math.min(
    inside / naturalWidth,
    (look.imageMaxHeight * box.height) / naturalHeight,
    look.imageEnlarge * box.pixel,
  );
  return naturalHeight * scale;
}

/** @param {HTMLImageElement} image */
function longerSide(image) {
  return Math.max(image.naturalWidth, image.naturalHeight);
}

/**
 * @param {HTMLImageElement} image
 * @param {number} height
 */
function setHeight(image, height) {
  image.style.height = `${height}px`;
  image.style.width = `${(height * image.naturalWidth) / image.naturalHeight}px`;
}

/**
 * @param {string} tag
 * @param {string} name
 */
function make(tag, name) {
  const element = document.createElement(tag);
  element.className = name;
  return element;
}

/**
 * @param {Element} element
 * @param {string} text
 */
function setText(element, text) {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
  if (element.textContent !== lines) element.textContent = lines;
}

/**
 * The height as laid out: unrounded, and untouched by any transform around the box.
 * @param {Element} element
 */
function height(element) {
  return parseFloat(getComputedStyle(element).height) || 0;
}
