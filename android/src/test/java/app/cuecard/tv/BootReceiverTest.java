package app.cuecard.tv;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.robolectric.Shadows.shadowOf;

import android.app.Application;
import android.content.ComponentName;
import android.content.Context;
import android.content.ContextWrapper;
import android.content.Intent;
import app.cuecard.tv.core.Preferences;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {26, 35})
public class BootReceiverTest {
    private final Application app = RuntimeEnvironment.getApplication();

    @Test
    public void theServiceStartsAfterABoot() {
        happens(app, Intent.ACTION_BOOT_COMPLETED);

        Intent started = shadowOf(app).getNextStartedService();
        assertEquals(new ComponentName(app, OverlayService.class), started.getComponent());
    }

    @Test
    public void theServiceStartsAfterABootOnlyIfTheOwnerWishes() {
        new Preferences(app).startAtBoot(false);

        happens(app, Intent.ACTION_BOOT_COMPLETED);

        assertNull(shadowOf(app).getNextStartedService());
    }

    @Test
    public void theServiceStartsAfterAnUpdateInAnyCase() {
        new Preferences(app).startAtBoot(false);

        happens(app, Intent.ACTION_MY_PACKAGE_REPLACED);

        assertNotNull(shadowOf(app).getNextStartedService());
    }

    @Test
    public void othersAreIgnored() {
        happens(app, Intent.ACTION_USER_PRESENT);
        happens(app, null);

        assertNull(shadowOf(app).getNextStartedService());
    }

    @Test
    public void aRefusalIsTaken() {
        int[] asked = new int[1];
        Context strict = new ContextWrapper(app) {
            @Override
            public ComponentName startForegroundService(Intent service) {
                asked[0]++;
                throw new IllegalStateException("not allowed in the background");
            }
        };

        happens(strict, Intent.ACTION_BOOT_COMPLETED);

        assertEquals(1, asked[0]);
    }

    private static void happens(Context context, String action) {
        new BootReceiver().onReceive(context, new Intent(action));
    }
}
