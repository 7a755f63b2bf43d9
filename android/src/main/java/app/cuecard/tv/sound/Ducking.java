package app.cuecard.tv.sound;

import android.content.Context;
import android.media.AudioFocusRequest;
import android.media.AudioManager;
import java.util.function.BooleanSupplier;

/** Has the film grow quiet while something is played or spoken, if the owner wishes it. */
public final class Ducking {
    private final AudioManager audio;
    private final BooleanSupplier wished;
    private AudioFocusRequest held;

    /** @param wished whether the owner wishes it now */
    public Ducking(Context context, BooleanSupplier wished) {
        this.audio = context.getSystemService(AudioManager.class);
        this.wished = wished;
    }

    void begin() {
        if (held == null && wished.getAsBoolean()) {
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
