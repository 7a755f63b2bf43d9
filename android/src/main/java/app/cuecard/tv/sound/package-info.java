/**
 * What is heard: the chime, streams, speech. Each is an act that ends or is hushed. It is given numbers, words and
 * loudness; cards, the core and the owner's settings it never knows.
 */
package app.cuecard.tv.sound;
