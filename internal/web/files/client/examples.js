// @ts-check
// What the try-it buttons of the docs send. They use ids of their own, so that they meet no card of the house.

/** @typedef {[method: string, path: string, body?: Record<string, any>]} Step */

/**
 * A card that shows a field.
 * @param {Record<string, any>} fields
 * @returns {Step[]}
 */
function card(fields) {
  return [['POST', '/notify', { id: 'docs', message: 'This is what it looks like.', duration: 6, ...fields }]];
}

/** @type {Step} */
const tidy = ['DELETE', '/notify/docs'];

/** @type {Record<string, Step[]>} */
export const examples = {
  id: card({ id: 'docs', message: 'Send me again: I am replaced in place.' }),
  title: card({ title: 'A bold heading' }),
  message: card({ message: 'First line\nSecond line' }),
  image: card({ image: `${location.origin}/favicon.svg` }),
  icon: card({ title: 'With an icon', icon: `${location.origin}/favicon.svg` }),
  duration: card({ message: 'Gone in three seconds.', duration: 3 }),
  persistent: [['POST', '/notify', { id: 'docs', message: 'I stay. Try “dismissed” to take me down.', persistent: true }]],
  position: card({ position: 'bottom-right', widthPercent: 30 }),
  widthPercent: card({ widthPercent: 30 }),
  background: card({ background: '#12324F', textColor: '#FFFFFF' }),
  textColor: card({ textColor: '#B3261E' }),
  accent: card({ accent: '#FF8A1F' }),
  dim: card({ dim: 0.6 }),
  sound: card({ sound: 'default', message: 'With the chime.' }),
  speak: card({ speak: true, sound: 'none', message: 'This is read aloud.' }),
  shown: card({}),
  replaced: [...card({ message: 'First…' }), ...card({ message: '…then this, in its place.' })],
  queued: [...card({}), ['POST', '/notify', { id: 'docs-next', message: 'I wait for the card before.', duration: 3 }]],
  dismissed: [...card({}), tidy],
  'removed-from-queue': [...card({}), ['POST', '/notify', { id: 'docs-next', message: 'Never seen.' }], ['DELETE', '/notify/docs-next'], tidy],
  unknown: [['DELETE', '/notify/no-such-card']],
  'a wrong field': [['POST', '/notify', { message: 'Too dark', dim: 2 }]],
  'no message': [['POST', '/notify', { title: 'Nothing to say' }]],
  'too large': [['POST', '/notify', { message: 'x'.repeat(262_144) }]],
  health: [['GET', '/health']],
  info: [['GET', '/info']],
  cards: [['GET', '/cards']],
};
