package app.cuecard.tv;

import static org.junit.Assert.assertEquals;
import static org.robolectric.Shadows.shadowOf;

import android.app.AppOpsManager;
import android.content.Intent;
import android.os.Process;
import app.cuecard.tv.core.CoreLink;
import app.cuecard.tv.core.CoreState;
import app.cuecard.tv.testing.Eventually;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.json.JSONException;
import org.json.JSONObject;
import org.robolectric.Robolectric;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.android.controller.ServiceController;
import org.robolectric.shadows.ShadowSettings;

/** The service with the real core, built for this machine, as the network and the app's screens meet it. */
final class RealCore {
    final OverlayService service;
    final FakeDisplay display;
    final CoreLink link;
    final List<JSONObject> heard = new ArrayList<>();
    private final ServiceController<OverlayService> controller = Robolectric.buildService(OverlayService.class);
    private final List<CoreState> states = new ArrayList<>();

    record Answer(int status, JSONObject body) {

        /** What became of the card. */
        String result() {
            assertEquals(body.toString(), 200, status);
            return body.optString("result");
        }
    }

    RealCore() {
        service = controller.get();
        display = new FakeDisplay(service);
        ShadowSettings.setCanDrawOverlays(true);
        service.getApplicationInfo().nativeLibraryDir = System.getProperty("core");
        service.listen = "127.0.0.1:0";
        controller.create().startCommand(0, 1);
        CoreLink.Door door = (CoreLink.Door) service.onBind(new Intent());
        shadowOf(RuntimeEnvironment.getApplication())
                .setComponentNameAndServiceForBindService(
                        CoreLink.Door.at(service).getComponent(), door);
        link = door.link;
        link.watch(states::add);
        link.listen(heard::add);
        try {
            Eventually.so("the core runs", () -> now().running() && now().settings() != null);
        } catch (AssertionError late) {
            controller.destroy();
            throw late;
        }
    }

    /** The first card of all takes its time on a machine like this, more than the core gives it. */
    void warmUp() {
        String first = "{\"id\":\"first\",\"title\":\"First\",\"message\":\"First 😀\",\"sound\":\"none\"}";
        Eventually.so("the first card is shown", () -> ask("POST", "/notify", first).status == 200);
        assertEquals("dismissed", ask("DELETE", "/notify/first", null).result());
        Eventually.so(
                "it is gone",
                () -> display.words().isEmpty() && display.windows().isEmpty());
    }

    void end() {
        ProcessHandle core = process();
        controller.destroy();
        Eventually.so("the core ended", () -> !core.isAlive());
    }

    CoreState now() {
        return states.get(states.size() - 1);
    }

    ProcessHandle process() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().command().orElse("").endsWith("libcuecard.so"))
                .findFirst()
                .orElseThrow();
    }

    void overlay(boolean allowed) {
        ShadowSettings.setCanDrawOverlays(allowed);
        shadowOf(service.getSystemService(AppOpsManager.class))
                .setMode(
                        AppOpsManager.OPSTR_SYSTEM_ALERT_WINDOW,
                        Process.myUid(),
                        service.getPackageName(),
                        allowed ? AppOpsManager.MODE_ALLOWED : AppOpsManager.MODE_IGNORED);
        Eventually.so("noticed", () -> now().overlay() == allowed);
    }

    /** Posts a card. One that this machine did not draw in the time that the core gives it was withdrawn, and comes again. */
    Answer post(String card) {
        return Eventually.some("drawn in time: " + card, () -> {
            Answer answer = ask("POST", "/notify", card);
            return answer.status == 500 ? null : answer;
        });
    }

    Answer ask(String method, String path, String body) {
        return ask(method, path, body, "");
    }

    /** Asks from another thread, while the app and its display go on. */
    Answer ask(String method, String path, String body, String token) {
        String url = "http://127.0.0.1:" + now().port() + path;
        CompletableFuture<Answer> answer = CompletableFuture.supplyAsync(() -> request(url, method, body, token));
        Eventually.so(method + " " + path, () -> {
            display.refresh();
            return answer.isDone();
        });
        return answer.join();
    }

    private static Answer request(String url, String method, String body, String token) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url).toURL().openConnection();
            connection.setRequestMethod(method);
            if (!token.isEmpty()) {
                connection.setRequestProperty("Authorization", "Bearer " + token);
            }
            if (body != null) {
                connection.setDoOutput(true);
                connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
            }
            int status = connection.getResponseCode();
            try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                return new Answer(status, new JSONObject(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
            }
        } catch (IOException | JSONException e) {
            throw new AssertionError(e);
        }
    }
}
