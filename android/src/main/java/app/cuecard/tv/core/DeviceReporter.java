package app.cuecard.tv.core;

import android.app.AppOpsManager;
import android.content.ContentResolver;
import android.content.Context;
import android.database.ContentObserver;
import android.hardware.display.DisplayManager;
import android.os.Build;
import android.os.Handler;
import android.os.Looper;
import android.provider.Settings;
import android.util.DisplayMetrics;
import android.view.Display;
import java.util.function.Consumer;

/** Watches the device and tells what it is like, whenever that has changed. Main thread only. */
public final class DeviceReporter {
    /** Some devices believe a permission only a moment after it was given. */
    private static final long[] AGAIN_MS = {500, 2000, 5000};

    private final Context context;
    private final Consumer<Device> changed;
    private final Handler main = new Handler(Looper.getMainLooper());
    private final DisplayManager displays;
    private final AppOpsManager permissions;
    final HomeNetwork network;
    private final AppOpsManager.OnOpChangedListener onPermission = (op, app) -> main.post(this::checkForAWhile);
    private final ContentObserver onName = new ContentObserver(main) {
        @Override
        public void onChange(boolean self) {
            check();
        }
    };
    private Device told;

    /** @param changed given the device after every change, and nothing before the first {@link #check} */
    public DeviceReporter(Context context, Consumer<Device> changed) {
        this.context = context;
        this.changed = changed;
        displays = context.getSystemService(DisplayManager.class);
        permissions = context.getSystemService(AppOpsManager.class);
        network = new HomeNetwork(context, main, this::check);
        displays.registerDisplayListener(onDisplay, main);
        permissions.startWatchingMode(AppOpsManager.OPSTR_SYSTEM_ALERT_WINDOW, context.getPackageName(), onPermission);
        context.getContentResolver()
                .registerContentObserver(Settings.Global.getUriFor(Settings.Global.DEVICE_NAME), false, onName);
    }

    /** Tells what the device is like now, if that is news. */
    public void check() {
        Device now = look();
        if (!now.equals(told)) {
            told = now;
            changed.accept(now);
        }
    }

    /** Tells it in any case: who is told now knows nothing yet. */
    public void introduce() {
        told = null;
        check();
    }

    /** For when the permission may just have been given or taken. */
    public void checkForAWhile() {
        check();
        for (long ms : AGAIN_MS) {
            main.postDelayed(this::check, ms);
        }
    }

    public void close() {
        context.getContentResolver().unregisterContentObserver(onName);
        permissions.stopWatchingMode(onPermission);
        displays.unregisterDisplayListener(onDisplay);
        network.close();
        main.removeCallbacksAndMessages(null);
    }

    private Device look() {
        DisplayMetrics screen = screen();
        return new Device(
                screen.widthPixels,
                screen.heightPixels,
                screen.density,
                name(),
                Settings.canDrawOverlays(context),
                context.getPackageName(),
                network.addresses(),
                network.dns(),
                context.getResources().getConfiguration().getLocales().get(0).toLanguageTag(),
                Build.VERSION.SDK_INT);
    }

    /** The whole screen, with what the system keeps for itself: cards are drawn over that, too. */
    @SuppressWarnings("deprecation") // what replaces it wants a window, which there may be none of
    private DisplayMetrics screen() {
        Display display = displays.getDisplay(Display.DEFAULT_DISPLAY);
        DisplayMetrics metrics = new DisplayMetrics();
        metrics.setTo(context.getResources().getDisplayMetrics());
        if (display != null) {
            display.getRealMetrics(metrics);
        }
        return metrics;
    }

    private String name() {
        ContentResolver resolver = context.getContentResolver();
        String given = Settings.Global.getString(resolver, Settings.Global.DEVICE_NAME);
        if (given == null || given.trim().isEmpty()) {
            given = bluetoothName(resolver);
        }
        return given == null || given.trim().isEmpty() ? Build.MODEL : given;
    }

    /** Newer systems keep it from apps. */
    private static String bluetoothName(ContentResolver resolver) {
        try {
            return Settings.Secure.getString(resolver, "bluetooth_name");
        } catch (SecurityException kept) {
            return null;
        }
    }

    private final DisplayManager.DisplayListener onDisplay = new DisplayManager.DisplayListener() {
        @Override
        public void onDisplayAdded(int display) {}

        @Override
        public void onDisplayRemoved(int display) {}

        @Override
        public void onDisplayChanged(int display) {
            check();
        }
    };
}
