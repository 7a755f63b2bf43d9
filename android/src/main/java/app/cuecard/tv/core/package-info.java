/**
 * The core: the child process with its lines and its end, what is known of it and of the owner's settings, and the
 * device as it is told. It never knows who draws, plays or shows what the core says.
 */
package app.cuecard.tv.core;
