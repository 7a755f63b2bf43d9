// @ts-check
// Every setting: what people call it, what it means, and the control that suits it.
import { ColourControl } from './colour-control.js';
import { ChoiceControl, NumberControl, stops, TextControl } from './controls.js';
import { SoundControl } from './sound-control.js';

/** @typedef {import('./controls.js').Control} Control */

/**
 * @typedef {Object} Field
 * @property {string} label
 * @property {string} hint
 * @property {(label: string) => Control} control
 */

const seconds = [1, 2, 3, 5, 8, 10, 12, 15, 20, 25, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1800, 3600];

/** @type {[value: string, says: string][]} */
const places = [['top-left', 'Top left'], ['top-right', 'Top right'], ['center', 'Centre'], ['bottom-left', 'Bottom left'],
  ['bottom-right', 'Bottom right']];

/** @type {Map<string, Field>} */
export const fields = new Map(Object.entries({
  deviceName: {
    label: 'Name of this TV', hint: 'What phones and computers call it.',
    control: (/** @type {string} */ label) => new TextControl(label),
  },
  idle: {
    label: 'When nothing shows', hint: 'What the TV page shows between cards.',
    control: (/** @type {string} */ label) => new ChoiceControl(label, [['black', 'Black'], ['clock', 'A quiet clock']]),
  },
  discovery: {
    label: 'Found by itself', hint: 'Tells the network this TV’s name and address, so that nobody has to type it.',
    control: (/** @type {string} */ label) => new ChoiceControl(label, [['on', 'On'], ['off', 'Off']]),
  },
  pictureMemory: {
    label: 'Memory for a picture', hint: 'A picture that takes more to decode is left out. From 16 to 1024 MB.',
    control: (/** @type {string} */ label) => new NumberControl(label, [16, 32, 64, 96, 128, 160, 256, 384, 512, 768, 1024], 'MB'),
  },
  monitor: {
    label: 'Monitor', hint: 'The name of the one that cards are drawn on. Empty: the primary one. For a TV page it means nothing.',
    control: (/** @type {string} */ label) => new TextControl(label),
  },
  textScale: {
    label: 'Size of text', hint: 'Larger for those who sit far away. From 0.5 to 2.',
    control: (/** @type {string} */ label) => new NumberControl(label, stops(0.5, 2, 0.05), '×'),
  },
  duration: {
    label: 'Duration', hint: 'How long a card stays. From 1 to 3600 seconds.',
    control: (/** @type {string} */ label) => new NumberControl(label, seconds, 's'),
  },
  position: {
    label: 'Position', hint: 'Where on the screen a card stands.',
    control: (/** @type {string} */ label) => new ChoiceControl(label, places, 'places'),
  },
  widthPercent: {
    label: 'Width', hint: 'Of the screen’s. From 10 to 100.',
    control: (/** @type {string} */ label) => new NumberControl(label, stops(10, 100, 5), '%'),
  },
  background: {
    label: 'Background', hint: 'Hex digits, alpha first: #CC000000 lets the film shine through.',
    control: (/** @type {string} */ label) => new ColourControl(label),
  },
  textColor: {
    label: 'Text colour', hint: 'Should stand out from the background.',
    control: (/** @type {string} */ label) => new ColourControl(label),
  },
  accent: {
    label: 'Stripe', hint: 'A colour at the card’s left edge, or none.',
    control: (/** @type {string} */ label) => new ColourControl(label, true),
  },
  dim: {
    label: 'Dim the film', hint: 'How dark the screen gets behind a card. From 0, not at all, to 1, black.',
    control: (/** @type {string} */ label) => new NumberControl(label, stops(0, 1, 0.05)),
  },
  sound: {
    label: 'Sound', hint: 'What a card plays when it comes.',
    control: (/** @type {string} */ label) => new SoundControl(label),
  },
  accept: {
    label: 'Spoken to as another app', hint: 'For what was written for nfandroidtv, pipup, tvoverlay, kodi=:PORT or ntfy=:PORT. Several with commas, or none.',
    control: (/** @type {string} */ label) => new TextControl(label),
  },
  volume: {
    label: 'Volume', hint: 'Of sounds and speech. From 0 to 1.',
    control: (/** @type {string} */ label) => new NumberControl(label, stops(0, 1, 0.05)),
  },
  speech: {
    label: 'Read aloud by', hint: 'Where this machine draws the cards. Automatic takes the best that is installed.',
    control: (/** @type {string} */ label) => new ChoiceControl(label, [['auto', 'Automatic'], ['piper', 'Piper'], ['espeak-ng', 'eSpeak NG'],
      ['speech-dispatcher', 'Speech Dispatcher'], ['off', 'Nobody']]),
  },
  language: {
    label: 'Language of speech', hint: 'Such as de or pt-BR. Empty: the letters of the text decide.',
    control: (/** @type {string} */ label) => new TextControl(label),
  },
  speechRate: {
    label: 'Speed of speech', hint: 'From 0.5, slow, to 2.',
    control: (/** @type {string} */ label) => new NumberControl(label, stops(0.5, 2, 0.1), '×'),
  },
  mqtt: {
    label: 'MQTT broker', hint: 'Such as mqtt://user:password@192.168.1.5:1883, or mqtts:// for TLS. Empty: none. The password is not shown again.',
    control: (/** @type {string} */ label) => new TextControl(label),
  },
  groups: {
    label: 'Groups', hint: 'Names under which cards reach this TV through the broker, with commas between them.',
    control: (/** @type {string} */ label) => new TextControl(label),
  },
}));

/** The settings that belong together. What is in none of them stands in the last. */
export const groups = [
  { name: 'This TV', holds: ['deviceName', 'idle', 'textScale', 'monitor'] },
  { name: 'What a card leaves open', holds: ['position', 'widthPercent', 'duration', 'background', 'textColor', 'accent', 'dim'] },
  { name: 'Sound', holds: ['sound', 'volume', 'speech', 'language', 'speechRate'] },
  { name: 'At home with others', holds: ['mqtt', 'groups', 'accept'] },
  { name: 'More', holds: [] },
];

/**
 * The field of a setting, also of one that a later service has added.
 * @param {string} name
 * @returns {Field}
 */
export function fieldOf(name) {
  return fields.get(name) ?? { label: name, hint: '', control: (label) => new TextControl(label) };
}
