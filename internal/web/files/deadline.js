// @ts-check

/** Keeps a card from outliving its time while the service cannot be heard. While it can, it has the only word. */
export class Deadline {
  #passed;
  #at = Infinity;
  #lost = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {() => void} passed */
  constructor(passed) {
    this.#passed = passed;
  }

  /**
   * A frame has come from the service.
   * @param {number | null | undefined} remaining seconds; null: no end
   */
  set(remaining) {
    this.#at = typeof remaining === 'number' ? performance.now() + remaining * 1000 : Infinity;
    this.#lost = false;
    clearTimeout(this.#timer);
  }

  /** The connection is gone. */
  lost() {
    if (this.#lost || this.#at === Infinity) return;
    this.#lost = true;
    this.#timer = setTimeout(() => {
      this.#at = Infinity;
      this.#passed();
    }, Math.max(0, this.#at - performance.now()));
  }
}
