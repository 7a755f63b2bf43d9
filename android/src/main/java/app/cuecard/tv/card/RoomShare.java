package app.cuecard.tv.card;

/**
 * How a card's height is shared when there is too much of everything: first the image shrinks, then the message ends
 * early on a whole line, then the image goes.
 *
 * @param lines of the message
 * @param image height; 0 when there is none or it has to go
 */
record RoomShare(int lines, float image) {

    /** A line that misses by less is a whole one: all lengths are rounded somewhere. */
    private static final float NEARLY = 0.005f;

    /**
     * @param room height for message, gap and image together
     * @param lines of the whole message
     * @param line height of one
     * @param image height that it would like; 0 without one
     * @param tightImage height that it may shrink to
     * @param leastLines that stay as long as there is an image to give way
     */
    static RoomShare of(float room, int lines, float line, float image, float gap, float tightImage, int leastLines) {
        if (image > 0) {
            float left = room - gap - lines * line;
            float least = Math.min(image, tightImage);
            if (left >= least) {
                return new RoomShare(lines, Math.min(image, left));
            }
            int kept = wholeLines(room - gap - least, line);
            if (kept >= Math.min(lines, leastLines)) {
                return new RoomShare(Math.min(lines, kept), least);
            }
        }
        return new RoomShare(Math.max(1, Math.min(lines, wholeLines(room, line))), 0);
    }

    private static int wholeLines(float room, float line) {
        return (int) Math.floor(room / line + NEARLY);
    }
}
