// @ts-check
import { screenKey } from '../screen-key.js';

/** An answer that takes longer than this is not coming, and must not hold up the next word. */
const patience = 5000;

/**
 * Says something to the service, once.
 * @param {string} path
 * @param {object} word
 */
export async function say(path, word) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...screenKey.header() },
      body: JSON.stringify(word),
      signal: stop.signal,
    });
  } catch {
    // The feed finds out by itself when the service is gone, and after the reconnect everything is told anew.
  } finally {
    clearTimeout(timer);
  }
}
