// @ts-check

/** The page's size in pixels of the device. */
export function screenSize() {
  return {
    width: Math.round(innerWidth * devicePixelRatio),
    height: Math.round(innerHeight * devicePixelRatio),
  };
}
