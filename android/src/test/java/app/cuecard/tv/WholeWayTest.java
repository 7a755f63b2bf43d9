package app.cuecard.tv;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.os.Looper;
import app.cuecard.tv.testing.Eventually;
import app.cuecard.tv.testing.ShellFrames;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.shadows.ShadowAudioTrack;

/** From the network to the screen: the service with the real core, built for this machine. */
@RunWith(RobolectricTestRunner.class)
@Config(
        sdk = {26, 35},
        qualifiers = "w960dp-h540dp-television-xhdpi")
@GraphicsMode(GraphicsMode.Mode.NATIVE)
public class WholeWayTest {
    private RealCore core;

    @Before
    public void start() {
        core = new RealCore();
        core.warmUp();
    }

    @After
    public void end() {
        if (core != null) {
            core.end();
        }
    }

    @Test
    public void aCardThatIsPostedIsShownAndOneThatIsDeletedIsGone() {
        RealCore.Answer posted = core.post("{\"id\":\"door\",\"title\":\"Front door\",\"message\":\"Grüße 😀\"}");

        assertEquals("shown", posted.result());
        assertTrue(core.display.words(), core.display.words().contains("Front door"));
        assertTrue(core.display.words(), core.display.words().contains("Grüße 😀"));
        assertEquals("replaced", result("POST", "/notify", "{\"id\":\"door\",\"message\":\"Nobody\"}"));
        assertTrue(core.display.words(), core.display.words().contains("Nobody"));

        assertEquals("dismissed", result("DELETE", "/notify/door", null));
        Eventually.so("gone", () -> core.display.words().isEmpty());
    }

    @Test
    public void aCardIsBackAfterTheCoreWasKilled() {
        core.post("{\"id\":\"alarm\",\"message\":\"Alarm\",\"persistent\":true}");
        assertTrue(core.display.words().contains("Alarm"));
        ProcessHandle killed = core.process();

        killed.destroyForcibly();

        Eventually.so("noticed", () -> !core.now().running());
        assertEquals("nothing is left on screen", 0, core.display.windows().size());
        passes(Duration.ofSeconds(1));
        Eventually.so("the card is back", () -> core.display.words().contains("Alarm"));
        assertTrue(core.now().running());
        assertFalse(killed.pid() == core.process().pid());
        assertEquals("dismissed", result("DELETE", "/notify/alarm", null));
    }

    @Test
    public void withoutThePermissionASenderIsToldTheCommandAndAfterItTheCardIsShown() throws Exception {
        overlay(false);

        RealCore.Answer refused = core.ask("POST", "/notify", "{\"message\":\"Hello\"}");

        assertEquals(503, refused.status());
        String grant = "adb shell appops set app.cuecard.tv SYSTEM_ALERT_WINDOW allow";
        assertTrue(refused.body().toString(), refused.body().toString().contains(grant));
        overlay(true);
        assertEquals("shown", core.post("{\"message\":\"Hello\"}").result());
        assertTrue(core.display.words().contains("Hello"));
    }

    @Test
    public void theOwnersWishesComeBackAsSettings() throws Exception {
        core.link.send(ShellFrames.read("app-set"));
        Eventually.so("set", () -> "top-left".equals(core.now().settings().value("position")));
        assertEquals("0.5", core.now().settings().value("dim"));

        core.link.send(ShellFrames.read("app-token-generate"));
        Eventually.so("a token", () -> !core.now().settings().token().isEmpty());
        assertEquals(401, core.ask("POST", "/notify", "{\"message\":\"Hello\"}").status());
        core.link.send(ShellFrames.read("app-token-clear"));
        Eventually.so("no token", () -> core.now().settings().token().isEmpty());

        core.link.send(ShellFrames.read("app-set-up"));
        Eventually.so("set up", () -> core.now().settings().setUp());
    }

    @Test
    public void aWishThatCannotBeFollowedIsRefused() {
        JSONObject wish = new JSONObject(Map.of("type", "set", "values", Map.of("dim", "dark")));

        core.link.send(wish);

        JSONObject refused = Eventually.some("refused", () -> core.heard.isEmpty() ? null : core.heard.get(0));
        assertEquals("refused", refused.optString("type"));
        assertEquals("set", refused.optString("asked"));
        assertTrue(refused.optString("error"), refused.optString("error").contains("dim"));
    }

    @Test
    public void theTestCardIsShown() {
        core.link.send(ShellFrames.read("app-test"));

        JSONObject tested = Eventually.some("tested", () -> {
            core.display.refresh();
            return core.heard.isEmpty() ? null : core.heard.get(0);
        });
        ShellFrames.assertFrame("core-tested", tested);
        assertFalse(core.display.words().isEmpty());
    }

    @Test
    public void theChimeOfACardIsPlayed() {
        List<Integer> written = new ArrayList<>();
        ShadowAudioTrack.addAudioDataListener((track, data, format) -> written.add(data.length));

        core.post("{\"message\":\"Hello\"}");

        Eventually.so("played", () -> !written.isEmpty());
        assertEquals("in one piece", 1, written.size());
    }

    @Test
    public void theCoreEndsWithItsApp() throws Exception {
        File other = new File(core.service.getCacheDir(), "other");
        assertTrue(other.mkdirs());
        java.lang.Process alone = new ProcessBuilder(
                        core.process().info().command().orElseThrow(),
                        "serve",
                        "--screen",
                        "shell",
                        "--data",
                        other.getPath(),
                        "--listen",
                        "127.0.0.1:0")
                .start();
        try {
            byte[] hello = new byte["{\"type\":\"hello\"".length()];
            assertEquals(hello.length, alone.getInputStream().readNBytes(hello, 0, hello.length));
            assertEquals("{\"type\":\"hello\"", new String(hello, StandardCharsets.UTF_8));

            alone.getOutputStream().close();

            assertTrue(alone.waitFor(20, TimeUnit.SECONDS));
            assertEquals(0, alone.exitValue());
        } finally {
            alone.destroyForcibly();
        }
    }

    /** Gives or takes the permission, and waits until the core tells the network so. */
    private void overlay(boolean allowed) {
        core.overlay(allowed);
        Eventually.so(
                "the core knows",
                () -> core.ask("GET", "/info", null).body().optBoolean("overlayPermission", !allowed) == allowed);
    }

    private String result(String method, String path, String body) {
        return core.ask(method, path, body).result();
    }

    private static void passes(Duration time) {
        shadowOf(Looper.getMainLooper()).idleFor(time);
    }
}
