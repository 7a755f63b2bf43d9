// @ts-check
import { AddressView } from './address-view.js';
import { device } from './device.js';
import { HomeView } from './home-view.js';
import { focusFirst, listenToRemote } from './remote.js';
import { SettingsView } from './settings-view.js';
import { SetupView } from './setup-view.js';
import { TroubleList } from './trouble-list.js';

/** @typedef {import('./types.js').View} View */

/** @type {Map<string, {title: string, make: () => View}>} */
const views = new Map([
  ['#home', { title: 'Home', make: () => new HomeView() }],
  ['#setup', { title: 'Setup', make: () => new SetupView() }],
  ['#settings', { title: 'Settings', make: () => new SettingsView() }],
  ['#address', { title: 'Address', make: () => new AddressView() }],
]);

const main = /** @type {HTMLElement} */ (document.getElementById('view'));
const name = /** @type {HTMLElement} */ (document.getElementById('name'));
const troubles = /** @type {TroubleList} */ (document.querySelector('trouble-list'));

/** @type {View | null} */
let view = null;

/** Shows the view that the address names; on the first run, the setup. */
function open() {
  const { status } = device;
  if (!status) return;
  if (!views.has(location.hash)) history.replaceState(null, '', status.setUp ? '#home' : '#setup');
  const opened = views.get(location.hash)?.make();
  if (!opened) return;
  view = opened;
  main.replaceChildren(view);
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === location.hash) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  update();
  scrollTo(0, 0);
  focusFirst(main);
}

function update() {
  const { status, silence } = device;
  troubles.update(status, silence, view?.asksPermission ?? false);
  if (!status) return;
  name.textContent = status.name;
  document.title = `${views.get(location.hash)?.title ?? 'Console'} · ${status.name}`;
  view?.update(status);
}

addEventListener('hashchange', open);
main.addEventListener('step', update);
device.addEventListener('change', () => {
  if (view || !device.status) update();
  else open();
});
listenToRemote();
void device.watch();
