package app.cuecard.tv.sound;

import android.media.AudioFormat;
import android.media.AudioTrack;
import android.os.Handler;
import android.os.Looper;
import android.util.Log;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The app's own sound: two soft notes, a rising fourth, the same as the TV page's. */
final class Chime implements Performance {
    static final int RATE = 48_000;
    static final double SECONDS = 1.1;
    private static final double[][] NOTES = {{0, 659.26, 0.13}, {0.17, 880, 0.11}}; // start, pitch, loudness
    private static final double OVERTONE = 0.18;
    private static final double ATTACK = 0.012;
    private static final double DECAY = 0.16;
    private static final double FADE_OUT = 0.08;
    /** Not every device tells when a track has been played. */
    private static final long SURELY_OVER_MS = 2000;

    private final float volume;
    private final Handler main = new Handler(Looper.getMainLooper());
    private AudioTrack track;

    Chime(float volume) {
        this.volume = volume;
    }

    /** The chime as a track takes it. Computed once, when first asked for, which takes a moment. */
    static byte[] recording() {
        return Recorded.BYTES;
    }

    private static final class Recorded {
        static final byte[] BYTES = record(compose());

        private static byte[] record(short[] samples) {
            ByteBuffer bytes = ByteBuffer.allocate(2 * samples.length).order(ByteOrder.nativeOrder());
            bytes.asShortBuffer().put(samples);
            return bytes.array();
        }
    }

    static short[] compose() {
        short[] samples = new short[(int) (SECONDS * RATE)];
        for (int i = 0; i < samples.length; i++) {
            double sum = 0;
            for (double[] note : NOTES) {
                double since = (double) i / RATE - note[0];
                double turn = 2 * Math.PI * note[1] * since;
                sum += note[2] * envelope(since, SECONDS - note[0]) * (Math.sin(turn) + OVERTONE * Math.sin(2 * turn));
            }
            samples[i] = (short) Math.round(sum * Short.MAX_VALUE);
        }
        return samples;
    }

    /** How loud a note is at a time since its start, from 0 to 1: it comes and goes without a click. */
    private static double envelope(double since, double length) {
        if (since < 0) {
            return 0;
        }
        if (since < ATTACK) {
            return since / ATTACK;
        }
        double fading = length - FADE_OUT;
        double left = Math.exp(-(Math.min(since, fading) - ATTACK) / DECAY);
        return since < fading ? left : left * (length - since) / FADE_OUT;
    }

    @Override
    public void begin(Runnable ended) {
        main.postDelayed(ended, SURELY_OVER_MS);
        byte[] bytes = recording();
        try {
            track = open(bytes.length);
            track.write(bytes, 0, bytes.length);
            track.setVolume(volume);
            track.setNotificationMarkerPosition(bytes.length / 2 - 1);
            track.setPlaybackPositionUpdateListener(whenOver(ended), main);
            track.play();
        } catch (IllegalStateException | UnsupportedOperationException refused) {
            Log.w("cuecard", "the chime cannot be played", refused);
            main.post(ended);
        }
    }

    private static AudioTrack open(int size) {
        return new AudioTrack.Builder()
                .setAudioAttributes(Notifying.SOUND)
                .setAudioFormat(new AudioFormat.Builder()
                        .setEncoding(AudioFormat.ENCODING_PCM_16BIT)
                        .setSampleRate(RATE)
                        .setChannelMask(AudioFormat.CHANNEL_OUT_MONO)
                        .build())
                .setTransferMode(AudioTrack.MODE_STATIC)
                .setBufferSizeInBytes(size)
                .build();
    }

    private static AudioTrack.OnPlaybackPositionUpdateListener whenOver(Runnable ended) {
        return new AudioTrack.OnPlaybackPositionUpdateListener() {
            @Override
            public void onMarkerReached(AudioTrack track) {
                ended.run();
            }

            @Override
            public void onPeriodicNotification(AudioTrack track) {}
        };
    }

    @Override
    public void stop() {
        main.removeCallbacksAndMessages(null);
        if (track != null) {
            track.setPlaybackPositionUpdateListener(null);
            track.release();
            track = null;
        }
    }
}
