// @ts-check
// The shapes that travel between the service and the console. Types only: this file has no code.

/** @typedef {import('/web/types.js').Look} Look */

/**
 * A QR code: '1' is a dark module.
 * @typedef {Object} Code
 * @property {number} size
 * @property {string[]} rows
 */

/**
 * How the service is.
 * @typedef {Object} Status
 * @property {string} name
 * @property {string} version
 * @property {string} url of the service on this machine
 * @property {string} address on the network; empty without one
 * @property {boolean} onlyHere other machines are not answered
 * @property {{kind: string, width: number, height: number, viewers: number}} screen
 * @property {string} overlay empty, or why cards cannot be drawn and what helps
 * @property {string} helps that command alone
 * @property {string} unsaved empty, or why cards are not being saved
 * @property {boolean} hasToken
 * @property {{app: string, address: string, trouble: string, help: string, guarded: boolean}[]} accept ports for the clients of other apps
 * @property {string} broker where cards come from too; empty without one
 * @property {string} brokerTrouble empty, or why it is not reached
 * @property {boolean} setUp the first run is over
 * @property {Look} look
 * @property {Code | null} code opens the web client
 */

/**
 * @typedef {Object} Setting
 * @property {string} name
 * @property {string | number | null} value
 */

/**
 * A TV page that was approved.
 * @typedef {Object} Screen
 * @property {string} id
 * @property {string} name
 * @property {string} approved
 */

/**
 * A page of the console.
 * @typedef {HTMLElement & {update(status: Status): void, asksPermission?: boolean}} View
 */

export {};
