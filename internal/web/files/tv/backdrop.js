// @ts-check
import { Clock } from './clock.js';
import { DeviceSheet } from './device-sheet.js';
import { GrantSheet } from './grant-sheet.js';

/** @typedef {import('../types.js').Device} Device */

const defaultSeconds = 30;

/**
 * What the screen shows while there is no card: the grant command, the TV's address, a clock, or nothing. A card
 * takes the place of all of them.
 */
export class Backdrop {
  #sheet;
  #grant;
  #clock;
  /** @type {Device | null} */
  #device = null;
  #covered = false;
  #addressAsked = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Document} page */
  constructor(page) {
    /** @param {string} part */
    const find = (part) => /** @type {HTMLElement} */ (page.querySelector(part));
    this.#sheet = new DeviceSheet(find('.device'));
    this.#grant = new GrantSheet(find('.grant'));
    this.#clock = new Clock(find('.clock'));
  }

  /** @param {Device | null} device null: this page may not know it any more */
  set device(device) {
    this.#device = device;
    if (device) {
      this.#sheet.write(device);
      this.#grant.write(device);
    }
    this.#choose();
  }

  /** @param {boolean} covered a card is there */
  set covered(covered) {
    this.#covered = covered;
    this.#choose();
  }

  /**
   * The owner asks where the TV is.
   * @param {number} [seconds]
   */
  showAddress(seconds = defaultSeconds) {
    clearTimeout(this.#timer);
    this.#addressAsked = true;
    this.#timer = setTimeout(() => {
      this.#addressAsked = false;
      this.#choose();
    }, seconds * 1000);
    this.#choose();
  }

  #choose() {
    const device = this.#covered ? null : this.#device;
    const granting = Boolean(device && device.grant);
    const greeting = Boolean(device && !granting && (device.greet || this.#addressAsked));
    this.#grant.shown = granting;
    this.#sheet.shown = greeting;
    this.#clock.shown = Boolean(device && !granting && !greeting && device.idle === 'clock');
  }
}
