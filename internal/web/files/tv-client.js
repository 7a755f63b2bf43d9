// @ts-check
import { forget, keep, recall } from './kept.js';

const tokenName = 'cuecard.token';

/**
 * An answer of the service: its status, and its JSON body whatever that says.
 * @typedef {Object} Answer
 * @property {number} status
 * @property {any} body
 */

/** The service's HTTP interface, as this page uses it. Every call rejects only when the service cannot be reached. */
export const tv = {
  /** @returns {Promise<Answer>} */
  health: () => ask('GET', '/health'),

  /** @returns {Promise<Answer>} */
  info: () => ask('GET', '/info'),

  /**
   * @param {{title?: string, message: string}} card
   * @returns {Promise<Answer>}
   */
  notify: (card) => ask('POST', '/notify', card),
};

export const token = {
  /** @param {string} value */
  keep: (value) => keep(tokenName, value),
  forget: () => forget(tokenName),
  known: () => recall(tokenName) !== null,
};

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [content]
 * @returns {Promise<Answer>}
 */
async function ask(method, path, content) {
  /** @type {Record<string, string>} */
  const headers = {};
  const value = recall(tokenName);
  if (value) headers.Authorization = `Bearer ${value}`;
  if (content) headers['Content-Type'] = 'application/json';
  const response = await fetch(path, { method, headers, cache: 'no-store', body: content && JSON.stringify(content) });
  return { status: response.status, body: await response.json().catch(() => ({})) };
}
