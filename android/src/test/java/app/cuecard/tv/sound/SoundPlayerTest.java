package app.cuecard.tv.sound;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.content.Context;
import android.media.AudioAttributes;
import android.media.AudioFormat;
import android.media.AudioManager;
import android.media.MediaPlayer;
import android.os.Looper;
import app.cuecard.tv.testing.ShellFrames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONObject;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowAudioManager;
import org.robolectric.shadows.ShadowAudioTrack;
import org.robolectric.shadows.ShadowMediaPlayer;
import org.robolectric.shadows.util.DataSource;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {26, 35})
public class SoundPlayerTest {
    private static final String URL = ShellFrames.read("core-play-stream").optString("sound");

    private final Context context = RuntimeEnvironment.getApplication();
    private boolean duck;
    private final List<JSONObject> answers = new ArrayList<>();
    private final Acts acts = new Acts(new Ducking(context, () -> duck), answers::add);
    private final SoundPlayer player = new SoundPlayer(acts);
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private MediaPlayer media;
    private ShadowMediaPlayer shadow;

    @Before
    public void listen() {
        ShadowAudioTrack.addAudioDataListener((track, data, format) -> {
            written.writeBytes(data);
            assertEquals(AudioFormat.ENCODING_PCM_16BIT, format.getEncoding());
            assertEquals(48_000, format.getSampleRate());
            assertEquals(1, format.getChannelCount());
        });
        ShadowMediaPlayer.setCreateListener((made, its) -> {
            media = made;
            shadow = its;
        });
        sounds(URL, 3000);
    }

    @Test
    public void theDefaultSoundIsTheChime() {
        player.play(1, "default", 0.5f);

        ByteBuffer bytes = ByteBuffer.wrap(written.toByteArray()).order(ByteOrder.nativeOrder());
        short[] played = new short[bytes.remaining() / 2];
        bytes.asShortBuffer().get(played);
        assertArrayEquals(Chime.compose(), played);
        assertNull(media);
    }

    @Test
    public void theChimeIsAnsweredOnceWhenItIsOver() {
        player.play(1, "default", 0.5f);
        passes(900);
        assertEquals(0, answers.size());

        passes(1200);
        assertEquals(1, answers.size());
        passes(100_000);

        assertEquals(1, answers.size());
        ShellFrames.assertFrame("app-ended", answers.get(0));
    }

    @Test
    public void aChimeThatIsHushedIsNotAnswered() {
        player.play(1, "default", 0.5f);

        acts.hush(1);

        passes(100_000);
        assertEquals(0, answers.size());
    }

    @Test
    public void aStreamIsPlayedAsANotificationAtItsVolume() {
        player.play(3, URL, 0.25f);

        assertEquals(DataSource.toDataSource(URL), shadow.getDataSource());
        assertEquals(0.25f, shadow.getLeftVolume(), 0);
        assertEquals(0.25f, shadow.getRightVolume(), 0);
        assertEquals(
                AudioAttributes.USAGE_NOTIFICATION, shadow.getAudioAttributes().getUsage());
        assertEquals(
                AudioAttributes.CONTENT_TYPE_SONIFICATION,
                shadow.getAudioAttributes().getContentType());
        passes(500);
        assertTrue(shadow.isReallyPlaying());
    }

    @Test
    public void aStreamIsAnsweredOnceAtItsEndAndLetGo() {
        player.play(1, URL, 1);
        passes(2000);
        assertEquals(0, answers.size());

        passes(2000);

        assertEquals(1, answers.size());
        ShellFrames.assertFrame("app-ended", answers.get(0));
        assertEquals(ShadowMediaPlayer.State.END, shadow.getState());
        passes(100_000);
        assertEquals(1, answers.size());
    }

    @Test
    public void aStreamThatFailsOnItsWayIsOver() {
        player.play(1, URL, 1);
        passes(500);

        shadow.invokeErrorListener(MediaPlayer.MEDIA_ERROR_UNKNOWN, MediaPlayer.MEDIA_ERROR_IO);
        passes(0);

        assertEquals(1, answers.size());
        passes(100_000);
        assertEquals(1, answers.size());
        assertEquals(ShadowMediaPlayer.State.END, shadow.getState());
    }

    @Test
    public void aStreamThatCannotBeOpenedIsOver() {
        ShadowMediaPlayer.addException(DataSource.toDataSource(URL), new IOException("refused"));

        player.play(1, URL, 1);

        assertEquals("not within the call", 0, answers.size());
        passes(0);
        assertEquals(1, answers.size());
    }

    @Test
    public void aStreamEndsAfterAMinute() {
        sounds(URL, 3_600_000);
        player.play(1, URL, 1);

        passes(59_999);
        assertEquals(0, answers.size());
        passes(1);

        assertEquals(1, answers.size());
        assertEquals(ShadowMediaPlayer.State.END, shadow.getState());
    }

    @Test
    public void hushStopsAStreamAtOnceAndIsNotAnswered() {
        player.play(3, URL, 1);
        passes(500);

        acts.hush(3);

        assertEquals(ShadowMediaPlayer.State.END, shadow.getState());
        passes(100_000);
        assertEquals(0, answers.size());
    }

    @Test
    public void hushStopsOnlyTheActItNames() {
        player.play(3, URL, 1);
        passes(500);

        acts.hush(4);

        assertTrue(shadow.isReallyPlaying());
    }

    @Test
    public void theFilmIsLeftAlone() {
        player.play(1, "default", 1);
        player.play(2, URL, 1);
        passes(100);

        assertNull(focus());
    }

    @Test
    public void theFilmGrowsQuietIfTheOwnerWishesUntilTheLastActIsOver() {
        duck = true;
        player.play(1, "default", 1);
        player.play(2, URL, 1);

        assertEquals(AudioManager.AUDIOFOCUS_GAIN_TRANSIENT_MAY_DUCK, focus().durationHint);
        acts.hush(1);
        assertNull(givenBack());
        acts.hush(2);

        assertNotNull(givenBack());
        assertEquals(focus().audioFocusRequest, givenBack());
    }

    private static void sounds(String url, int ms) {
        ShadowMediaPlayer.addMediaInfo(DataSource.toDataSource(url), new ShadowMediaPlayer.MediaInfo(ms, 100));
    }

    private ShadowAudioManager.AudioFocusRequest focus() {
        return shadowOf(context.getSystemService(AudioManager.class)).getLastAudioFocusRequest();
    }

    private Object givenBack() {
        return shadowOf(context.getSystemService(AudioManager.class)).getLastAbandonedAudioFocusRequest();
    }

    private static void passes(long ms) {
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(ms));
    }
}
