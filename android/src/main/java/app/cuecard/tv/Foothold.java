package app.cuecard.tv;

import android.app.Service;
import android.graphics.PixelFormat;
import android.provider.Settings;
import android.util.Log;
import android.view.View;
import android.view.WindowManager;
import android.view.WindowManager.LayoutParams;

/**
 * Keeps the service in the foreground. From Android 15 on the system lets an app that draws over others go there by
 * itself only while something of it is on screen. After a restart by the system nothing is: then a dot is put there, of
 * one pixel that cannot be seen, for the moment it takes.
 */
final class Foothold {
    private final Service service;
    private final WindowManager windows;
    private View dot;

    Foothold(Service service) {
        this.service = service;
        this.windows = service.getSystemService(WindowManager.class);
    }

    void stay() {
        if (!RunningNotice.show(service) && dot == null && Settings.canDrawOverlays(service)) {
            putDot();
        }
    }

    void close() {
        if (dot != null) {
            windows.removeViewImmediate(dot);
            dot = null;
        }
    }

    private void putDot() {
        View put = new View(service) {
            @Override
            protected void onWindowVisibilityChanged(int visibility) {
                super.onWindowVisibilityChanged(visibility);
                if (visibility == VISIBLE) {
                    post(Foothold.this::seen);
                }
            }
        };
        LayoutParams shape = new LayoutParams(
                1,
                1,
                LayoutParams.TYPE_APPLICATION_OVERLAY,
                LayoutParams.FLAG_NOT_FOCUSABLE | LayoutParams.FLAG_NOT_TOUCHABLE,
                PixelFormat.TRANSLUCENT);
        try {
            windows.addView(put, shape);
            dot = put;
        } catch (WindowManager.BadTokenException refused) {
            Log.w("cuecard", "no foothold: the permission has just gone", refused);
        }
    }

    private void seen() {
        if (dot != null) {
            RunningNotice.show(service);
            close();
        }
    }
}
