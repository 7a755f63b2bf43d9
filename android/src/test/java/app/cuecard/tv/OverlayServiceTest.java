package app.cuecard.tv;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.content.ComponentCallbacks2;
import android.content.ComponentName;
import android.content.Intent;
import android.media.AudioManager;
import android.media.MediaPlayer;
import android.net.ConnectivityManager;
import android.speech.tts.TextToSpeech;
import app.cuecard.tv.core.CoreLink;
import app.cuecard.tv.core.CoreState;
import app.cuecard.tv.core.OwnerSettings;
import app.cuecard.tv.core.Preferences;
import app.cuecard.tv.screen.AddressActivity;
import app.cuecard.tv.testing.Eventually;
import app.cuecard.tv.testing.ShellFrames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.json.JSONObject;
import org.junit.Test;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowAudioManager;
import org.robolectric.shadows.ShadowMediaPlayer;
import org.robolectric.shadows.ShadowSettings;
import org.robolectric.shadows.ShadowTextToSpeech;
import org.robolectric.shadows.util.DataSource;

/** What the service does with what the core tells it, and the screens. */
public class OverlayServiceTest extends RunningService {
    @Test
    public void theCoreIsToldOfTheDeviceFirstOfAll() {
        untilRunning();

        JSONObject first = Eventually.some("a frame", () -> sent().isEmpty() ? null : sent().get(0));

        assertEquals("device", first.optString("type"));
        assertTrue(first.optBoolean("overlay"));
        assertEquals(1920, first.optInt("width"));
        assertEquals("adb shell appops set app.cuecard.tv SYSTEM_ALERT_WINDOW allow", first.optString("grant"));
    }

    @Test
    public void aScreenLearnsWhatTheCoreIsLike() {
        assertEquals(new CoreState(false, "", "", 0, true, null), states.get(0));

        untilRunning();

        assertEquals(new CoreState(true, "", "0.1.0", 8090, true, null), last());
        frame("core-settings");
        OwnerSettings settings = last().settings();
        assertEquals("Living room", settings.value("deviceName"));
        assertEquals("http://192.168.1.20:8090", settings.url());
        assertTrue(settings.code().dark(0, 0));
    }

    @Test
    public void aScreenThatIsForgottenLearnsNothingMore() {
        untilRunning();
        List<CoreState> seen = new ArrayList<>();
        List<JSONObject> heard = new ArrayList<>();
        Consumer<CoreState> watcher = seen::add;
        Consumer<JSONObject> listener = heard::add;
        link.watch(watcher);
        link.listen(listener);

        link.forget(watcher);
        link.forget(listener);
        frame("core-settings");
        frame("core-tested");

        assertEquals(1, seen.size());
        assertEquals(0, heard.size());
    }

    @Test
    public void whatTheCoreAnswersReachesTheListeners() {
        untilRunning();
        List<JSONObject> heard = new ArrayList<>();
        link.listen(heard::add);

        frame("core-refused");
        frame("core-tested");

        ShellFrames.assertFrame("core-refused", heard.get(0));
        ShellFrames.assertFrame("core-tested", heard.get(1));
    }

    @Test
    public void aScreensFrameReachesTheCoreWhileItRuns() {
        JSONObject set = ShellFrames.read("app-set");
        link.send(new JSONObject(Map.of("type", "too early")));
        untilRunning();

        link.send(set);

        Eventually.so("it is sent", () -> sent("set") != null);
        ShellFrames.assertFrame("app-set", sent("set"));
        assertNull(sent("too early"));
    }

    @Test
    public void aCardIsDrawnAndAnsweredAndGoesWhenTheCoreClearsIt() {
        untilRunning();

        frame("core-show");

        Eventually.so("drawn", () -> display.words().contains("Front door") && sent("drawn") != null);
        ShellFrames.assertFrame("app-drawn", sent("drawn"));
        frame("core-picture");
        Eventually.so("drawn", () -> display.words().contains("Front door") && answered(8));
        frame("core-clear");
        Eventually.so("gone", () -> display.words().isEmpty() && answered(9));
    }

    @Test
    public void aSoundIsPlayedAndAnswered() {
        untilRunning();

        frame("core-play");
        passes(5000);

        Eventually.so("answered", () -> sent("ended") != null);
        ShellFrames.assertFrame("app-ended", sent("ended"));
    }

    @Test
    public void theFilmGrowsQuietForASoundWhenTheOwnerHasWishedIt() {
        ShadowAudioManager audio = shadowOf(service.getSystemService(AudioManager.class));
        untilRunning();
        frame("core-play");
        assertNull(audio.getLastAudioFocusRequest());

        new Preferences(service).duck(true);
        frame("core-play");

        assertNotNull(audio.getLastAudioFocusRequest());
    }

    @Test
    public void theScreensFindTheServiceByItsName() {
        assertEquals(
                new ComponentName(service, OverlayService.class),
                CoreLink.Door.at(service).getComponent());
    }

    @Test
    public void aStreamIsPlayedUntilItIsHushed() throws Exception {
        List<MediaPlayer> players = new ArrayList<>();
        ShadowMediaPlayer.setCreateListener((player, shadow) -> players.add(player));
        untilRunning();

        JSONObject play = ShellFrames.read("core-play-stream");
        service.frame(play);
        service.frame(play.put("act", 2));
        passes(100);
        ShadowMediaPlayer player = shadowOf(players.get(1));
        assertEquals(DataSource.toDataSource(play.getString("sound")), player.getDataSource());
        assertTrue(player.isReallyPlaying());
        frame("core-hush");

        assertTrue("not the other", shadowOf(players.get(0)).isReallyPlaying());

        assertEquals(ShadowMediaPlayer.State.END, player.getState());
    }

