// @ts-check
import { element, showError } from './page.js';
import { askForToken, refreshState } from './state-panel.js';
import { tv } from './tv-client.js';

/** @type {Record<string, string>} */
const resultWords = {
  shown: 'On screen.',
  replaced: 'On screen, in place of the card before.',
  queued: 'Waiting: another card is showing.',
  'queued-dropped-oldest': 'Waiting: another card is showing. The line was full, so the oldest waiting card was dropped.',
};

const fields = ['title', 'message'];
const form = /** @type {HTMLFormElement} */ (element('send'));
const button = /** @type {HTMLButtonElement} */ (form.querySelector('button'));
const result = element('result');

async function send() {
  if (isSending()) return;
  const content = new FormData(form);
  const title = String(content.get('title')).trim();
  const message = String(content.get('message'));
  clear();
  setSending(true);
  try {
    report(await tv.notify(title ? { title, message } : { message }));
  } catch {
    showError('form', 'The TV does not answer. Is it on, and in this network?');
  }
  setSending(false);
  void refreshState();
}

function isSending() {
  return button.getAttribute('aria-disabled') === 'true';
}

/**
 * A button that is really disabled would lose the focus, and with it somebody who has no mouse.
 * @param {boolean} sending
 */
function setSending(sending) {
  button.setAttribute('aria-disabled', String(sending));
}

function clear() {
  result.textContent = '';
  for (const name of [...fields, 'form']) showError(name, '');
}

/** @param {import('./tv-client.js').Answer} answer */
function report({ status, body }) {
  if (status === 200) {
    result.textContent = resultWords[body.result] || body.result;
    return;
  }
  if (status === 401) {
    askForToken();
    showError('form', 'This TV asks for its token first.');
    element('token').focus();
    return;
  }
  const words = body.error || `The TV answered ${status}.`;
  const [, named = ''] = /^field '([^']+)'/.exec(words) || [];
  if (!fields.includes(named)) {
    showError('form', words);
    return;
  }
  showError(named, words.replace(/^field '[^']+' must /, 'This must '));
  element(named).focus();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});

form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit(button);
});
