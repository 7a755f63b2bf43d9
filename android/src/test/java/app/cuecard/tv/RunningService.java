package app.cuecard.tv;

import static org.robolectric.Shadows.shadowOf;

import android.content.Intent;
import android.os.Looper;
import app.cuecard.tv.core.CoreLink;
import app.cuecard.tv.core.CoreState;
import app.cuecard.tv.core.FakeCore;
import app.cuecard.tv.testing.Eventually;
import app.cuecard.tv.testing.ShellFrames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.android.controller.ServiceController;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowMediaPlayer;
import org.robolectric.shadows.ShadowSettings;

/** For tests of the service: with a fake core that says the hello of the fixtures and notes what it is told. */
@RunWith(RobolectricTestRunner.class)
@Config(
        sdk = {26, 35},
        qualifiers = "w960dp-h540dp-television-xhdpi")
abstract class RunningService {
    @Rule
    public final TemporaryFolder temporary = new TemporaryFolder();

    final ServiceController<OverlayService> controller = Robolectric.buildService(OverlayService.class);
    final OverlayService service = controller.get();
    final FakeDisplay display = new FakeDisplay(service);
    final List<CoreState> states = new ArrayList<>();
    FakeCore fake;
    CoreLink link;

    @Before
    public void start() throws Exception {
        ShadowSettings.setCanDrawOverlays(true);
        ShadowMediaPlayer.setMediaInfoProvider(any -> new ShadowMediaPlayer.MediaInfo(3000, 0));
        fake = new FakeCore(service, temporary);
        String hello = ShellFrames.read("core-hello").toString();
        fake.does("echo '" + hello + "'\nexec sed -u '/\"type\":\"stop\"/q' > '" + fake.file("sent") + "'\n");
        controller.create();
        link = ((CoreLink.Door) service.onBind(new Intent())).link;
        link.watch(states::add);
    }

    @After
    public void end() throws Exception {
        controller.destroy();
        fake.end();
    }

    void untilRunning() {
        Eventually.so("the core runs", () -> {
            display.refresh();
            return last().running();
        });
    }

    CoreState last() {
        return states.get(states.size() - 1);
    }

    void frame(String fixture) {
        service.frame(ShellFrames.read(fixture));
    }

    boolean answered(long seq) {
        return sent().stream()
                .anyMatch(frame -> frame.optString("type").equals("drawn") && frame.optLong("seq") == seq);
    }

    /** The last frame of a type that the core was sent, or null. */
    JSONObject sent(String type) {
        return sent().stream()
                .filter(frame -> frame.optString("type").equals(type))
                .reduce((first, second) -> second)
                .orElse(null);
    }

    List<JSONObject> sent() {
        try {
            if (!fake.file("sent").exists()) {
                return List.of();
            }
            String text = new String(Files.readAllBytes(fake.file("sent").toPath()), StandardCharsets.UTF_8);
            String whole = text.substring(0, text.lastIndexOf('\n') + 1);
            return whole.lines().map(RunningService::parse).collect(Collectors.toList());
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }

    static JSONObject parse(String line) {
        try {
            return new JSONObject(line);
        } catch (org.json.JSONException e) {
            throw new AssertionError(line, e);
        }
    }

    static void passes(long ms) {
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(ms));
    }
}
