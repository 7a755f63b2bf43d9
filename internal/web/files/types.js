// @ts-check
// The shapes that travel between the service and the page. Types only: this file has no code.

/**
 * The card's numbers, as the service hands them out: lengths in dp, sizes of text in sp, times in ms.
 * @typedef {Object} Look
 * @property {number} screenHeight
 * @property {number} margin
 * @property {number} cornerRadius
 * @property {number} padding
 * @property {number} paddingNarrow
 * @property {number} narrowBelow
 * @property {number} stripe
 * @property {number} shadowDown
 * @property {number} shadowBlur
 * @property {number} shadowOpacity
 * @property {number} iconSize
 * @property {number} iconRadius
 * @property {number} iconGap
 * @property {number} iconTextMin
 * @property {number} titleSize
 * @property {number} titleLineHeight
 * @property {number} titleMaxLines
 * @property {number} messageSize
 * @property {number} messageLineHeight
 * @property {number} messageMinLines
 * @property {number} messageGap
 * @property {number} imageGap
 * @property {number} imageRadius
 * @property {number} imageMaxHeight
 * @property {number} imageTightHeight
 * @property {number} imageEnlarge
 * @property {number} comingMs
 * @property {number} comingOpacity
 * @property {number} rise
 * @property {number} goingMs
 * @property {number} resizeMs
 */

/**
 * A card as the service completes it; only what is drawn.
 * @typedef {Object} CardContent
 * @property {string} id
 * @property {string | null} [title]
 * @property {string} message
 * @property {string | null} [image] where the service found the image
 * @property {string | null} [icon]
 * @property {'center' | 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'} position
 * @property {number} widthPercent
 * @property {string} background
 * @property {string} textColor
 * @property {string | null} [accent]
 * @property {number} dim
 */

/**
 * How far a picture of the card has come.
 * @typedef {Object} PictureNews
 * @property {'none' | 'coming' | 'ready' | 'failed'} state
 * @property {string} [src] where the service serves it, when ready
 */

/**
 * What the screen shows from now on.
 * @typedef {Object} Frame
 * @property {number} seq
 * @property {CardContent | null} card
 * @property {PictureNews} image
 * @property {PictureNews} icon
 * @property {number} textScale
 * @property {number | null} [remaining] seconds the card may still stay; null: until it is removed
 */

/**
 * The first word of the feed.
 * @typedef {Object} Hello
 * @property {string} viewer
 * @property {string} name
 * @property {string} version
 * @property {Look} look
 */

/**
 * A QR code.
 * @typedef {Object} Code
 * @property {number} size modules on a side
 * @property {string[]} rows '1' is a dark module
 */

/**
 * What the page may say of the TV while no card shows.
 * @typedef {Object} Device
 * @property {string} name
 * @property {string} url where cards are sent to; empty without a network
 * @property {Code | null} code the address for a camera
 * @property {string} grant the command that allows cards; empty when they are allowed
 * @property {string} reason why they are not
 * @property {'black' | 'clock'} idle
 * @property {boolean} greet no card was ever shown
 */

/** @typedef {{n: number, sound: string, volume: number}} Play */
/** @typedef {{n: number, texts: string[], volume: number}} Speak */
/** @typedef {{n: number}} Hush */
/** @typedef {{seconds?: number}} Address */

export {};
