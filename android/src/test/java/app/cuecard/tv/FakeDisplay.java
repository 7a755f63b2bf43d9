package app.cuecard.tv;

import static org.robolectric.Shadows.shadowOf;

import android.content.Context;
import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.os.Looper;
import android.view.View;
import android.view.WindowManager;
import android.view.WindowManager.LayoutParams;
import app.cuecard.tv.card.CardWords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowWindowManagerImpl;

/** The television's display in tests: it draws what the app has put there. */
final class FakeDisplay {
    private final Context context;
    private final Bitmap picture = Bitmap.createBitmap(1920, 1080, Bitmap.Config.ARGB_8888);

    FakeDisplay(Context context) {
        this.context = context;
    }

    /** One picture of the film later. */
    void refresh() {
        for (View window : windows()) {
            window.draw(new Canvas(picture));
        }
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(16));
    }

    /** Those over all apps, a card's and the service's own; not the app's screens. */
    List<View> windows() {
        ShadowWindowManagerImpl manager = Shadow.extract(context.getSystemService(WindowManager.class));
        List<View> windows = new ArrayList<>(manager.getViews());
        windows.removeIf(
                window -> ((LayoutParams) window.getLayoutParams()).type != LayoutParams.TYPE_APPLICATION_OVERLAY);
        return windows;
    }

    /** The words of the one card that is shown; empty when none is. */
    String words() {
        refresh();
        List<View> windows = windows();
        if (windows.size() > 1) {
            throw new AssertionError("more than one window: " + windows);
        }
        return windows.isEmpty() ? "" : CardWords.in(windows.get(0));
    }
}
