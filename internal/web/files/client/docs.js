// @ts-check
import { followArrows } from './arrows.js';
import { button, element, make } from './dom.js';
import { examples } from './examples.js';
import { Line } from './line.js';
import { ownTv } from './tvs.js';

/** @typedef {import('./examples.js').Step} Step */

const line = new Line(ownTv());

/**
 * Sends what an example sends, and writes under it what went there and back.
 * @param {Step[]} steps
 * @param {HTMLElement} answer
 */
async function run(steps, answer) {
  /** @type {string[]} */
  const lines = [];
  for (const [method, path, body] of steps) {
    lines.push(shortened(`${method} ${path}${body ? ` ${JSON.stringify(body)}` : ''}`));
    const { status, body: said } = await line.ask(method, path, body).catch(() => ({ status: 0, body: {} }));
    lines.push(status === 0 ? '→ The TV does not answer.' : `→ ${status} ${JSON.stringify(said)}`);
  }
  answer.hidden = false;
  answer.textContent = lines.join('\n');
}

/** @param {string} text */
function shortened(text) {
  return text.length > 400 ? `${text.slice(0, 120)}… (${text.length} characters)` : text;
}

for (const cell of document.querySelectorAll('[data-try]')) {
  const name = cell.getAttribute('data-try') || '';
  const answer = make('pre', { class: 'answer', role: 'status', hidden: true });
  cell.append(button('Try it', () => void run(examples[name], answer), { class: 'try', 'aria-label': `Try it: ${name}` }));
  (cell.closest('tr')?.querySelector('td:nth-child(2)') || cell).append(answer);
}
for (const place of document.querySelectorAll('.base')) place.textContent = location.origin;
followArrows();
element('docs').dataset.ready = 'true';
