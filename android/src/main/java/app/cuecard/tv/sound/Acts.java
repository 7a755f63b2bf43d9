package app.cuecard.tv.sound;

import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.json.JSONObject;

/**
 * What is being played and spoken, by the numbers the core gave. Each act that comes to its end is answered once; one
 * that is hushed is not. Main thread only.
 */
public final class Acts {
    private final Map<Long, Performance> performed = new LinkedHashMap<>();
    private final Handler main = new Handler(Looper.getMainLooper());
    private final Ducking ducking;
    private final Consumer<JSONObject> answers;

    public Acts(Ducking ducking, Consumer<JSONObject> answers) {
        this.ducking = ducking;
        this.answers = answers;
    }

    /** @param longestMs after which it is stopped and counts as ended */
    void begin(long act, Performance performance, long longestMs) {
        hush(act);
        performed.put(act, performance);
        ducking.begin();
        main.postAtTime(() -> end(act, performance), performance, SystemClock.uptimeMillis() + longestMs);
        performance.begin(() -> end(act, performance));
    }

    public void hush(long act) {
        finish(act, performed.get(act));
    }

    /** Hushes all of them. */
    public void hush() {
        for (Long act : performed.keySet().toArray(new Long[0])) {
            hush(act);
        }
    }

    private void end(long act, Performance performance) {
        if (performed.get(act) == performance) {
            finish(act, performance);
            answers.accept(new JSONObject(Map.of("type", "ended", "act", act)));
        }
    }

    private void finish(long act, Performance performance) {
        if (performance == null) {
            return;
        }
        performed.remove(act);
        main.removeCallbacksAndMessages(performance);
        performance.stop();
        if (performed.isEmpty()) {
            ducking.end();
        }
    }
}
