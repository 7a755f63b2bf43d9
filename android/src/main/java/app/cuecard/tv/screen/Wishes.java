package app.cuecard.tv.screen;

import android.os.Handler;
import android.os.Looper;
import app.cuecard.tv.core.OwnerSettings;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.json.JSONObject;

/**
 * The settings that the owner wants changed, on their way to the core. One is under way at a time, so that a key held
 * down does not flood it and a refusal is known to be of that one; of those that wait for a setting the last wins.
 */
final class Wishes {
    /** A wish that changes nothing may have no answer. */
    static final long PATIENCE_MS = 2000;

    /** Outcome is given the reason of a refusal, or an empty text. */
    private record Wish(String name, String value, Consumer<String> outcome) {}

    private final Map<String, Wish> waiting = new LinkedHashMap<>();
    private final Handler clock = new Handler(Looper.getMainLooper());
    private final Runnable enough = () -> end("");
    private final Consumer<JSONObject> core;
    private OwnerSettings told;
    private Wish underWay;

    Wishes(Consumer<JSONObject> core) {
        this.core = core;
    }

    void wish(String name, String value, Consumer<String> outcome) {
        waiting.put(name, new Wish(name, value, outcome));
        sendNext();
    }

    /** What a setting was last wished to be, while the core has not answered; else null. */
    String open(String name) {
        Wish last = waiting.get(name);
        if (last == null && underWay != null && underWay.name.equals(name)) {
            last = underWay;
        }
        return last == null ? null : last.value;
    }

    /** The core has told its settings: when they are new, the wish is heard. */
    void told(OwnerSettings now) {
        boolean answers = now != told;
        told = now;
        if (answers) {
            end("");
        }
    }

    void refused(String error) {
        end(error);
    }

    /** The core is away and answers nothing any more. */
    void lost() {
        clock.removeCallbacks(enough);
        waiting.clear();
        underWay = null;
    }

    private void end(String error) {
        clock.removeCallbacks(enough);
        Wish ended = underWay;
        underWay = null;
        if (ended != null) {
            ended.outcome.accept(error);
        }
        sendNext();
    }

    private void sendNext() {
        Iterator<Wish> next = waiting.values().iterator();
        if (underWay != null || !next.hasNext()) {
            return;
        }
        underWay = next.next();
        next.remove();
        clock.postDelayed(enough, PATIENCE_MS);
        core.accept(OwnerFrames.set(underWay.name, underWay.value));
    }
}
