// @ts-check
import { followArrows } from './arrows.js';
import { Compose } from './compose.js';
import { element } from './dom.js';
import { NowPanel } from './now-panel.js';
import { PresetsPanel } from './presets-panel.js';
import { film, Preview } from './preview.js';
import { Sender } from './sender.js';
import { SnippetPanel } from './snippet-panel.js';
import { TvPanel } from './tv-panel.js';
import { Tvs } from './tvs.js';

/** Wires the page. */
export function run() {
  const compose = new Compose(element('text-fields'), element('more-fields'));
  const tvs = new Tvs();
  const panel = new TvPanel(tvs);
  const preview = new Preview();
  const snippet = new SnippetPanel();
  const sender = new Sender(compose, tvs, (line) => panel.askForToken(line));
  new NowPanel(tvs, (line, answer) => sender.tell(line, answer));
  new PresetsPanel(compose);
  element('screen').prepend(film());
  followArrows();

  const draw = () => {
    const line = tvs.chosen[0] || tvs.lines[0];
    preview.show(compose.card, line.cards);
    snippet.show({ address: line.address, token: line.tv.token, card: compose.card });
  };
  let defaults = '';
  tvs.addEventListener('change', () => {
    const told = (tvs.chosen[0] || tvs.lines[0]).cards?.defaults || {};
    if (JSON.stringify(told) !== defaults) {
      defaults = JSON.stringify(told);
      compose.setDefaults(told);
    }
    draw();
  });
  compose.addEventListener('change', draw);
  element('clear').addEventListener('click', () => {
    compose.card = {};
    element('result').replaceChildren();
    element('title').focus();
  });
  draw();
}
