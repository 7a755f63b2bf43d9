// @ts-check

const minute = 60_000;
const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

/** A quiet clock that never stands in one place for long, so that it leaves no trace in the screen. */
export class Clock {
  #face;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} face */
  constructor(face) {
    this.#face = face;
  }

  /** @param {boolean} shown it ticks only then */
  set shown(shown) {
    if (shown === !this.#face.hidden) return;
    this.#face.hidden = !shown;
    clearTimeout(this.#timer);
    if (shown) this.#tick();
  }

  #tick() {
    const now = Date.now();
    const { x, y } = place(Math.floor(now / minute));
    this.#face.textContent = hoursAndMinutes(now);
    this.#face.style.transform = `translate(${x.toFixed(2)}vw, ${y.toFixed(2)}vh)`;
    this.#timer = setTimeout(() => this.#tick(), minute - (now % minute));
  }
}

/**
 * The local time as this device writes it. Whether it is morning or evening can be seen.
 * @param {number} now
 */
function hoursAndMinutes(now) {
  const parts = time.formatToParts(now).filter(({ type }) => type !== 'dayPeriod');
  return parts.map(({ value }) => value).join('').trim();
}

/**
 * Where the clock stands in a minute, off the middle: it wanders slowly around and comes by the same way only after
 * hours.
 * @param {number} minutes
 */
export function place(minutes) {
  return { x: 14 * Math.sin(minutes / 7), y: 20 * Math.sin(minutes / 11 + 1) };
}
