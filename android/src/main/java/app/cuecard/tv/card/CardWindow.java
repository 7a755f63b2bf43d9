package app.cuecard.tv.card;

import android.animation.ValueAnimator;
import android.content.Context;
import android.hardware.display.DisplayManager;
import android.os.Handler;
import android.os.Looper;
import android.util.Size;
import android.view.Display;
import android.view.WindowManager;
import java.util.Map;
import java.util.function.Consumer;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * The one window over everything, there as long as a card is. It follows the core's frames {@code show}, {@code
 * picture} and {@code clear} and answers each. Main thread only.
 */
public final class CardWindow implements DisplayManager.DisplayListener {

    /** Half of the time that the core waits for an answer. */
    private static final long PATIENCE_MS = 1000;

    private static final long NONE = -1;

    private final Context context;
    private final Look look;
    private final Consumer<JSONObject> answers;
    private final Pictures pictures;
    private final Handler main = new Handler(Looper.getMainLooper());
    private final WindowManager windows;
    private final DisplayManager displays;
    private final Runnable remove = this::close;
    private CardScreen screen;
    private Size size;
    private boolean added;
    private long unanswered = NONE;

    /** @param answers is given the frames {@code drawn} and {@code failed} for the core */
    public CardWindow(Context context, Look look, Consumer<JSONObject> answers) {
        this(context, look, answers, new Pictures());
    }

    CardWindow(Context context, Look look, Consumer<JSONObject> answers, Pictures pictures) {
        this.context = context;
        this.look = look;
        this.answers = answers;
        this.pictures = pictures;
        windows = context.getSystemService(WindowManager.class);
        displays = context.getSystemService(DisplayManager.class);
    }

    public void show(JSONObject frame) {
        long seq = frame.optLong("seq");
        try {
            Show show = Show.of(frame);
            main.removeCallbacks(remove);
            CardView card = screen == null ? open(show) : screen.show(show);
            await(seq);
            card.whenDrawn(() -> drawn(seq));
        } catch (JSONException | RuntimeException e) {
            // The permission was taken away, or the frame cannot be understood. Nothing is left of it: the next
            // frame begins anew.
            close();
            failed(seq, e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    public void picture(JSONObject frame) {
        long seq = frame.optLong("seq");
        CardView card = screen == null ? null : screen.card();
        if (card == null) {
            failed(seq, "there is no card for these pictures");
            return;
        }
        card.write(card.show().with(frame), size);
        await(seq);
        card.whenPicturesDrawn(() -> drawn(seq));
        main.postDelayed(() -> stopWaiting(seq, card), PATIENCE_MS);
    }

    /** A picture that takes long to decode holds up no other frame: the card stands, and the picture joins it yet. */
    private void stopWaiting(long seq, CardView card) {
        if (seq == unanswered) {
            card.whenDrawn(() -> drawn(seq));
        }
    }

    /** Answered before the card has faded, so that the next one does not wait for it. */
    public void clear(JSONObject frame) {
        if (screen != null && ValueAnimator.areAnimatorsEnabled()) {
            screen.clear();
            main.removeCallbacks(remove);
            main.postDelayed(remove, look.goingMs());
        } else {
            close();
        }
        unanswered = frame.optLong("seq");
        drawn(unanswered);
    }

    /** Takes the window away at once. */
    public void close() {
        unanswered = NONE;
        main.removeCallbacksAndMessages(null);
        if (screen == null) {
            return;
        }
        displays.unregisterDisplayListener(this);
        screen.close();
        if (added) {
            windows.removeViewImmediate(screen);
        }
        added = false;
        screen = null;
    }

    private CardView open(Show show) {
        size = WindowShape.screen(context);
        screen = new CardScreen(context, look, pictures, size);
        CardView card = screen.show(show);
        displays.registerDisplayListener(this, main);
        windows.addView(screen, WindowShape.of(size));
        added = true;
        return card;
    }

    /**
     * Only what was drawn is called drawn, with one exception. While the display is off the system draws nothing, and a
     * card that must stay until somebody comes must not be withdrawn for that: what stands in the window then is what
     * the display shows when it goes on.
     */
    private void await(long seq) {
        unanswered = seq;
        main.postDelayed(
                () -> {
                    Display display = screen == null ? null : screen.getDisplay();
                    if (display != null && display.getState() == Display.STATE_OFF) {
                        drawn(seq);
                    }
                },
                PATIENCE_MS);
    }

    private void drawn(long seq) {
        if (seq == unanswered) {
            unanswered = NONE;
            answers.accept(new JSONObject(Map.of("type", "drawn", "seq", seq)));
        }
    }

    private void failed(long seq, String error) {
        answers.accept(new JSONObject(Map.of("type", "failed", "seq", seq, "error", error)));
    }

    @Override
    public void onDisplayChanged(int id) {
        Size now = WindowShape.screen(context);
        if (screen != null && !now.equals(size)) {
            size = now;
            screen.fit(now);
            windows.updateViewLayout(screen, WindowShape.of(now));
        }
    }

    @Override
    public void onDisplayAdded(int id) {}

    @Override
    public void onDisplayRemoved(int id) {}
}
