package app.cuecard.tv.testing;

import static org.robolectric.Shadows.shadowOf;

import android.os.Looper;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPausedLooper;

/** Runs the main thread's work, as it comes from other threads, until something is so. */
public final class Eventually {
    private static final long PATIENCE_S = 60;
    private static final long SLICE_MS = 20;

    private Eventually() {}

    public static void so(String what, BooleanSupplier condition) {
        some(what, () -> condition.getAsBoolean() ? Boolean.TRUE : null);
    }

    /** The first that is not null. */
    public static <T> T some(String what, Supplier<T> source) {
        ShadowPausedLooper main = Shadow.extract(Looper.getMainLooper());
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (true) {
            shadowOf(Looper.getMainLooper()).idle();
            T found = source.get();
            if (found != null) {
                return found;
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not in " + PATIENCE_S + " s: " + what);
            }
            main.poll(SLICE_MS);
        }
    }
}
