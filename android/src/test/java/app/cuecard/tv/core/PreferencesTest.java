package app.cuecard.tv.core;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.content.Context;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;

@RunWith(RobolectricTestRunner.class)
public class PreferencesTest {
    private final Context context = RuntimeEnvironment.getApplication();

    @Test
    public void theAppStartsAtBootAndLeavesTheFilmAlone() {
        assertTrue(new Preferences(context).startAtBoot());
        assertFalse(new Preferences(context).duck());
    }

    @Test
    public void wishesAreKept() {
        new Preferences(context).startAtBoot(false);
        new Preferences(context).duck(true);

        assertFalse(new Preferences(context).startAtBoot());
        assertTrue(new Preferences(context).duck());
    }
}
