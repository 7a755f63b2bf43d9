/**
 * What the owner sees and does by remote: settings, setup, address. It shows the core's state and sends wishes through the
 * link, and believes only what comes back. The service behind the link, the card and the sound it never knows.
 */
package app.cuecard.tv.screen;
