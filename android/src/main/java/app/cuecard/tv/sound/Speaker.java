package app.cuecard.tv.sound;

import android.content.Context;
import java.util.List;

/** Reads cards aloud. Main thread only. */
public final class Speaker {
    /** A card has at most 2,200 letters; whatever takes longer hangs. */
    static final long LONGEST_MS = 300_000;

    private final Acts acts;
    private final SpeechEngine engine;
    private long speeches;

    public Speaker(Context context, Acts acts) {
        this.acts = acts;
        this.engine = new SpeechEngine(context);
    }

    /** @param volume from 0 to 1 */
    public void speak(long act, List<String> texts, float volume) {
        speeches++;
        acts.begin(act, new Speech(engine, Long.toString(speeches), texts, volume), LONGEST_MS);
    }

    public void close() {
        engine.close();
    }
}
