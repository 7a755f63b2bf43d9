// @ts-check
import { onWake } from '../wake.js';

/**
 * Keeps the screen from sleeping while that is wanted. Browsers allow it only to pages of a safe origin, and not in
 * the background; where it is not allowed, the device's own settings decide.
 */
export class Awake {
  #wanted = false;
  #asking = false;
  /** @type {WakeLockSentinel | null} */
  #lock = null;

  constructor() {
    onWake(() => void this.#ask());
  }

  /** @param {boolean} wanted */
  set wanted(wanted) {
    this.#wanted = wanted;
    if (wanted) void this.#ask();
    else this.#release();
  }

  async #ask() {
    if (!this.#wanted || this.#asking || !('wakeLock' in navigator) || this.#lock && !this.#lock.released) return;
    this.#asking = true;
    this.#lock = await navigator.wakeLock.request('screen').catch(() => null);
    this.#asking = false;
    if (!this.#wanted) this.#release();
  }

  #release() {
    void this.#lock?.release();
    this.#lock = null;
  }
}
