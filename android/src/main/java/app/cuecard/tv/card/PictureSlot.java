package app.cuecard.tv.card;

import android.graphics.drawable.Animatable;
import android.util.Size;

/**
 * The place of one picture of a card, its image or its icon. The picture is part of the card only once it is decoded;
 * until then, and when it is broken, the card is drawn without it.
 */
final class PictureSlot {
    private static final Runnable NOTHING = () -> {};

    private final Pictures pictures;
    private final Runnable changed;
    private String origin = "";
    private String wanted;
    private Size room;
    private Runnable drop = NOTHING;
    private boolean decoding;
    private boolean coming;
    private Picture shown;
    private String shownFrom;

    /** @param changed is run when a picture joins or turns out to be broken */
    PictureSlot(Pictures pictures, Runnable changed) {
        this.pictures = pictures;
        this.changed = changed;
    }

    /** The picture to draw now, or null. */
    Picture shown() {
        return shown;
    }

    /** There is a picture, or one may join yet. */
    boolean expected() {
        return shown != null || coming || decoding;
    }

    boolean decoding() {
        return decoding;
    }

    /**
     * Takes the news of a frame. While the next picture from the same origin is fetched (a camera's snapshot), the last
     * one stays; one from elsewhere says nothing about the new text and goes. What is ready takes over without a gap.
     *
     * @param origin where the core found it; empty for none
     * @param room the most pixels that the picture can take
     */
    void want(String origin, PictureNews news, Size room) {
        boolean sameOrigin = !origin.isEmpty() && origin.equals(this.origin);
        this.origin = origin;
        if (news.coming() && sameOrigin && shown != null) {
            return;
        }
        if (news.path() != null && news.path().equals(wanted) && fits(room, this.room)) {
            return;
        }
        drop.run();
        drop = NOTHING;
        wanted = news.path();
        this.room = room;
        coming = news.coming();
        decoding = wanted != null;
        if (decoding) {
            drop = pictures.decode(wanted, room, this::arrived);
        } else {
            show(null);
        }
    }

    /** Nothing moves or joins any more. */
    void close() {
        drop.run();
        decoding = false;
        stop();
    }

    private void arrived(Picture picture) {
        decoding = false;
        // A larger copy of the picture that is there may be gone with its file; then the smaller one has to do.
        if (picture != null || !wanted.equals(shownFrom)) {
            show(picture);
        }
        changed.run();
    }

    private void show(Picture picture) {
        stop();
        shown = picture;
        shownFrom = picture == null ? null : wanted;
        if (picture != null && picture.drawable() instanceof Animatable moving) {
            moving.start();
        }
    }

    private void stop() {
        if (shown != null && shown.drawable() instanceof Animatable moving) {
            moving.stop();
        }
    }

    private static boolean fits(Size room, Size before) {
        return room.getWidth() <= before.getWidth() && room.getHeight() <= before.getHeight();
    }
}