    @Test
    public void textsAreReadAloudAndAnswered() {
        untilRunning();

        frame("core-speak");
        ShadowTextToSpeech engine = shadowOf(ShadowTextToSpeech.getLastTextToSpeechInstance());
        engine.getOnInitListener().onInit(TextToSpeech.SUCCESS);
        passes(0);
        assertEquals(List.of("Front door", "Someone is at the door"), engine.getSpokenTextList());
        assertEquals(0.5f, ShadowTextToSpeech.getLastParams().getFloat(TextToSpeech.Engine.KEY_PARAM_VOLUME), 0);
        Eventually.so("answered", () -> sent("ended") != null);
        assertEquals(2, sent("ended").optInt("act"));
    }

    @Test
    public void theAddressIsShownForItsSeconds() {
        untilRunning();

        frame("core-address");

        Intent opened = shadowOf(RuntimeEnvironment.getApplication()).getNextStartedActivity();
        assertEquals(AddressActivity.class.getName(), opened.getComponent().getClassName());
        assertEquals(30, opened.getIntExtra("seconds", 0));
        assertTrue((opened.getFlags() & Intent.FLAG_ACTIVITY_NEW_TASK) != 0);
    }

    @Test
    @Config(sdk = 35)
    public void withoutThePermissionTheAddressCannotComeToTheFront() {
        ShadowSettings.setCanDrawOverlays(false);
        untilRunning();

        frame("core-address");

        assertNull(shadowOf(RuntimeEnvironment.getApplication()).getNextStartedActivity());
    }

    @Test
    public void whatIsNotUnderstoodIsIgnored() throws Exception {
        untilRunning();
        for (String strange : List.of(
                "{}",
                "{\"type\":\"dance\"}",
                "{\"type\":\"speak\",\"act\":1}",
                "{\"type\":\"settings\"}",
                "{\"type\":\"hush\"}",
                "{\"type\":7}")) {
            service.frame(new JSONObject(strange));
        }

        frame("core-show");

        Eventually.so("drawn", () -> display.words().contains("Front door"));
    }

    @Test
    public void aHelloWithoutALookDrawsNothingButRuns() throws Exception {
        untilRunning();
        service.frame(new JSONObject("{\"type\":\"hello\",\"version\":\"2\",\"port\":1}"));

        frame("core-show");
        frame("core-picture");
        frame("core-clear");

        assertEquals("", display.words());
        assertTrue(last().running());
        assertEquals("2", last().version());
    }

    @Test
    public void nothingIsSeenOrHeardOfACoreThatDied() throws Exception {
        List<ShadowMediaPlayer> players = new ArrayList<>();
        ShadowMediaPlayer.setCreateListener((player, shadow) -> players.add(shadow));
        untilRunning();
        frame("core-show");
        frame("core-play-stream");
        Eventually.so("drawn", () -> display.words().contains("Front door"));

        fake.process().destroyForcibly();

        Eventually.so("noticed", () -> !last().running());
        assertEquals(service.getString(R.string.core_ended), last().trouble());
        assertEquals(0, display.windows().size());
        assertEquals(ShadowMediaPlayer.State.END, players.get(0).getState());
        passes(1000);
        untilRunning();
        assertEquals("", last().trouble());
        Eventually.so("the new one is told of the device", () -> sent("device") != null);
    }

    @Test
    public void littleMemoryAndASweptTaskChangeNothing() {
        untilRunning();
        service.onStartCommand(new Intent(), 0, 1);
        frame("core-show");
        Eventually.so("drawn", () -> display.words().contains("Front door"));

        service.onTrimMemory(ComponentCallbacks2.TRIM_MEMORY_BACKGROUND);
        service.onLowMemory();
        service.onTaskRemoved(new Intent());

        assertTrue(display.words().contains("Front door"));
        assertTrue(last().running());
        assertFalse(shadowOf(service).isStoppedBySelf());
    }

    @Test
    public void aChangeOfTheDeviceIsToldToTheCore() {
        untilRunning();
        Eventually.so("told once", () -> sent("device") != null);

        RuntimeEnvironment.setQualifiers("+ar-rEG");
        service.onConfigurationChanged(service.getResources().getConfiguration());

        Eventually.so("told again", () -> "ar-EG".equals(sent("device").optString("locale")));
    }

    @Test
    public void aScreenThatComesToTheFrontHasThePermissionCheckedAgain() {
        ShadowSettings.setCanDrawOverlays(false);
        untilRunning();
        service.onStartCommand(new Intent(), 0, 1);
        assertFalse(last().overlay());

        ShadowSettings.setCanDrawOverlays(true);
        service.onStartCommand(new Intent(), 0, 2);

        assertTrue(last().overlay());
        Eventually.so("told", () -> sent("device") != null && sent("device").optBoolean("overlay"));
    }

    @Test
    public void nothingIsLeftOfAServiceThatEnds() throws Exception {
        untilRunning();
        frame("core-show");
        frame("core-speak");
        ShadowTextToSpeech engine = shadowOf(ShadowTextToSpeech.getLastTextToSpeechInstance());
        Eventually.so("drawn", () -> display.words().contains("Front door"));
        ProcessHandle process = fake.process();

        controller.destroy();

        assertEquals(0, display.windows().size());
        assertTrue(engine.isShutdown());
        assertTrue(shadowOf(service.getSystemService(ConnectivityManager.class))
                .getNetworkCallbacks()
                .isEmpty());
        Eventually.so("the core ended", () -> !process.isAlive());
        assertNotNull("on request", sent("stop"));
        passes(600_000);
        assertFalse(fake.runs());
    }
}
