// @ts-check
import { CardView } from '../card-view.js';
import { keep, recall } from '../kept.js';
import { element, make } from './dom.js';
import { contrast, fullHex } from './hex.js';

const lookName = 'cuecard.look';
/** What text and background have to differ by, to be read from a sofa. */
const readable = 3;
/** The factory's settings, for a TV that does not tell its own. */
const factory = {
  position: 'center', widthPercent: 60, background: '#FFFFFF', textColor: '#111111', accent: null, dim: 0,
};

/** A small television that shows the card of the form as the TV would, drawn by the TV page's own module. */
export class Preview {
  #view = /** @type {CardView} */ (document.querySelector('card-view'));
  #warning = element('contrast');
  #look = '';
  #seq = 0;

  constructor() {
    const look = recall(lookName);
    try {
      if (look) this.#setLook(JSON.parse(look));
    } catch {
      // The TV tells it again.
    }
  }

  /**
   * @param {Record<string, any>} card as far as it was written
   * @param {any} told what /cards says of the TV, or null
   */
  show(card, told) {
    if (told?.look) {
      keep(lookName, JSON.stringify(told.look));
      this.#setLook(told.look);
    }
    element('no-preview').hidden = this.#look !== '';
    const whole = complete(card, { ...factory, ...told?.defaults });
    this.#view.screenHeight = told?.screen?.height || null;
    this.#seq += 1;
    this.#view.show({
      seq: this.#seq,
      card: /** @type {any} */ ({ ...whole, id: 'preview' }),
      image: pictureOf(card.image, 480, 300),
      icon: pictureOf(card.icon, 96, 96),
      textScale: told?.textScale || 1,
    });
    this.#warn(whole);
  }

  /** @param {import('../types.js').Look} look */
  #setLook(look) {
    const text = JSON.stringify(look);
    if (text === this.#look) return;
    this.#look = text;
    this.#view.look = look;
  }

  /** @param {ReturnType<typeof complete>} card */
  #warn({ textColor, background, dim }) {
    const found = contrast(textColor, background, dim);
    const poor = found !== null && found < readable;
    this.#warning.hidden = !poor;
    this.#warning.textContent = poor ? `Text and card are too alike to read from the sofa (${found.toFixed(1)} : 1).` : '';
  }
}

/**
 * The card as the TV would complete it. What it would refuse is left as it was: the answer will say so.
 * @param {Record<string, any>} card
 * @param {Record<string, any>} defaults
 */
function complete(card, defaults) {
  const colour = (/** @type {string} */ name) => fullHex(card[name] ?? '') || fullHex(defaults[name] ?? '') || fullHex(/** @type {any} */ (factory)[name] ?? '') || '#FF888888';
  const accent = card.accent === undefined ? defaults.accent : card.accent;
  return {
    title: (card.title || '').trim() === '' ? null : card.title,
    message: card.message || 'Your message',
    image: card.image || null,
    icon: card.icon || null,
    position: card.position || defaults.position,
    widthPercent: within(card.widthPercent ?? defaults.widthPercent, 10, 100),
    background: colour('background'),
    textColor: colour('textColor'),
    accent: accent && accent !== 'none' ? fullHex(accent) : null,
    dim: within(card.dim ?? defaults.dim, 0, 1),
  };
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function within(value, least, most) {
  return Math.min(most, Math.max(least, value));
}

/**
 * A stand-in: this page loads nothing from elsewhere, the TV fetches the real one.
 * @param {string | undefined} address
 * @param {number} width
 * @param {number} height
 * @returns {import('../types.js').PictureNews}
 */
function pictureOf(address, width, height) {
  if (!address) return { state: 'none' };
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 48 30" preserveAspectRatio="xMidYMid slice">`
    + '<path fill="#9fb6cf" d="M0 0h48v30H0z"/><circle cx="36" cy="8" r="4" fill="#fff3cf"/>'
    + '<path fill="#5f7896" d="m0 26 14-15 10 10 6-5 18 14H0z"/></svg>';
  return { state: 'ready', src: `data:image/svg+xml,${encodeURIComponent(drawing)}` };
}

/** @returns {HTMLElement} a picture of a film, in CSS */
export function film() {
  return make('div', { class: 'film', 'aria-hidden': 'true' },
    ...['sun', 'far', 'near', 'lake', 'shore'].map((part) => make('i', { class: part })));
}
