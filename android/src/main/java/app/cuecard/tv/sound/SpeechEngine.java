package app.cuecard.tv.sound;

import android.content.Context;
import android.os.Handler;
import android.os.Looper;
import android.speech.tts.TextToSpeech;
import android.speech.tts.UtteranceProgressListener;
import android.util.Log;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The device's engine for speech: opened when first needed, let go when it has long been idle. Main thread only. */
final class SpeechEngine {
    static final long READY_WITHIN_MS = 5000;
    static final long IDLE_MS = 120_000;
    private static final String TAG = "cuecard";

    private final Context context;
    private final Handler main = new Handler(Looper.getMainLooper());
    private final Runnable tooLate = () -> refused("it does not get ready");
    private final Runnable idle = this::close;
    private final List<Consumer<TextToSpeech>> asking = new ArrayList<>();
    private final Map<String, Runnable> listeners = new HashMap<>();
    private TextToSpeech engine;
    private boolean ready;
    private int users;

    SpeechEngine(Context context) {
        this.context = context;
    }

    /**
     * Gives the engine to whoever asks as soon as it is ready, or null when there is none; not within this call. Each
     * who asks rests in the end.
     */
    void ask(Consumer<TextToSpeech> asker) {
        users++;
        main.removeCallbacks(idle);
        asking.add(asker);
        if (engine == null) {
            open();
        } else if (ready) {
            main.post(this::answer);
        }
    }

    /** Has the runnable run on the main thread when that utterance is over, in whatever way. */
    void whenOver(String utterance, Runnable then) {
        listeners.put(utterance, then);
    }

    /** Says that one who asked needs it no more. */
    void rest() {
        users--;
        if (users == 0) {
            main.postDelayed(idle, IDLE_MS);
        }
    }

    /** Lets the engine go; whoever still waits for it learns that there is none. The next to ask opens another. */
    void close() {
        main.removeCallbacksAndMessages(null);
        if (engine != null) {
            engine.shutdown();
            engine = null;
        }
        ready = false;
        List<Consumer<TextToSpeech>> asked = List.copyOf(asking);
        List<Runnable> waiting = List.copyOf(listeners.values());
        asking.clear();
        listeners.clear();
        asked.forEach(asker -> asker.accept(null));
        waiting.forEach(Runnable::run);
    }

    private void open() {
        TextToSpeech[] opened = new TextToSpeech[1];
        // An engine that is missing says so before the constructor has returned.
        opened[0] = new TextToSpeech(context, status -> main.post(() -> initialised(opened[0], status)));
        engine = opened[0];
        main.postDelayed(tooLate, READY_WITHIN_MS);
    }

    private void initialised(TextToSpeech opened, int status) {
        if (opened != engine || ready) {
            return;
        }
        main.removeCallbacks(tooLate);
        if (status != TextToSpeech.SUCCESS) {
            refused("status " + status);
            return;
        }
        ready = true;
        engine.setAudioAttributes(Notifying.SPEECH);
        engine.setOnUtteranceProgressListener(new Over());
        answer();
    }

    private void refused(String why) {
        Log.w(TAG, "texts cannot be read aloud: the engine for speech: " + why);
        close();
    }

    private void answer() {
        List<Consumer<TextToSpeech>> asked = List.copyOf(asking);
        asking.clear();
        asked.forEach(asker -> asker.accept(engine));
    }

    /** The engine tells on threads of its own. */
    private final class Over extends UtteranceProgressListener {
        private void over(String utterance) {
            main.post(() -> {
                Runnable then = listeners.remove(utterance);
                if (then != null) {
                    then.run();
                }
            });
        }

        @Override
        public void onStart(String utterance) {}

        @Override
        public void onDone(String utterance) {
            over(utterance);
        }

        @Override
        public void onStop(String utterance, boolean interrupted) {
            over(utterance);
        }

        @Override
        @Deprecated
        public void onError(String utterance) {
            over(utterance);
        }
    }
}
