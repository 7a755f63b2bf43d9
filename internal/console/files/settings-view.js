// @ts-check
import { CardPreview } from './card-preview.js';
import { device, words } from './device.js';
import { groups } from './fields.js';
import { make } from './make.js';
import { OverlayPanel } from './overlay-panel.js';
import { owner } from './owner.js';
import { focusFirst } from './remote.js';
import { ScreensPanel } from './screens-panel.js';
import { SettingField } from './setting-field.js';
import { TestCard } from './test-card.js';
import { TokenPanel } from './token-panel.js';

/** @typedef {import('./types.js').Status} Status */
/** @typedef {import('./types.js').Setting} Setting */

/** <settings-view> is everything that the owner can decide, beside a preview of what it comes to. */
export class SettingsView extends HTMLElement {
  #preview = new CardPreview();
  #form = make('div', { class: 'form' });
  #panels = [new TokenPanel(), new OverlayPanel(), new ScreensPanel()];
  /** @type {SettingField[]} */
  #fields = [];

  connectedCallback() {
    this.replaceChildren(this.#form, make('aside', { 'aria-label': 'Preview' }, this.#preview));
    this.#form.addEventListener('input', () => this.#draw());
    this.#form.addEventListener('saved', () => {
      this.#draw();
      void device.refresh();
    });
    void this.#load();
  }

  /** @param {Status} status */
  update(status) {
    this.#preview.update(status);
    for (const panel of this.#panels) panel.update(status);
  }

  async #load() {
    try {
      const settings = await owner.settings();
      this.#form.replaceChildren(make('h1', {}, 'Settings'), ...this.#groups(settings), ...this.#panels);
      this.#draw();
    } catch (error) {
      this.#form.replaceChildren(make('p', { class: 'error', role: 'alert' }, words(error)));
    }
    if (document.activeElement === document.body) focusFirst(this);
  }

  /** @param {Setting[]} settings */
  #groups(settings) {
    this.#fields = settings.map((setting) => new SettingField(setting));
    const left = new Map(this.#fields.map((field) => [field.name, field]));
    return groups.flatMap(({ name, holds }) => {
      const wanted = holds.length > 0 ? holds : [...left.keys()];
      const held = wanted.flatMap((member) => left.get(member) ?? []);
      for (const field of held) left.delete(field.name);
      if (held.length === 0) return [];
      const sheet = make('section', { class: 'sheet' }, make('h2', {}, name), ...held);
      if (holds.includes('volume')) sheet.append(new TestCard('Send a test card to hear it'));
      return [sheet];
    });
  }

  #draw() {
    this.#preview.show(new Map(this.#fields.map((field) => [field.name, field.value])));
  }
}

customElements.define('settings-view', SettingsView);
