// @ts-check

/**
 * A sound that the service streams.
 * @param {string} src
 * @param {number} volume from 0 to 1
 * @returns {import('./acts.js').Performance}
 */
export function recording(src, volume) {
  return async (over) => {
    const audio = new Audio();
    // Without a source it lets go of the connection, too.
    over.addEventListener('abort', () => {
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
    }, { once: true });
    const ended = new Promise((resolve, reject) => {
      audio.onended = resolve;
      audio.onerror = () => reject(audio.error);
    });
    audio.volume = volume;
    audio.src = src;
    await Promise.race([audio.play(), ended]);
    await ended;
  };
}
