package app.cuecard.tv;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.AppOpsManager;
import android.content.Intent;
import android.os.Looper;
import android.os.Process;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.android.controller.ServiceController;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.shadows.ShadowAudioTrack;
import org.robolectric.shadows.ShadowSettings;

/** From the network to the screen: the service with the real core, built for this machine. */
@RunWith(RobolectricTestRunner.class)
@Config(
        sdk = {26, 35},
        qualifiers = "w960dp-h540dp-television-xhdpi")
@GraphicsMode(GraphicsMode.Mode.NATIVE)
public class WholeWayTest {
    private final ServiceController<OverlayService> controller = Robolectric.buildService(OverlayService.class);
    private final OverlayService service = controller.get();
    private final FakeDisplay display = new FakeDisplay(service);
    private final List<CoreState> states = new ArrayList<>();
    private final List<JSONObject> heard = new ArrayList<>();
    private CoreLink link;

    private record Answer(int status, JSONObject body) {}

    @Before
    public void start() {
        ShadowSettings.setCanDrawOverlays(true);
        service.getApplicationInfo().nativeLibraryDir = System.getProperty("core");
        service.listen = "127.0.0.1:0";
        controller.create().startCommand(0, 1);
        link = ((CoreLink.Door) service.onBind(new Intent())).link;
        link.watch(states::add);
        link.listen(heard::add);
        Eventually.so("the core runs", () -> now().running() && now().settings() != null);
        warmUp();
    }

    /** The first card of all takes its time on a machine like this, more than the core gives it. */
    private void warmUp() {
        String first = "{\"id\":\"first\",\"message\":\"First 😀\",\"sound\":\"none\"}";
        Eventually.so("the first card is shown", () -> ask("POST", "/notify", first).status == 200);
        assertEquals("dismissed", result(ask("DELETE", "/notify/first", null)));
        Eventually.so(
                "it is gone",
                () -> display.words().isEmpty() && display.windows().isEmpty());
    }

    @After
    public void end() {
        ProcessHandle core = core();
        controller.destroy();
        Eventually.so("the core ended", () -> !core.isAlive());
    }

    @Test
    public void aCardThatIsPostedIsShownAndOneThatIsDeletedIsGone() {
        Answer posted = ask("POST", "/notify", "{\"id\":\"door\",\"title\":\"Front door\",\"message\":\"Grüße 😀\"}");

        assertEquals("shown", result(posted));
        assertTrue(display.words(), display.words().contains("Front door"));
        assertTrue(display.words(), display.words().contains("Grüße 😀"));
        assertEquals("replaced", result(ask("POST", "/notify", "{\"id\":\"door\",\"message\":\"Nobody\"}")));
        assertTrue(display.words(), display.words().contains("Nobody"));

        assertEquals("dismissed", result(ask("DELETE", "/notify/door", null)));
        Eventually.so("gone", () -> display.words().isEmpty());
    }

    @Test
    public void aCardIsBackAfterTheCoreWasKilled() {
        ask("POST", "/notify", "{\"id\":\"alarm\",\"message\":\"Alarm\",\"persistent\":true}");
        assertTrue(display.words().contains("Alarm"));
        ProcessHandle killed = core();

        killed.destroyForcibly();

        Eventually.so("noticed", () -> !now().running());
        assertEquals("nothing is left on screen", 0, display.windows().size());
        passes(Duration.ofSeconds(1));
        Eventually.so("the card is back", () -> display.words().contains("Alarm"));
        assertTrue(now().running());
        assertFalse(killed.pid() == core().pid());
        assertEquals("dismissed", result(ask("DELETE", "/notify/alarm", null)));
    }

    @Test
    public void withoutThePermissionASenderIsToldTheCommandAndAfterItTheCardIsShown() throws Exception {
        overlay(false);

        Answer refused = Eventually.some("the core knows", () -> {
            Answer answer = ask("POST", "/notify", "{\"message\":\"Hello\"}");
            return answer.status == 503 ? answer : null;
        });
        String grant = "adb shell appops set app.cuecard.tv SYSTEM_ALERT_WINDOW allow";
        assertTrue(refused.body.toString(), refused.body.toString().contains(grant));
        overlay(true);

        Eventually.so("shown", () -> "shown"
                .equals(ask("POST", "/notify", "{\"id\":\"hello\",\"message\":\"Hello\"}")
                        .body
                        .optString("result")));
        assertTrue(display.words().contains("Hello"));
    }

