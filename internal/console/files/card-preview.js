// @ts-check
import { CardView } from '/web/card-view.js';
import { wholeColour } from './colour-control.js';
import { make } from './make.js';

/** @typedef {import('./types.js').Status} Status */
/** @typedef {import('/web/types.js').CardContent} CardContent */

const message = 'Dinner is ready.';
const positions = ['center', 'top-left', 'top-right', 'bottom-left', 'bottom-right'];

/** <card-preview> is the TV as a card with nothing but a message would look on it, drawn by the TV page's own module. */
export class CardPreview extends HTMLElement {
  #view = new CardView();
  #film = make('div', { class: 'film' });
  #says = make('p', { class: 'soft' });
  #seq = 0;
  #look = '';
  /** @type {CardContent} */
  #card = { id: 'preview', message, position: 'center', widthPercent: 60, background: '#FFFFFF', textColor: '#111111', accent: null, dim: 0 };
  #textScale = 1;

  connectedCallback() {
    this.#film.append(this.#view);
    this.replaceChildren(this.#film, make('p', {}, 'A card of only ', make('code', {}, `{"message": "${message}"}`)), this.#says);
  }

  /** @param {Status} status */
  update({ look, screen }) {
    if (JSON.stringify([look, screen]) === this.#look) return;
    this.#look = JSON.stringify([look, screen]);
    this.#view.screenHeight = screen.height;
    if (screen.width > 0 && screen.height > 0) this.#film.style.aspectRatio = `${screen.width} / ${screen.height}`;
    this.#view.look = look;
  }

  /**
   * Draws what is in the form; of what is no good, what was there before.
   * @param {Map<string, string>} typed
   */
  show(typed) {
    const card = this.#card;
    const position = typed.get('position') ?? '';
    const accent = typed.get('accent') ?? '';
    this.#card = {
      ...card,
      position: positions.includes(position) ? /** @type {CardContent['position']} */ (position) : card.position,
      widthPercent: within(typed.get('widthPercent'), 10, 100, card.widthPercent),
      background: wholeColour(typed.get('background') ?? '') ?? card.background,
      textColor: wholeColour(typed.get('textColor') ?? '') ?? card.textColor,
      accent: accent === 'none' || accent === '' ? null : wholeColour(accent) ?? card.accent,
      dim: within(typed.get('dim'), 0, 1, card.dim),
    };
    this.#textScale = within(typed.get('textScale'), 0.5, 2, this.#textScale);
    const none = /** @type {const} */ ({ state: 'none' });
    this.#view.show({ seq: ++this.#seq, card: this.#card, image: none, icon: none, textScale: this.#textScale });
    this.#says.textContent = `It stays for ${typed.get('duration')} seconds and ${plays(typed.get('sound') ?? '')}.`;
  }
}

/** @param {string} sound */
function plays(sound) {
  if (sound === 'none') return 'plays nothing';
  return sound === 'default' ? 'plays the chime' : 'plays a sound from an address';
}

/**
 * @param {string | undefined} typed
 * @param {number} from
 * @param {number} to
 * @param {number} before
 */
function within(typed, from, to, before) {
  const number = Number(typed);
  return typed && number >= from && number <= to ? number : before;
}

customElements.define('card-preview', CardPreview);
