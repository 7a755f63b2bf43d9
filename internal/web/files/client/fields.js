// @ts-check
import { colour, sound, stripe } from './colour-control.js';
import { placePicker, slider, text, tick } from './controls.js';

/** @typedef {import('./field.js').FieldFacts} FieldFacts */

const seconds = [...count(1, 30, 1), ...count(35, 60, 5), 75, 90, 120, 180, 300, 600, 900, 1200, 1800, 2700, 3600];
const address = { type: 'url', inputmode: 'url', placeholder: 'http://…', dir: 'ltr', spellcheck: 'false' };

/**
 * The card's fields in the order of the form. Those without a group stand open at its top.
 * @returns {{group: string, fields: FieldFacts[]}[]}
 */
export function cardFields() {
  return [
    {
      group: '',
      fields: [
        { name: 'title', label: 'Title', control: text({ placeholder: 'Dinner is ready' }) },
        { name: 'message', label: 'Message', control: text({ rows: 3, required: true, placeholder: 'Come and get it!' }, 'textarea') },
      ],
    },
    {
      group: 'Place and size',
      fields: [
        { name: 'position', label: 'Position', control: placePicker(), words: (place) => place.replace('-', ' ') },
        { name: 'widthPercent', label: 'Width', control: slider(count(10, 100, 1), percent), words: percent },
        { name: 'dim', label: 'Darken the film', control: slider(count(0, 100, 5).map((part) => part / 100), share, 0.05), words: share },
      ],
    },
    {
      group: 'Time',
      fields: [
        { name: 'duration', label: 'Time on screen', control: slider(seconds, time), words: time },
        { name: 'persistent', label: 'Stay', control: tick('Stay until it is dismissed'), hint: 'It makes room for other cards and returns after them.' },
      ],
    },
    {
      group: 'Colours',
      fields: [
        { name: 'background', label: 'Card', control: colour('paper'), words: String },
        { name: 'textColor', label: 'Text', control: colour('ink'), words: String },
        { name: 'accent', label: 'Stripe', control: stripe(), words: (value) => (value && value !== 'none' ? value : 'none') },
      ],
    },
    {
      group: 'Pictures',
      fields: [
        { name: 'image', label: 'Picture', control: text(address), hint: 'Address of a picture under the text, 5 MB at most.' },
        { name: 'icon', label: 'Icon', control: text(address), hint: 'Address of a small picture beside the title.' },
      ],
    },
    {
      group: 'Sound',
      fields: [
        { name: 'sound', label: 'Sound', control: sound(text({ ...address, 'aria-label': 'Address of the sound' })), words: soundWords },
        { name: 'speak', label: 'Speak', control: tick('Read title and message aloud') },
      ],
    },
    {
      group: 'Name of the card',
      fields: [
        { name: 'id', label: 'Id', control: text({ maxlength: 200, spellcheck: 'false', placeholder: 'washer' }), hint: 'The same id again replaces the card in place. Without one, every card is new.' },
      ],
    },
  ];
}

/**
 * @param {number} from
 * @param {number} to
 * @param {number} step
 */
function count(from, to, step) {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
}

/** @param {number} value */
function percent(value) {
  return `${value} %`;
}

/** @param {number} value */
function share(value) {
  return value === 0 ? 'not at all' : `${Math.round(value * 100)} %`;
}

/** @param {number} value */
export function time(value) {
  if (value < 60) return `${Math.round(value * 10) / 10} s`;
  if (value < 3600) return `${Math.floor(value / 60)} min${value % 60 >= 1 ? ` ${Math.floor(value % 60)} s` : ''}`;
  return '1 h';
}

/** @param {string} value */
function soundWords(value) {
  if (value === 'default') return 'chime';
  return value === 'none' ? 'none' : 'a sound of its own';
}
