package app.cuecard.tv.sound;

import android.media.AudioAttributes;

/** How the system is to treat what the app lets hear: as notifications, with the loudness that those have. */
final class Notifying {
    static final AudioAttributes SOUND = as(AudioAttributes.CONTENT_TYPE_SONIFICATION);
    static final AudioAttributes SPEECH = as(AudioAttributes.CONTENT_TYPE_SPEECH);

    private Notifying() {}

    private static AudioAttributes as(int content) {
        return new AudioAttributes.Builder()
                .setUsage(AudioAttributes.USAGE_NOTIFICATION)
                .setContentType(content)
                .build();
    }
}
