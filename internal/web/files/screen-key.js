// @ts-check
import { forget, keep, recall } from './kept.js';

const name = 'cuecard.screenKey';

/** The key the owner has given this screen. */
export const screenKey = {
  /** @param {string} key */
  keep: (key) => keep(name, key),
  forget: () => forget(name),

  /** @returns {Record<string, string>} */
  header() {
    const key = recall(name);
    return key ? { Authorization: `Bearer ${key}` } : {};
  },
};
