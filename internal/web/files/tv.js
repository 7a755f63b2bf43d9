// @ts-check
import { CardView } from './card-view.js';
import { Deadline } from './deadline.js';
import { Drawn } from './drawn.js';
import { Feed } from './feed.js';
import { Painter } from './painter.js';
import { Pairing } from './pairing.js';
import { Patience } from './patience.js';
import { screenKey } from './screen-key.js';
import { Acts } from './tv/acts.js';
import { Awake } from './tv/awake.js';
import { Backdrop } from './tv/backdrop.js';
import { chime } from './tv/chime.js';
import { recording } from './tv/recording.js';
import { SoundPermission } from './tv/sound-permission.js';
import { speech } from './tv/speech.js';
import { say } from './tv/word.js';

/** How long a page that was never connected stays black before it says what it waits for. */
const blackFor = 10_000;

/** @param {string} part */
const find = (part) => /** @type {HTMLElement} */ (document.querySelector(part));

const view = /** @type {CardView} */ (find('card-view'));
const waiting = find('.waiting');
const pairing = new Pairing(find('.pairing'));
const backdrop = new Backdrop(document);
const permission = new SoundPermission(find('.press'));
const awake = new Awake();
const painter = new Painter(view, (card) => {
  backdrop.covered = card;
  awake.wanted = card;
});
const patience = new Patience();
const drawn = new Drawn();
const acts = new Acts();
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
  acts.stop();
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

/**
 * @param {number} n
 * @param {import('./tv/acts.js').Performance} performance
 */
async function perform(n, performance) {
  const word = { viewer, n };
  await acts.perform(n, permission.for(performance));
  await say('/tv/ended', word);
}

function resized() {
  requestAnimationFrame(() => requestAnimationFrame(() => painted && drawn.tell(painted)));
}

const feed = new Feed({
  hello: greet,
  frame: draw,
  device: (device) => {
    backdrop.device = device;
  },
  address: ({ seconds }) => backdrop.showAddress(seconds),
  play: ({ n, sound, volume }) => void perform(n, sound === 'default' ? chime(volume) : recording(sound, volume)),
  speak: ({ n, texts, volume }) => void perform(n, speech(texts, volume)),
  hush: ({ n }) => acts.hush(n),
});

async function live() {
  for (;;) {
    if (await feed.follow() === 'locked') {
      painter.clear();
      acts.stop();
      backdrop.device = null;
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
