// @ts-check

/** A browser that lets us play does so within this time. It never says that it will not. */
const patience = 1000;

/**
 * Opens the way to the loudspeaker, until the signal.
 * @param {AbortSignal} over
 * @returns {Promise<AudioContext>} rejects with a NotAllowedError when the browser lets nothing be heard yet
 */
export async function openSpeaker(over) {
  const context = new AudioContext();
  over.addEventListener('abort', () => void context.close().catch(() => {}), { once: true });
  const running = context.resume();
  await Promise.race([running, new Promise((resolve) => setTimeout(resolve, patience))]);
  if (context.state !== 'running') throw new DOMException('sound needs a key press first', 'NotAllowedError');
  return context;
}

/**
 * Whether the browser lets the page be heard now.
 * @returns {Promise<boolean>}
 */
export async function maySound() {
  const over = new AbortController();
  const may = await openSpeaker(over.signal).then(() => true, () => false);
  over.abort();
  return may;
}
