// @ts-check
import { onWake } from './wake.js';

/** Without a byte for this long the connection is lost; the service speaks every 15 s. */
const silence = 40_000;
/** On a wake, a connection that has missed a word is given up at once. */
const staleOnWake = 20_000;

/** @typedef {{name: string, data: any, id: string}} StreamEvent */

/** The service answered, but not with a stream. */
export class Refused extends Error {
  /** @param {number} status */
  constructor(status) {
    super(`the service answered ${status}`);
    this.status = status;
  }
}

/**
 * Follows a text/event-stream until it ends, by fetch: EventSource cannot send headers. Every event's data is JSON.
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {(event: StreamEvent) => boolean | void} take answers true when it has heard enough
 * @returns {Promise<void>} rejects with Refused, or with what broke the connection
 */
export async function follow(url, headers, take) {
  const stop = new AbortController();
  let heard = Date.now();
  let timer = setTimeout(() => stop.abort(), silence);
  const unwatch = onWake(() => {
    if (Date.now() - heard > staleOnWake) stop.abort();
  });
  try {
    const response = await fetch(url, { headers, cache: 'no-store', signal: stop.signal });
    const type = response.headers.get('Content-Type') || '';
    if (!response.ok || !response.body || !type.startsWith('text/event-stream')) throw new Refused(response.status);

    const reader = response.body.getReader();
    const parse = parser();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard = Date.now();
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), silence);
      for (const event of parse(decoder.decode(value, { stream: true }))) {
        if (take(event)) return;
      }
    }
  } finally {
    clearTimeout(timer);
    unwatch();
    stop.abort();
  }
}

/**
 * Answers a function that takes the stream's text piece by piece, cut anywhere, and answers the events it completes.
 * @returns {(piece: string) => StreamEvent[]}
 */
export function parser() {
  let rest = '';
  let id = '';
  let name = '';
  /** @type {string[]} */
  let data = [];

  return (piece) => {
    /** @type {StreamEvent[]} */
    const events = [];
    const lines = (rest + piece).split('\n');
    rest = lines.pop() || '';
    for (const line of lines.map((text) => text.replace(/\r$/, ''))) {
      if (line === '') {
        if (data.length > 0) events.push({ name: name || 'message', data: JSON.parse(data.join('\n')), id });
        [name, data] = ['', []];
        continue;
      }
      const [, field, value] = /** @type {RegExpExecArray} */ (/^([^:]*)(?:: ?(.*))?$/.exec(line));
      if (field === 'event') name = value || '';
      if (field === 'data') data.push(value || '');
      if (field === 'id') id = value || '';
    }
    return events;
  };
}
