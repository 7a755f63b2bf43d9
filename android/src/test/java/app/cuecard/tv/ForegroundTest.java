package app.cuecard.tv;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.robolectric.Shadows.shadowOf;

import android.app.Notification;
import android.app.NotificationManager;
import android.app.Service;
import android.content.Intent;
import android.content.pm.ServiceInfo;
import android.os.Build;
import android.view.View;
import android.view.WindowManager.LayoutParams;
import app.cuecard.tv.screen.SettingsActivity;
import org.junit.Test;
import org.robolectric.shadows.ShadowSettings;

/** The service stays in the foreground, whatever the system says. */
public class ForegroundTest extends RunningService {
    @Test
    public void everyStartPutsTheServiceInTheForegroundAndItStays() {
        for (Intent intent : new Intent[] {new Intent(), null}) {
            service.stopForeground(Service.STOP_FOREGROUND_REMOVE);
            assertEquals(Service.START_STICKY, service.onStartCommand(intent, 0, 1));
            assertFalse(shadowOf(service).isForegroundStopped());
        }
        if (Build.VERSION.SDK_INT >= 34) {
            assertEquals(ServiceInfo.FOREGROUND_SERVICE_TYPE_SPECIAL_USE, service.getForegroundServiceType());
        }
    }

    @Test
    public void itsNotificationIsQuietAndOpensTheSettings() {
        service.onStartCommand(new Intent(), 0, 1);

        Notification notice = shadowOf(service).getLastForegroundNotification();
        NotificationManager manager = service.getSystemService(NotificationManager.class);
        assertEquals(
                NotificationManager.IMPORTANCE_LOW,
                manager.getNotificationChannel(notice.getChannelId()).getImportance());
        Intent opened = shadowOf(notice.contentIntent).getSavedIntent();
        assertEquals(SettingsActivity.class.getName(), opened.getComponent().getClassName());
        assertEquals(service.getString(R.string.service_running), notice.extras.getString(Notification.EXTRA_TITLE));
    }

    @Test
    public void aSystemThatRefusesTheForegroundDoesNotEndTheService() {
        shadowOf(service).setThrowInStartForeground(new IllegalStateException("started in the background"));

        assertEquals(Service.START_STICKY, service.onStartCommand(null, 0, 1));

        untilRunning();
    }

    @Test
    public void aRefusedServiceStaysOnceADotOfItWasSeen() {
        shadowOf(service).setThrowInStartForeground(new IllegalStateException("started in the background"));
        service.onStartCommand(null, 0, 1);
        assertNull(shadowOf(service).getLastForegroundNotification());
        View dot = display.windows().get(0);
        LayoutParams shape = (LayoutParams) dot.getLayoutParams();
        assertEquals(1, shape.width * shape.height);
        assertEquals(LayoutParams.TYPE_APPLICATION_OVERLAY, shape.type);
        int untouched = LayoutParams.FLAG_NOT_FOCUSABLE | LayoutParams.FLAG_NOT_TOUCHABLE;
        assertEquals(untouched, shape.flags & untouched);

        shadowOf(service).setThrowInStartForeground(null);
        dot.dispatchWindowVisibilityChanged(View.INVISIBLE);
        display.refresh();
        assertNull("not before it is seen", shadowOf(service).getLastForegroundNotification());
        dot.dispatchWindowVisibilityChanged(View.VISIBLE);
        display.refresh();

        assertNotNull(shadowOf(service).getLastForegroundNotification());
        assertEquals("the dot is gone", 0, display.windows().size());
    }

    @Test
    public void withoutThePermissionThereIsNoDot() {
        ShadowSettings.setCanDrawOverlays(false);
        shadowOf(service).setThrowInStartForeground(new IllegalStateException("started in the background"));

        service.onStartCommand(null, 0, 1);

        assertEquals(0, display.windows().size());
    }
}
