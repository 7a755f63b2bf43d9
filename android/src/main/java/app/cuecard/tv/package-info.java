/**
 * Brings the app's parts together: the service, its foothold in the system, its start with the television. It hands the
 * core's frames to card, sound and screens, and their answers back. What a card looks like or says it never knows.
 */
package app.cuecard.tv;
