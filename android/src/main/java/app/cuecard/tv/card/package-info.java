/**
 * The card: its layout, its pixels, its window, its pictures. It takes frames and gives answers to whoever made it; where
 * those come from, and that there are sounds and screens, it never knows.
 */
package app.cuecard.tv.card;
