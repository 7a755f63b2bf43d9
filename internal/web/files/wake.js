// @ts-check

/**
 * Calls back whenever the network or the viewer returns, until the answered function is called.
 * @param {() => void} back
 * @returns {() => void}
 */
export function onWake(back) {
  const seen = () => {
    if (document.visibilityState === 'visible') back();
  };
  addEventListener('online', back);
  document.addEventListener('visibilitychange', seen);
  return () => {
    removeEventListener('online', back);
    document.removeEventListener('visibilitychange', seen);
  };
}
