// @ts-check
import { allowCommand, CommandLine, takeApart } from './command-line.js';
import { device, words } from './device.js';
import { button, make } from './make.js';
import { owner } from './owner.js';
import { focusFirst } from './remote.js';

/** @typedef {import('./types.js').Status} Status */

/** <trouble-list> says before everything else what keeps cards from the screen, and what helps. */
export class TroubleList extends HTMLElement {
  #drawn = '';

  /**
   * @param {Status | null} status
   * @param {string} silence why the service does not answer
   * @param {boolean} asked the view itself asks for the permission
   */
  update(status, silence, asked) {
    const overlay = asked ? '' : status?.overlay ?? '';
    // A port that the token closes is as the owner wants it.
    const closed = (status?.accept ?? []).filter(({ trouble, guarded }) => trouble && !guarded);
    const all = [silence, overlay, status?.unsaved ?? '', closed];
    if (JSON.stringify(all) === this.#drawn) return;
    this.#drawn = JSON.stringify(all);
    const focused = this.contains(document.activeElement);
    this.replaceChildren();
    if (silence) this.#say('No connection', make('p', {}, silence));
    if (overlay) this.#sayDenied(overlay);
    if (status?.unsaved) {
      this.#say('Cards are not being saved',
        make('p', {}, `They are shown all the same, but are gone after a restart: ${status.unsaved}`));
    }
    for (const { app, trouble, help } of closed) {
      this.#say(`Nobody can speak to this TV as ${app}`, make('p', {}, trouble), make('p', {}, `What helps: ${help}`));
    }
    if (focused && !focusFirst(this)) focusFirst(document.body);
  }

  /** @param {string} overlay */
  #sayDenied(overlay) {
    const { reason, command } = takeApart(overlay);
    const trouble = this.#say('Cards cannot be shown', make('p', {}, reason));
    if (command) trouble.append(make('p', {}, 'To allow it, run on this machine:'), new CommandLine(command));
    if (command !== allowCommand) return;
    const error = make('p', { class: 'error', role: 'alert' });
    trouble.append(make('p', { class: 'actions' }, button('Allow it here', async () => {
      error.textContent = '';
      await owner.overlay(true).catch((refusal) => { error.textContent = words(refusal); });
      await device.refresh();
    }, { id: 'allow' })), error);
  }

  /**
   * @param {string} heading
   * @param {...Node} content
   */
  #say(heading, ...content) {
    const trouble = make('section', { class: 'trouble', role: 'alert' }, make('h2', {}, heading), ...content);
    this.append(trouble);
    return trouble;
  }
}

customElements.define('trouble-list', TroubleList);
