// @ts-check
import { keep, recall } from '../kept.js';

/** @typedef {{name: string, card: Record<string, any>}} Preset */

const keptAs = 'cuecard.presets';
const longest = 80;

/** @type {Record<string, string>} */
const types = {
  id: 'string', title: 'string', message: 'string', image: 'string', icon: 'string', duration: 'number', persistent: 'boolean',
  position: 'string', widthPercent: 'number', background: 'string', textColor: 'string', accent: 'string', dim: 'number', sound: 'string',
  speak: 'boolean',
};

/** Cards under a name, kept in this browser, and taken elsewhere as a JSON file. */
export class Presets {
  /** @type {Preset[]} */
  list = [];

  constructor() {
    try {
      this.list = sound(JSON.parse(recall(keptAs) || '[]'));
    } catch {
      // What cannot be read is as good as nothing.
    }
  }

  /**
   * A name that is taken is taken over.
   * @param {string} name
   * @param {Record<string, any>} card
   */
  save(name, card) {
    this.#merge([{ name: name.trim().slice(0, longest), card }]);
  }

  /** @param {string} name */
  remove(name) {
    this.list = this.list.filter((preset) => preset.name !== name);
    this.#keep();
  }

  /** @returns {string} the text of the file */
  export() {
    return `${JSON.stringify({ cuecardPresets: 1, presets: this.list }, null, 2)}\n`;
  }

  /**
   * @param {string} text of a file
   * @returns {number} how many presets it had; -1 when it is no such file
   */
  import(text) {
    try {
      const { presets } = JSON.parse(text);
      if (!Array.isArray(presets)) return -1;
      const found = sound(presets);
      this.#merge(found);
      return found.length;
    } catch {
      return -1;
    }
  }

  /** @param {Preset[]} added */
  #merge(added) {
    for (const preset of added) {
      const at = this.list.findIndex(({ name }) => name === preset.name);
      if (at < 0) this.list.push(preset);
      else this.list[at] = preset;
    }
    this.#keep();
  }

  #keep() {
    keep(keptAs, JSON.stringify(this.list));
  }
}

/**
 * Takes from a file that anybody may have written only what a card can have.
 * @param {any[]} presets
 * @returns {Preset[]}
 */
function sound(presets) {
  return presets.filter((preset) => preset && typeof preset.name === 'string' && preset.name.trim() && preset.card && typeof preset.card === 'object')
    .map(({ name, card }) => ({
      name: name.trim().slice(0, longest),
      card: Object.fromEntries(Object.entries(card).filter(([field, value]) => types[field] === typeof value)),
    }));
}
