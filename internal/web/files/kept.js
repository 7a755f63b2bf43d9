// @ts-check
// What this browser keeps between visits. Where it keeps nothing (storage switched off), it lasts until the page
// is closed.

/** @type {Map<string, string>} */
const unkept = new Map();

/** @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(name) || unkept.get(name) || null;
  } catch {
    return unkept.get(name) || null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  unkept.set(name, value);
  try {
    localStorage.setItem(name, value);
  } catch {
    // It lasts as long as the page.
  }
}

/** @param {string} name */
export function forget(name) {
  unkept.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // It was never stored.
  }
}
