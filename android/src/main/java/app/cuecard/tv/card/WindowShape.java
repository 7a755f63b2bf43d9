package app.cuecard.tv.card;

import android.annotation.SuppressLint;
import android.content.Context;
import android.graphics.PixelFormat;
import android.graphics.Rect;
import android.os.Build;
import android.util.DisplayMetrics;
import android.util.Size;
import android.view.Gravity;
import android.view.WindowManager;
import android.view.WindowManager.LayoutParams;
import app.cuecard.tv.SinceApi;

/** How the card's window stands over everything else: the whole screen, and no key or touch for it. */
final class WindowShape {

    private WindowShape() {}

    @SuppressLint("RtlHardcoded") // the screen's left is where its pixels begin, in every language
    static LayoutParams of(Size screen) {
        LayoutParams shape = new LayoutParams(
                screen.getWidth(),
                screen.getHeight(),
                LayoutParams.TYPE_APPLICATION_OVERLAY,
                LayoutParams.FLAG_NOT_FOCUSABLE
                        | LayoutParams.FLAG_NOT_TOUCHABLE
                        | LayoutParams.FLAG_LAYOUT_IN_SCREEN
                        | LayoutParams.FLAG_LAYOUT_NO_LIMITS
                        | LayoutParams.FLAG_HARDWARE_ACCELERATED,
                PixelFormat.TRANSLUCENT);
        shape.gravity = Gravity.TOP | Gravity.LEFT;
        shape.setTitle("Cuecard");
        if (Build.VERSION.SDK_INT >= 30) {
            ignoreInsets(shape);
        } else if (Build.VERSION.SDK_INT >= 28) {
            ignoreCutouts(shape);
        }
        return shape;
    }

    /** The whole screen in pixels, as it is turned now, with what bars may cover. */
    static Size screen(Context context) {
        WindowManager windows = context.getSystemService(WindowManager.class);
        return Build.VERSION.SDK_INT >= 30 ? bounds(windows) : realSize(windows);
    }

    @SinceApi(30)
    private static void ignoreInsets(LayoutParams shape) {
        shape.layoutInDisplayCutoutMode = LayoutParams.LAYOUT_IN_DISPLAY_CUTOUT_MODE_ALWAYS;
        shape.setFitInsetsTypes(0);
    }

    @SinceApi(28)
    private static void ignoreCutouts(LayoutParams shape) {
        shape.layoutInDisplayCutoutMode = LayoutParams.LAYOUT_IN_DISPLAY_CUTOUT_MODE_SHORT_EDGES;
    }

    @SinceApi(30)
    private static Size bounds(WindowManager windows) {
        Rect bounds = windows.getMaximumWindowMetrics().getBounds();
        return new Size(bounds.width(), bounds.height());
    }

    @SuppressWarnings("deprecation") // what replaces it is younger than the systems that come here
    private static Size realSize(WindowManager windows) {
        DisplayMetrics metrics = new DisplayMetrics();
        windows.getDefaultDisplay().getRealMetrics(metrics);
        return new Size(metrics.widthPixels, metrics.heightPixels);
    }
}
