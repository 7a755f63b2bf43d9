// @ts-check
import { element, showError } from './page.js';
import { token, tv } from './tv-client.js';

const light = element('light');
const facts = element('facts');
const unlock = /** @type {HTMLFormElement} */ (element('unlock'));
const tokenField = /** @type {HTMLInputElement} */ (element('token'));

/** Asks the TV how it is and says so. */
export async function refreshState() {
  try {
    const health = await tv.health();
    if (health.status !== 200) throw new Error('not a healthy answer');
    const info = await tv.info();
    if (info.status === 401) askForToken();
    else if (info.status === 200) tell(info.body);
    else say('bad', info.body.error || 'The TV cannot say how it is.');
  } catch {
    say('bad', 'The TV does not answer.');
    facts.hidden = true;
  }
}

/** Shows the field for the token; a token that was kept and is wrong is forgotten. */
export function askForToken() {
  if (token.known()) showError('token', 'That is not the TV’s token.');
  token.forget();
  say('asking', 'On, and locked.');
  facts.hidden = true;
  unlock.hidden = false;
}

/** @param {any} info */
function tell(info) {
  unlock.hidden = true;
  showError('token', '');
  facts.hidden = false;
  const address = info.ip ? `http://${info.ip}:${info.port}` : 'No network';
  write('tv-name', info.deviceName || 'the TV');
  write('fact-name', info.deviceName);
  write('fact-address', address);
  write('fact-screen', info.screenWidth ? `${info.screenWidth} × ${info.screenHeight}` : 'None connected');
  write('fact-permission', info.overlayPermission ? 'Allowed' : 'Not allowed yet');
  write('fact-token', info.authEnabled ? 'Asked for' : 'Not asked for');
  write('fact-version', info.version);
  if (info.overlayPermission) say('good', 'On, and ready for cards.');
  else say('bad', 'On, but not allowed to draw cards yet.');
}

/**
 * @param {'good' | 'bad' | 'asking'} colour
 * @param {string} words
 */
function say(colour, words) {
  light.dataset.light = colour;
  light.textContent = words;
}

/**
 * @param {string} id
 * @param {string} text
 */
function write(id, text) {
  element(id).textContent = text;
}

unlock.addEventListener('submit', (event) => {
  event.preventDefault();
  token.keep(tokenField.value.trim());
  tokenField.value = '';
  showError('form', '');
  void refreshState();
});
