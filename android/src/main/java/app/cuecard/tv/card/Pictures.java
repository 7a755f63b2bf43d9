package app.cuecard.tv.card;

import android.os.Handler;
import android.os.Looper;
import android.util.Log;
import android.util.Size;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Decodes pictures one after another, away from the main thread, and hands them over on it. */
final class Pictures {
    private static final String TAG = "Cuecard";

    private final Handler main = new Handler(Looper.getMainLooper());
    private final Executor background;

    Pictures() {
        this(worker());
    }

    Pictures(Executor background) {
        this.background = background;
    }

    /** One thread, which ends when there is nothing to do: most cards have no picture. */
    private static Executor worker() {
        ThreadPoolExecutor worker = new ThreadPoolExecutor(
                1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> new Thread(task, "pictures"));
        worker.allowCoreThreadTimeOut(true);
        return worker;
    }

    /**
     * Decodes a file for a place of that size.
     *
     * @param arrived is given the picture, or null when there is none to be had from the file
     * @return drops it: the picture is not decoded if it is not yet, and nobody is given it
     */
    Runnable decode(String path, Size room, Consumer<Picture> arrived) {
        AtomicBoolean dropped = new AtomicBoolean();
        background.execute(() -> {
            if (dropped.get()) {
                return;
            }
            Picture picture = decoded(path, room);
            main.post(() -> {
                if (!dropped.get()) {
                    arrived.accept(picture);
                }
            });
        });
        return () -> dropped.set(true);
    }

    /** A hostile picture may make the decoder throw anything; the card is shown without it. */
    private static Picture decoded(String path, Size room) {
        try {
            return PictureDecoder.decode(path, room);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            Log.w(TAG, "a picture cannot be drawn: " + e);
            return null;
        }
    }
}
