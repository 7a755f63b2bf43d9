package app.cuecard.tv.card;

import android.animation.ValueAnimator;
import android.annotation.SuppressLint;
import android.content.Context;
import android.graphics.Color;
import android.graphics.Rect;
import android.os.Handler;
import android.os.Looper;
import android.util.Size;
import android.view.View;
import android.view.ViewGroup;
import android.view.animation.Interpolator;
import android.view.animation.LinearInterpolator;
import android.view.animation.PathInterpolator;

/** Everything that is drawn over the film: the dim layer, the card on it, and for a moment the card before. */
@SuppressLint("ViewConstructor")
final class CardScreen extends ViewGroup {
    private static final Interpolator SETTLING = new PathInterpolator(0.2f, 0, 0, 1);
    private static final Interpolator EVENLY = new LinearInterpolator();

    private final Handler main = new Handler(Looper.getMainLooper());
    private final Look look;
    private final Pictures pictures;
    private final Dim dim;
    private final Runnable gone = this::removeGoing;
    private Size size;
    private CardView card;
    private CardView going;

    CardScreen(Context context, Look look, Pictures pictures, Size size) {
        super(context);
        this.look = look;
        this.pictures = pictures;
        this.size = size;
        dim = new Dim(context);
        addView(dim);
        // A screen reader stays in the film's app. A card that is to be heard says so: the core has it spoken.
        setImportantForAccessibility(IMPORTANT_FOR_ACCESSIBILITY_NO_HIDE_DESCENDANTS);
    }

    /** The card that is shown and not on its way out, or null. */
    CardView card() {
        return card;
    }

    /** Draws a card: one with the same id is written anew in its place, at once; any other comes as the old one goes. */
    CardView show(Show show) {
        if (card != null && card.show().card().id().equals(show.card().id())) {
            card.write(show, size);
            dim.fade(show.card().dim(), look.resizeMs(), SETTLING, 0);
        } else {
            take();
            bring(show);
        }
        return card;
    }

    /** Lets the card go; the dim layer goes with it unless another card comes at once. */
    void clear() {
        take();
        dim.fade(0, look.goingMs(), EVENLY, 0);
    }

    /** The screen has another size now. */
    void fit(Size size) {
        this.size = size;
        if (card != null) {
            card.write(card.show(), size);
        }
        removeGoing();
        requestLayout();
    }

    /** Ends everything that moves or is still to come. */
    void close() {
        removeGoing();
        if (card != null) {
            card.close();
            card = null;
        }
    }

    private void bring(Show show) {
        card = new CardView(getContext(), look, pictures);
        card.write(show, size);
        addView(card);
        if (moves()) {
            card.setAlpha(look.comingOpacity());
            card.setTranslationY(look.rise() * size.getHeight() / look.screenHeight());
            card.animate().alpha(1).translationY(0).setDuration(look.comingMs()).setInterpolator(SETTLING);
        }
        dim.fade(show.card().dim(), look.comingMs(), SETTLING, look.comingOpacity());
    }

    private void take() {
        removeGoing();
        if (card == null) {
            return;
        }
        going = card;
        card = null;
        if (moves()) {
            going.animate().alpha(0).setDuration(look.goingMs()).setInterpolator(EVENLY);
            // By the clock, not by the last picture of the fade: a screen that is off shows none.
            main.postDelayed(gone, look.goingMs());
        } else {
            removeGoing();
        }
    }

    private void removeGoing() {
        if (going == null) {
            return;
        }
        main.removeCallbacks(gone);
        going.close();
        removeView(going);
        going = null;
    }

    private static boolean moves() {
        return ValueAnimator.areAnimatorsEnabled();
    }

    @Override
    protected void onMeasure(int widthSpec, int heightSpec) {
        setMeasuredDimension(size.getWidth(), size.getHeight());
    }

    @Override
    protected void onLayout(boolean changed, int left, int top, int right, int bottom) {
        dim.layout(0, 0, size.getWidth(), size.getHeight());
        for (int i = 0; i < getChildCount(); i++) {
            if (getChildAt(i) instanceof CardView view) {
                Rect place = view.place();
                view.layout(place.left, place.top, place.right, place.bottom);
            }
        }
    }

    /** The black layer. There is one for all cards, so it never flickers between two that both dim. */
    private static final class Dim extends View {
        private float opacity;

        Dim(Context context) {
            super(context);
            setBackgroundColor(Color.BLACK);
            setAlpha(0);
        }

        @Override
        public boolean hasOverlappingRendering() {
            return false; // one colour needs no layer of the screen's size to fade
        }

        /** @param head the share of the new opacity that a layer which was not there begins with */
        void fade(float opacity, int ms, Interpolator pace, float head) {
            if (opacity == this.opacity) {
                return;
            }
            animate().cancel();
            if (!moves()) {
                setAlpha(opacity);
            } else {
                setAlpha(Math.max(getAlpha(), this.opacity == 0 ? opacity * head : 0));
                animate().alpha(opacity).setDuration(ms).setInterpolator(pace);
            }
            this.opacity = opacity;
        }
    }
}
