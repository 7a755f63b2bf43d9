package app.cuecard.tv.sound;

import android.os.Bundle;
import android.speech.tts.TextToSpeech;
import android.util.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Texts that are read aloud, one after the other with a pause between. */
final class Speech implements Performance {
    static final long PAUSE_MS = 350;

    private final SpeechEngine engine;
    private final String name;
    private final List<String> texts;
    private final float volume;
    private TextToSpeech reader;
    private Runnable ended;
    private boolean over;
    private int utterances;

    /** @param name no other speech has */
    Speech(SpeechEngine engine, String name, List<String> texts, float volume) {
        this.engine = engine;
        this.name = name;
        this.texts = texts;
        this.volume = volume;
    }

    @Override
    public void begin(Runnable ended) {
        this.ended = ended;
        engine.ask(this::read);
    }

    private void read(TextToSpeech opened) {
        if (!over && (opened == null || !readAll(opened))) {
            finish();
        }
    }

    /** Hands everything to the engine, which reads it in this order; false when it takes nothing. */
    private boolean readAll(TextToSpeech opened) {
        reader = opened;
        List<String> spoken = new ArrayList<>();
        for (String text : texts) {
            List<String> passages = Passages.of(text, TextToSpeech.getMaxSpeechInputLength());
            if (!passages.isEmpty() && !spoken.isEmpty()) {
                reader.playSilentUtterance(PAUSE_MS, TextToSpeech.QUEUE_ADD, next());
            }
            choose(Language.of(text, Locale.getDefault()));
            for (String passage : passages) {
                if (!read(passage)) {
                    return false;
                }
                spoken.add(passage);
            }
        }
        engine.whenOver(name + "." + utterances, this::finish);
        return !spoken.isEmpty();
    }

    private boolean read(String passage) {
        Bundle how = new Bundle();
        how.putFloat(TextToSpeech.Engine.KEY_PARAM_VOLUME, volume);
        if (reader.speak(passage, TextToSpeech.QUEUE_ADD, how, next()) == TextToSpeech.SUCCESS) {
            return true;
        }
        Log.w("cuecard", "a text cannot be read aloud: the engine for speech is gone");
        engine.close();
        return false;
    }

    private void choose(Locale language) {
        if (reader.isLanguageAvailable(language) >= TextToSpeech.LANG_AVAILABLE) {
            reader.setLanguage(language);
        } else {
            reader.setLanguage(Locale.getDefault());
        }
    }

    private String next() {
        utterances++;
        return name + "." + utterances;
    }

    private void finish() {
        if (!over) {
            over = true;
            ended.run();
        }
    }

    @Override
    public void stop() {
        if (reader != null && !over) {
            reader.stop();
        }
        over = true;
        engine.rest();
    }
}
