package app.cuecard.tv.card;

import android.graphics.drawable.Drawable;

/**
 * A decoded picture.
 *
 * @param drawable of as many pixels as its place on the screen needs
 * @param width of the picture as it was sent, in its own pixels, upright
 */
record Picture(Drawable drawable, int width, int height) {}
