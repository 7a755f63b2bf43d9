// @ts-check

const still = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Moves an element, or does nothing and answers null when the device asks for no motion.
 * @param {Element} element
 * @param {Keyframe[]} keyframes
 * @param {KeyframeAnimationOptions} timing
 * @returns {Animation | null}
 */
export function move(element, keyframes, timing) {
  return still.matches ? null : element.animate(keyframes, timing);
}
