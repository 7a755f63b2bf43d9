package app.cuecard.tv.card;

import static org.robolectric.Shadows.shadowOf;

import android.content.Context;
import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.os.Looper;
import android.view.View;
import android.view.WindowManager;
import java.time.Duration;
import java.util.List;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowChoreographer;
import org.robolectric.shadows.ShadowWindowManagerImpl;

/** What a television does by itself and Robolectric does not: frames come as time passes, and windows are drawn. */
final class Television {
    private static final int FRAME_MS = 10;

    private final Context context;
    private final Bitmap surface = Bitmap.createBitmap(1920, 1080, Bitmap.Config.ARGB_8888);

    Television(Context context) {
        this.context = context;
        ShadowChoreographer.setPaused(true);
        ShadowChoreographer.setFrameDelay(Duration.ofMillis(FRAME_MS));
    }

    /** The windows that are open now. */
    List<View> windows() {
        ShadowWindowManagerImpl shadow = Shadow.extract(context.getSystemService(WindowManager.class));
        return shadow.getViews();
    }

    /** Time passes, and the main thread does what is due; nothing is drawn. */
    void passes(int ms) {
        for (int left = ms; left > 0; left -= FRAME_MS) {
            shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(Math.min(FRAME_MS, left)));
        }
    }

    /** Lays out, draws, and lets all that moves come to rest. Robolectric's windows have no surface to draw on. */
    void draws() {
        passes(3 * FRAME_MS);
        for (View window : windows()) {
            window.draw(new Canvas(surface));
        }
        passes(30 * FRAME_MS);
    }
}
