package app.cuecard.tv.sound;

import android.media.MediaPlayer;
import android.os.Handler;
import android.os.Looper;
import android.util.Log;
import java.io.IOException;

/** A sound that is played while the core passes it on. */
final class SoundStream implements Performance {
    private static final String TAG = "cuecard";

    private final String url;
    private final float volume;
    private final Handler main = new Handler(Looper.getMainLooper());
    private MediaPlayer player;

    SoundStream(String url, float volume) {
        this.url = url;
        this.volume = volume;
    }

    @Override
    public void begin(Runnable ended) {
        player = new MediaPlayer();
        player.setAudioAttributes(Notifying.SOUND);
        player.setVolume(volume, volume);
        player.setOnPreparedListener(MediaPlayer::start);
        player.setOnCompletionListener(played -> main.post(ended));
        player.setOnErrorListener((failed, what, extra) -> {
            Log.w(TAG, "a sound cannot be played: error " + what + ", " + extra);
            main.post(ended);
            return true;
        });
        try {
            player.setDataSource(url);
            player.prepareAsync();
        } catch (IOException | IllegalArgumentException | IllegalStateException | SecurityException refused) {
            Log.w(TAG, "a sound cannot be played", refused);
            main.post(ended);
        }
    }

    @Override
    public void stop() {
        main.removeCallbacksAndMessages(null);
        if (player != null) {
            player.release();
            player = null;
        }
    }
}
