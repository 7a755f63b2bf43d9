package app.cuecard.tv;

import android.content.Context;
import android.media.AudioFocusRequest;
import android.media.AudioManager;

/** Has the film grow quiet while something is played or spoken, if the owner wishes it. */
final class Ducking {
    private final AudioManager audio;
    private final Preferences preferences;
    private AudioFocusRequest held;

    Ducking(Context context, Preferences preferences) {
        this.audio = context.getSystemService(AudioManager.class);
        this.preferences = preferences;
    }

    void begin() {
        if (held == null && preferences.duck()) {
            held = new AudioFocusRequest.Builder(AudioManager.AUDIOFOCUS_GAIN_TRANSIENT_MAY_DUCK)
                    .setAudioAttributes(Notifying.SOUND)
                    .build();
            audio.requestAudioFocus(held);
        }
    }

    void end() {
        if (held != null) {
            audio.abandonAudioFocusRequest(held);
            held = null;
        }
    }
}
