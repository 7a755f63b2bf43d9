// @ts-check
import { openSpeaker } from './speaker.js';

/** A rising fourth, the second note a little softer than the first. */
const notes = [
  { start: 0, frequency: 659.26, loudness: 0.13 },
  { start: 0.17, frequency: 880, loudness: 0.11 },
];
const overtone = 0.18;
const attack = 0.012;
const decay = 0.16;
const fadeOut = 0.08;

/** Seconds from the first sound to the last. */
export const chimeSeconds = 1.1;

/**
 * Writes the chime into an audio graph: two soft notes. Every note starts and ends at silence, so that nothing clicks.
 * @param {BaseAudioContext} context
 * @param {number} volume from 0 to 1
 * @param {number} at the context's time when it begins
 */
export function writeChime(context, volume, at) {
  const master = context.createGain();
  master.gain.value = volume;
  master.connect(context.destination);
  for (const { start, frequency, loudness } of notes) {
    const envelope = context.createGain();
    shape(envelope.gain, at + start, at + chimeSeconds, loudness);
    envelope.connect(master);
    sing(context, frequency, 1, at + start, envelope);
    sing(context, 2 * frequency, overtone, at + start, envelope);
  }
}

/**
 * @param {AudioParam} gain
 * @param {number} start
 * @param {number} end
 * @param {number} loudness
 */
function shape(gain, start, end, loudness) {
  const fade = end - fadeOut;
  gain.setValueAtTime(0, start);
  gain.linearRampToValueAtTime(loudness, start + attack);
  gain.setTargetAtTime(0, start + attack, decay);
  gain.setValueAtTime(loudness * Math.exp(-(fade - start - attack) / decay), fade);
  gain.linearRampToValueAtTime(0, end);
}

/**
 * @param {BaseAudioContext} context
 * @param {number} frequency
 * @param {number} loudness
 * @param {number} start
 * @param {AudioNode} into
 */
function sing(context, frequency, loudness, start, into) {
  const voice = context.createOscillator();
  const gain = context.createGain();
  voice.frequency.value = frequency;
  gain.gain.value = loudness;
  voice.connect(gain).connect(into);
  voice.start(start);
  voice.stop(start + chimeSeconds);
}

/**
 * @param {number} volume
 * @returns {import('./acts.js').Performance}
 */
export function chime(volume) {
  return async (over) => {
    const speaker = await openSpeaker(over);
    writeChime(speaker, volume, speaker.currentTime + 0.02);
    await new Promise((resolve) => setTimeout(resolve, (chimeSeconds + 0.1) * 1000));
  };
}
