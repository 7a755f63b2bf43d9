package app.cuecard.tv;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.app.Service;
import android.content.Intent;
import android.content.pm.ServiceInfo;
import android.os.Build;
import android.util.Log;
import app.cuecard.tv.screen.SettingsActivity;

/** The quiet notification that Android asks of a service which is to stay. A tap on it opens the settings. */
final class RunningNotice {
    static final String CHANNEL = "running";
    private static final int ID = 1;

    private RunningNotice() {}

    /** Puts the service in the foreground; false when the system does not let it. */
    static boolean show(Service service) {
        NotificationChannel channel = new NotificationChannel(
                CHANNEL, service.getString(R.string.service_channel), NotificationManager.IMPORTANCE_LOW);
        channel.setShowBadge(false);
        service.getSystemService(NotificationManager.class).createNotificationChannel(channel);
        PendingIntent settings = PendingIntent.getActivity(
                service, 0, new Intent(service, SettingsActivity.class), PendingIntent.FLAG_IMMUTABLE);
        Notification notice = new Notification.Builder(service, CHANNEL)
                .setSmallIcon(R.drawable.notification)
                .setContentTitle(service.getString(R.string.service_running))
                .setContentText(service.getString(R.string.service_open))
                .setContentIntent(settings)
                .setCategory(Notification.CATEGORY_SERVICE)
                .setOngoing(true)
                .build();
        try {
            start(service, notice);
            return true;
        } catch (IllegalStateException | SecurityException refused) {
            // Newer systems refuse it to an app that starts in the background; the service runs as long as it is let.
            Log.w("cuecard", "the service may not stay in the foreground", refused);
            return false;
        }
    }

    private static void start(Service service, Notification notice) {
        if (Build.VERSION.SDK_INT >= 34) {
            startSpecialUse(service, notice);
        } else {
            service.startForeground(ID, notice);
        }
    }

    @SinceApi(34)
    private static void startSpecialUse(Service service, Notification notice) {
        service.startForeground(ID, notice, ServiceInfo.FOREGROUND_SERVICE_TYPE_SPECIAL_USE);
    }
}
