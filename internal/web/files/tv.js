// @ts-check
import { CardView } from './card-view.js';
import { Deadline } from './deadline.js';
import { Drawn } from './drawn.js';
import { Feed } from './feed.js';
import { Painter } from './painter.js';
import { Pairing } from './pairing.js';
import { Patience } from './patience.js';
import { screenKey } from './screen-key.js';

/** How long a page that was never connected stays black before it says what it waits for. */
const blackFor = 10_000;

const view = /** @type {CardView} */ (document.querySelector('card-view'));
const waiting = /** @type {HTMLElement} */ (document.querySelector('.waiting'));
const pairing = new Pairing(/** @type {HTMLElement} */ (document.querySelector('.pairing')));
const painter = new Painter(view);
const patience = new Patience();
const drawn = new Drawn();
const deadline = new Deadline(() => painter.clear());

let viewer = '';
/** @type {{viewer: string, seq: number} | null} */
let painted = null;

const impatience = setTimeout(() => {
  waiting.hidden = false;
}, blackFor);

function reached() {
  clearTimeout(impatience);
  waiting.hidden = true;
  patience.reset();
}

/** @param {import('./types.js').Hello} hello */
function greet(hello) {
  reached();
  pairing.close();
  viewer = hello.viewer;
  view.look = hello.look;
  document.title = `${hello.name} – Cuecard`;
}

/** @param {import('./types.js').Frame} frame */
function draw(frame) {
  const word = { viewer, seq: frame.seq };
  deadline.set(frame.card ? frame.remaining : null);
  painter.draw(frame, () => {
    painted = word;
    drawn.tell(word);
  });
}

function resized() {
  requestAnimationFrame(() => requestAnimationFrame(() => painted && drawn.tell(painted)));
}

async function live() {
  const feed = new Feed(greet, draw);
  for (;;) {
    if (await feed.follow() === 'locked') {
      painter.clear();
      const key = await pairing.follow(reached);
      if (key) {
        screenKey.keep(key);
        continue;
      }
    } else {
      deadline.lost();
    }
    await patience.wait();
  }
}

addEventListener('resize', resized);
void live();
