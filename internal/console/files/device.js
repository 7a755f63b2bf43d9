// @ts-check
import { owner } from './owner.js';

/** @typedef {import('./types.js').Status} Status */

const pace = 2000; // ms between two looks

/**
 * The device as the console knows it. It looks every other second while somebody sees the page, and says "change"
 * only when something has changed, so that no control is redrawn under the owner's finger.
 */
class Device extends EventTarget {
  /** @type {Status | null} */
  status = null;
  /** Why the service cannot be asked; empty while it can. */
  silence = '';

  #known = '';

  async watch() {
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void this.refresh();
    });
    await this.refresh();
    setInterval(() => {
      if (!document.hidden) void this.refresh();
    }, pace);
  }

  async refresh() {
    try {
      this.status = await owner.status();
      this.silence = '';
    } catch (error) {
      this.silence = words(error);
    }
    const now = JSON.stringify([this.status, this.silence]);
    if (now === this.#known) return;
    this.#known = now;
    this.dispatchEvent(new Event('change'));
  }
}

export const device = new Device();

/**
 * An error as a sentence.
 * @param {unknown} error
 * @returns {string}
 */
export function words(error) {
  return error instanceof Error ? error.message : String(error);
}
