package app.cuecard.tv;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.util.Log;
import app.cuecard.tv.core.Preferences;

/** Starts the service when the television has started, and when the app has been updated. */
public final class BootReceiver extends BroadcastReceiver {

    @Override
    public void onReceive(Context context, Intent intent) {
        String happened = String.valueOf(intent.getAction());
        boolean start =
                switch (happened) {
                    case Intent.ACTION_BOOT_COMPLETED -> new Preferences(context).startAtBoot();
                    case Intent.ACTION_MY_PACKAGE_REPLACED -> true;
                    default -> false;
                };
        if (start) {
            start(context);
        }
    }

    private static void start(Context context) {
        try {
            context.startForegroundService(new Intent(context, OverlayService.class));
        } catch (IllegalStateException | SecurityException refused) {
            Log.w("cuecard", "the service may not be started now", refused);
        }
    }
}