    @Test
    public void theOwnersWishesComeBackAsSettings() throws Exception {
        link.send(ShellFrames.read("app-set"));
        Eventually.so("set", () -> "top-left".equals(now().settings().value("position")));
        assertEquals("0.5", now().settings().value("dim"));

        link.send(ShellFrames.read("app-token-generate"));
        Eventually.so("a token", () -> !now().settings().token().isEmpty());
        assertEquals(401, ask("POST", "/notify", "{\"message\":\"Hello\"}").status);
        link.send(ShellFrames.read("app-token-clear"));
        Eventually.so("no token", () -> now().settings().token().isEmpty());

        link.send(ShellFrames.read("app-set-up"));
        Eventually.so("set up", () -> now().settings().setUp());
    }

    @Test
    public void aWishThatCannotBeFollowedIsRefused() {
        JSONObject wish = new JSONObject(Map.of("type", "set", "values", Map.of("dim", "dark")));

        link.send(wish);

        JSONObject refused = Eventually.some("refused", () -> heard.isEmpty() ? null : heard.get(0));
        assertEquals("refused", refused.optString("type"));
        assertEquals("set", refused.optString("asked"));
        assertTrue(refused.optString("error"), refused.optString("error").contains("dim"));
    }

    @Test
    public void theTestCardIsShown() {
        link.send(ShellFrames.read("app-test"));

        JSONObject tested = Eventually.some("tested", () -> {
            display.refresh();
            return heard.isEmpty() ? null : heard.get(0);
        });
        ShellFrames.assertFrame("core-tested", tested);
        assertFalse(display.words().isEmpty());
    }

    @Test
    public void theChimeOfACardIsPlayed() {
        List<Integer> written = new ArrayList<>();
        ShadowAudioTrack.addAudioDataListener((track, data, format) -> written.add(data.length));

        ask("POST", "/notify", "{\"message\":\"Hello\"}");

        Eventually.so("played", () -> !written.isEmpty());
        assertEquals(List.of(Chime.recording().length), written);
    }

    @Test
    public void theCoreEndsWithinASecondOfItsApp() throws Exception {
        File other = new File(service.getCacheDir(), "other");
        assertTrue(other.mkdirs());
        java.lang.Process alone = new ProcessBuilder(
                        core().info().command().orElseThrow(),
                        "serve",
                        "--screen",
                        "shell",
                        "--data",
                        other.getPath(),
                        "--listen",
                        "127.0.0.1:0")
                .start();
        byte[] hello = new byte["{\"type\":\"hello\"".length()];
        assertEquals(hello.length, alone.getInputStream().readNBytes(hello, 0, hello.length));
        assertEquals("{\"type\":\"hello\"", new String(hello, StandardCharsets.UTF_8));

        alone.getOutputStream().close();

        assertTrue(alone.waitFor(1, TimeUnit.SECONDS));
        assertEquals(0, alone.exitValue());
    }

    private CoreState now() {
        return states.get(states.size() - 1);
    }

    private static String result(Answer answer) {
        assertEquals(answer.body.toString(), 200, answer.status);
        return answer.body.optString("result");
    }

    private void overlay(boolean allowed) {
        ShadowSettings.setCanDrawOverlays(allowed);
        shadowOf(service.getSystemService(AppOpsManager.class))
                .setMode(
                        AppOpsManager.OPSTR_SYSTEM_ALERT_WINDOW,
                        Process.myUid(),
                        service.getPackageName(),
                        allowed ? AppOpsManager.MODE_ALLOWED : AppOpsManager.MODE_IGNORED);
        Eventually.so("noticed", () -> now().overlay() == allowed);
    }

    private static void passes(Duration time) {
        shadowOf(Looper.getMainLooper()).idleFor(time);
    }

    private static ProcessHandle core() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().command().orElse("").endsWith("libcuecard.so"))
                .findFirst()
                .orElseThrow();
    }

    /** Asks from another thread, while the app and its display go on. */
    private Answer ask(String method, String path, String body) {
        int port = now().port();
        CompletableFuture<Answer> answer = CompletableFuture.supplyAsync(() -> request(port, method, path, body));
        Eventually.so(method + " " + path, () -> {
            display.refresh();
            return answer.isDone();
        });
        return answer.join();
    }

    private static Answer request(int port, String method, String path, String body) {
        try {
            URI uri = URI.create("http://127.0.0.1:" + port + path);
            HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
            connection.setRequestMethod(method);
            if (body != null) {
                connection.setDoOutput(true);
                connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
            }
            int status = connection.getResponseCode();
            try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                return new Answer(status, new JSONObject(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
            }
        } catch (IOException | org.json.JSONException e) {
            throw new AssertionError(e);
        }
    }
}
