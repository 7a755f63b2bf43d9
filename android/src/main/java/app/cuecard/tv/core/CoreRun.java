package app.cuecard.tv.core;

import android.util.Log;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * One run of the core, from its start to its end: the child process and its three pipes, each on a thread of its own.
 * Whoever asks something of it never waits; what it has to tell comes on its own thread, the end last of all.
 */
final class CoreRun {

    /** Who is told, on the run's thread. */
    interface Ear {
        void frame(CoreRun from, JSONObject frame);

        /** @param words why it ended, as the core or the system said; empty when neither did */
        void ended(CoreRun from, String words);
    }

    private static final String TAG = "cuecard";
    private static final int LONGEST_LINE = 1 << 20;
    /** Far more than a core that reads ever leaves waiting. */
    private static final int MOST_WAITING = 256;

    private static final long GRACE_MS = 2000;

    private final Callable<Process> starter;
    private final Ear ear;
    private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private volatile String words = "";
    private Process process;
    private boolean unwanted;

    CoreRun(Callable<Process> starter, Ear ear) {
        this.starter = starter;
        this.ear = ear;
    }

    void start() {
        thread("core", this::live);
    }

    /** Has the frame written; false when the core has long stopped reading. */
    boolean send(JSONObject frame) {
        return waiting.offer(frame.toString());
    }

    /** Asks the core to end, and makes it when it does not. */
    void stop() {
        send(new JSONObject(Map.of("type", "stop")));
        thread("core-stop", () -> {
            Process asked = unwant();
            if (asked != null && !endsWithin(asked, GRACE_MS)) {
                asked.destroyForcibly();
            }
        });
    }

    /** Ends the core at once. Off the calling thread, because it may have to wait for one that is just starting. */
    void kill() {
        thread("core-kill", () -> {
            Process doomed = unwant();
            if (doomed != null) {
                doomed.destroyForcibly();
            }
        });
    }

    private synchronized Process unwant() {
        unwanted = true;
        return process;
    }

    private void live() {
        try {
            if (!open()) {
                ear.ended(this, "");
                return;
            }
        } catch (Exception refused) {
            Log.e(TAG, "the core cannot be started", refused);
            ear.ended(this, String.valueOf(refused.getMessage()));
            return;
        }
        Thread log = thread("core-log", this::readLog);
        Thread writer = thread("core-in", this::write);
        readFrames();
        if (!endsWithin(process, GRACE_MS)) {
            process.destroyForcibly();
        }
        writer.interrupt();
        join(log);
        Log.i(TAG, "the core has ended");
        ear.ended(this, words);
    }

    /** Only the start is guarded: after it, the process never changes. */
    private synchronized boolean open() throws Exception {
        if (!unwanted) {
            process = starter.call();
        }
        return process != null;
    }

    private void readFrames() {
        Runnable tooLong = () -> Log.w(TAG, "dropped a line of the core: too long");
        try (Lines lines = new Lines(process.getInputStream(), LONGEST_LINE, tooLong)) {
            for (String line; (line = lines.next()) != null; ) {
                read(line);
            }
        } catch (IOException gone) {
            Log.i(TAG, "the core's output broke off", gone);
        }
    }

    private void read(String line) {
        try {
            ear.frame(this, new JSONObject(line));
        } catch (JSONException | StackOverflowError garbage) {
            Log.w(TAG, "dropped a line of the core: no frame: " + line.substring(0, Math.min(80, line.length())));
        }
    }

    private void readLog() {
        boolean crashed = false;
        try (Lines lines = new Lines(process.getErrorStream(), LONGEST_LINE, () -> {})) {
            for (String line; (line = lines.next()) != null; ) {
                LogLine entry = LogLine.of(line);
                Log.println(entry.level(), TAG, line);
                if (entry.level() == Log.ERROR
                        && !crashed
                        && !entry.text().trim().isEmpty()) {
                    words = entry.text();
                    crashed = entry.crash();
                }
            }
        } catch (IOException gone) {
            Log.i(TAG, "the core's log broke off", gone);
        }
    }

    private void write() {
        try (OutputStream in = process.getOutputStream()) {
            while (true) {
                in.write((waiting.take() + "\n").getBytes(StandardCharsets.UTF_8));
                in.flush();
            }
        } catch (IOException | InterruptedException gone) {
            Log.d(TAG, "nothing more is written to the core");
        }
    }

    private static boolean endsWithin(Process process, long ms) {
        try {
            return process.waitFor(ms, TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurried) {
            return false;
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(GRACE_MS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
