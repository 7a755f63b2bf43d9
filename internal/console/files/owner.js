// @ts-check

/** @typedef {import('./types.js').Status} Status */
/** @typedef {import('./types.js').Setting} Setting */
/** @typedef {import('./types.js').Screen} Screen */

/** What the owner may do. Every call rejects with an Error whose message is for people. */
export const owner = {
  /** @returns {Promise<Status>} */
  status: () => ask('GET', 'status'),

  /** @returns {Promise<Setting[]>} */
  settings: () => ask('GET', 'settings'),

  /**
   * @param {Record<string, string>} typed
   * @returns {Promise<Setting[]>} all settings as they are now
   */
  change: (typed) => ask('PATCH', 'settings', typed),

  /** @returns {Promise<string>} */
  token: () => ask('GET', 'token'),

  /** @returns {Promise<string>} */
  newToken: () => ask('POST', 'token'),

  /** @returns {Promise<void>} */
  clearToken: () => ask('DELETE', 'token'),

  /**
   * @param {boolean} allowed
   * @returns {Promise<void>}
   */
  overlay: (allowed) => ask('PUT', 'overlay', allowed),

  /** @returns {Promise<Screen[]>} */
  screens: async () => (await ask('GET', 'screens')) ?? [],

  /**
   * @param {string} code
   * @returns {Promise<string>} the screen's name
   */
  approve: (code) => ask('POST', 'screens', code),

  /**
   * @param {string} id
   * @returns {Promise<void>}
   */
  revoke: (id) => ask('DELETE', `screens/${encodeURIComponent(id)}`),

  /** @returns {Promise<import('./types.js').Code | null>} the code that carries the token */
  code: () => ask('GET', 'code'),

  /** @returns {Promise<{id: string, result: string}>} */
  test: () => ask('POST', 'test'),

  /** @returns {Promise<void>} */
  address: () => ask('POST', 'address'),

  /**
   * @param {boolean} done
   * @returns {Promise<void>}
   */
  setUp: (done) => ask('PUT', 'setUp', done),
};

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [content]
 * @returns {Promise<any>}
 */
async function ask(method, path, content) {
  const response = await fetch(`/owner/${path}`, {
    method,
    cache: 'no-store',
    headers: { 'Content-Type': 'application/json' },
    body: content === undefined ? undefined : JSON.stringify(content),
  }).catch(() => {
    throw new Error('The service does not answer. Is it still running?');
  });
  const body = await response.json().catch(() => null);
  if (response.ok) return body;
  if (response.status === 401) throw new Error('This page has lost its key. Open the address that “cuecard console” prints.');
  throw new Error(body?.error ?? `The service answers ${response.status}.`);
}
