// @ts-check
import { allowCommand, CommandLine, takeApart } from './command-line.js';
import { device, words } from './device.js';
import { button, make } from './make.js';
import { owner } from './owner.js';

/** @typedef {import('./types.js').Status} Status */

/** <permission-step> waits until cards may be drawn on the screen. */
export class PermissionStep extends HTMLElement {
  /** @type {string | null} */
  #drawn = null;

  connectedCallback() {
    this.classList.add('sheet', 'cue');
  }

  /** @param {Status} status */
  update({ overlay }) {
    if (overlay === this.#drawn) return;
    this.#drawn = overlay;
    const heading = make('h1', {}, 'May cards be drawn on this screen?');
    if (overlay) this.replaceChildren(heading, ...this.#ask(overlay));
    else this.replaceChildren(heading, make('p', { class: 'light', 'data-light': 'good', role: 'status' }, 'Yes. Cuecard may draw over what is playing.'));
  }

  /** @param {string} overlay */
  #ask(overlay) {
    const { reason, command } = takeApart(overlay);
    const said = [make('p', { class: 'light', 'data-light': 'bad' }, reason)];
    if (!command) return said;
    const error = make('p', { class: 'error', role: 'alert' });
    const allow = button('Allow it here', async () => {
      await owner.overlay(true).catch((refusal) => { error.textContent = words(refusal); });
      await device.refresh();
    }, { 'data-first': '', id: 'allow-here' });
    return [
      ...said,
      make('p', {}, 'Run this on the machine that the service runs on. This page notices by itself.'),
      new CommandLine(command),
      ...(command === allowCommand ? [make('p', { class: 'actions' }, allow), error] : []),
    ];
  }
}

customElements.define('permission-step', PermissionStep);
