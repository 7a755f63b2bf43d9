package app.cuecard.tv.card;

import android.annotation.SuppressLint;
import android.content.Context;
import android.graphics.Canvas;
import android.graphics.Rect;
import android.graphics.RectF;
import android.graphics.drawable.Drawable;
import android.util.Size;
import android.view.View;

/** One card on the screen, as large as the card and its shadow. Every replacement in place is written into it. */
@SuppressLint("ViewConstructor")
final class CardView extends View {
    private final Look look;
    private final PictureSlot image;
    private final PictureSlot icon;
    private Show show;
    private Size screen;
    private CardLayout layout;
    private CardPainter painter;
    private Runnable whenDrawn;
    private Runnable whenPicturesDrawn;

    CardView(Context context, Look look, Pictures pictures) {
        super(context);
        this.look = look;
        image = new PictureSlot(pictures, this::pictureChanged);
        icon = new PictureSlot(pictures, this::pictureChanged);
    }

    /** What was written last. */
    Show show() {
        return show;
    }

    /** Where its parts are now. */
    CardLayout parts() {
        return layout;
    }

    /** Draws this from now on, on a screen of that size. */
    void write(Show show, Size screen) {
        this.show = show;
        this.screen = screen;
        CardMeasure measure = CardMeasure.of(look, screen, show.card());
        image.want(show.card().image(), show.image(), measure.imageRoom());
        icon.want(show.card().icon(), show.icon(), measure.iconRoom());
        arrange();
    }

    /** Runs once what was written has been drawn, not before the frame is the display's. */
    void whenDrawn(Runnable then) {
        whenDrawn = then;
        whenPicturesDrawn = null;
        invalidate();
    }

    /** The same, with the pictures that are being decoded now, or without them when they are broken. */
    void whenPicturesDrawn(Runnable then) {
        whenPicturesDrawn = then;
        afterPictures();
    }

    /** No picture moves or joins any more. */
    void close() {
        image.close();
        icon.close();
        whenDrawn = null;
        whenPicturesDrawn = null;
    }

    /** Its place on the screen. */
    Rect place() {
        Rect place = new Rect();
        painter.reach().roundOut(place);
        return place;
    }

    private void pictureChanged() {
        arrange();
        afterPictures();
    }

    private void afterPictures() {
        if (whenPicturesDrawn != null && !image.decoding() && !icon.decoding()) {
            whenDrawn(whenPicturesDrawn);
        }
    }

    private void arrange() {
        CardMeasure measure = CardMeasure.of(look, screen, show.card());
        layout = new CardLayout(measure, show.card(), show.textScale(), icon.expected(), icon.shown(), image.shown());
        painter = new CardPainter(layout);
        adopt(icon.shown());
        adopt(image.shown());
        requestLayout();
        invalidate();
    }

    private void adopt(Picture picture) {
        if (picture != null) {
            picture.drawable().setCallback(this);
        }
    }

    @Override
    protected boolean verifyDrawable(Drawable drawable) {
        return super.verifyDrawable(drawable) || isShown(image, drawable) || isShown(icon, drawable);
    }

    private static boolean isShown(PictureSlot slot, Drawable drawable) {
        return slot.shown() != null && slot.shown().drawable() == drawable;
    }

    @Override
    protected void onDraw(Canvas canvas) {
        RectF reach = painter.reach();
        canvas.save();
        canvas.translate(-reach.left, -reach.top);
        painter.draw(canvas);
        canvas.restore();
        if (whenDrawn != null) {
            postOnAnimation(whenDrawn); // at the next frame, this one has been handed over
            whenDrawn = null;
        }
    }
}
