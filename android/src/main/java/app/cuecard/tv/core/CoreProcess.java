package app.cuecard.tv.core;

import android.content.Context;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import android.util.Log;
import app.cuecard.tv.R;
import org.json.JSONObject;

/**
 * Keeps the core running: starts it, and starts it again after every end that nobody asked for, with longer and longer
 * pauses while it does not get well. Knows of the frames only that {@code hello} is the first. Main thread only.
 */
public final class CoreProcess implements CoreRun.Ear {

    /** Who is told, on the main thread. */
    public interface Watcher {
        /** A new core is being started: it knows nothing yet. */
        void starting();

        void frame(JSONObject frame);

        /** @param trouble why it ended, for people */
        void ended(String trouble);
    }

    private static final String TAG = "cuecard";
    static final long HELLO_WITHIN_MS = 15_000;
    static final long WELL_AFTER_MS = 60_000;
    static final long LONGEST_PAUSE_MS = 60_000;

    private final Context context;
    private final CoreCommand command;
    private final Watcher watcher;
    private final Handler main = new Handler(Looper.getMainLooper());
    private final Runnable silence = () -> giveUp(R.string.core_silent);
    private CoreRun run;
    private String trouble = "";
    private boolean greeted;
    private long greetedAt;
    private long pause;

    public CoreProcess(Context context, String listen, Watcher watcher) {
        this.context = context;
        this.command = new CoreCommand(context, listen);
        this.watcher = watcher;
    }

    public void start() {
        run = new CoreRun(command::start, this);
        trouble = "";
        greeted = false;
        watcher.starting();
        main.postDelayed(silence, HELLO_WITHIN_MS);
        run.start();
    }

    /** Sends a frame to the core that runs; without one it is lost. */
    public void send(JSONObject frame) {
        if (run != null && !run.send(frame)) {
            giveUp(R.string.core_stuck);
        }
    }

    /** Ends the core on purpose and hears no more of it. */
    public void stop() {
        main.removeCallbacksAndMessages(null);
        if (run != null) {
            run.stop();
            run = null;
        }
    }

    private void giveUp(int why) {
        if (!trouble.isEmpty()) {
            return;
        }
        trouble = context.getString(why);
        Log.e(TAG, "the core is ended and started again: " + trouble);
        run.kill();
    }

    @Override
    public void frame(CoreRun from, JSONObject frame) {
        main.post(() -> heard(from, frame));
    }

    @Override
    public void ended(CoreRun from, String words) {
        main.post(() -> gone(from, words));
    }

    private void heard(CoreRun from, JSONObject frame) {
        if (from != run) {
            return;
        }
        if ("hello".equals(frame.optString("type"))) {
            main.removeCallbacks(silence);
            greeted = true;
            greetedAt = SystemClock.uptimeMillis();
        }
        if (greeted) {
            watcher.frame(frame);
        }
    }

    private void gone(CoreRun from, String words) {
        if (from != run) {
            return;
        }
        run = null;
        main.removeCallbacks(silence);
        boolean well = greeted && SystemClock.uptimeMillis() - greetedAt >= WELL_AFTER_MS;
        pause = well ? 1000 : Math.min(LONGEST_PAUSE_MS, Math.max(1000, 2 * pause));
        main.postDelayed(this::start, pause);
        watcher.ended(why(words));
    }

    private String why(String words) {
        if (!words.isEmpty()) {
            return words;
        }
        return trouble.isEmpty() ? context.getString(R.string.core_ended) : trouble;
    }
}
