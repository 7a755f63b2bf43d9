package app.cuecard.tv.screen;

import static org.junit.Assert.assertEquals;
import static org.robolectric.Shadows.shadowOf;

import android.app.Application;
import android.os.Looper;
import app.cuecard.tv.core.CoreLink;
import app.cuecard.tv.core.CoreState;
import app.cuecard.tv.core.OwnerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.robolectric.RuntimeEnvironment;

/** The core as a screen meets it behind the bound service: keeps what it is sent and says what a test wants it to. */
final class FakeLink implements CoreLink {
    final Deque<JSONObject> frames = new ArrayDeque<>();
    private final List<Consumer<CoreState>> watchers = new ArrayList<>();
    private final List<Consumer<JSONObject>> listeners = new ArrayList<>();
    private CoreState state;
    private final JSONObject settings;

    /** A core that runs, may draw and is set up; behind the service from now on. */
    FakeLink() {
        try {
            settings = fixture("core-settings").put("setUp", true).put("code", qr(29));
            state = new CoreState(true, "", "0.1.0", 8090, true, OwnerSettings.of(settings));
        } catch (JSONException broken) {
            throw new AssertionError(broken);
        }
        Application app = RuntimeEnvironment.getApplication();
        shadowOf(app)
                .setComponentNameAndServiceForBindService(
                        CoreLink.Door.at(app).getComponent(), new CoreLink.Door(this));
    }

    static JSONObject fixture(String name) {
        try {
            return new JSONObject(Files.readString(Path.of("../testdata/shell", name + ".json")));
        } catch (IOException | JSONException broken) {
            throw new AssertionError(broken);
        }
    }

    /** A code with the corners of a real one. */
    static JSONObject qr(int size) throws JSONException {
        List<String> rows = new ArrayList<>();
        for (int y = 0; y < size; y++) {
            StringBuilder row = new StringBuilder();
            for (int x = 0; x < size; x++) {
                row.append(dark(x, y, size) ? '1' : '0');
            }
            rows.add(row.toString());
        }
        return new JSONObject().put("size", size).put("rows", new JSONArray(rows));
    }

    private static boolean dark(int x, int y, int size) {
        int far = size - 7;
        if ((x < 8 && (y < 8 || y >= size - 8)) || (x >= size - 8 && y < 8)) {
            int cx = x >= far ? x - far : x;
            int cy = y >= far ? y - far : y;
            int ring = Math.max(Math.abs(cx - 3), Math.abs(cy - 3));
            return ring != 2 && ring < 4;
        }
        return (x * 7 + y * 13 + x * y) % 3 == 0;
    }

    @Override
    public void watch(Consumer<CoreState> watcher) {
        watchers.add(watcher);
        watcher.accept(state);
    }

    @Override
    public void listen(Consumer<JSONObject> listener) {
        listeners.add(listener);
    }

    @Override
    public void forget(Consumer<?> watcherOrListener) {
        watchers.remove(watcherOrListener);
        listeners.remove(watcherOrListener);
    }

    @Override
    public void send(JSONObject frame) {
        frames.add(frame);
    }

    int listening() {
        return watchers.size() + listeners.size();
    }

    /** The next frame that was sent is this one. */
    void expect(JSONObject wanted) throws JSONException {
        shadowOf(Looper.getMainLooper()).idle();
        JSONObject frame = frames.poll();
        assertEquals("the frame", fields(wanted), fields(frame));
    }

    /** In the order of their names: that in a frame says nothing. */
    private static String fields(JSONObject frame) throws JSONException {
        if (frame == null) {
            return "none";
        }
        Map<String, String> fields = new TreeMap<>();
        for (Iterator<String> names = frame.keys(); names.hasNext(); ) {
            String name = names.next();
            Object value = frame.get(name);
            String quoted = value instanceof String ? "'" + value + "'" : value.toString();
            fields.put(name, value instanceof JSONObject object ? fields(object) : quoted);
        }
        return fields.toString();
    }

    void expectSet(String name, String value) throws JSONException {
        JSONObject set = fixture("app-set");
        set.put("values", new JSONObject().put(name, value));
        expect(set);
    }

    void expectNothing() {
        shadowOf(Looper.getMainLooper()).idle();
        assertEquals("frames", "[]", frames.toString());
    }

    /** A setting is now this; number, text or null as in JSON. */
    void value(String name, Object value) throws JSONException {
        settings.getJSONObject("values").put(name, value);
        tell();
    }

    /** A field of the frame beside the values. */
    void field(String name, Object value) throws JSONException {
        settings.put(name, value);
        tell();
    }

    void token(String token) throws JSONException {
        settings.put("token", token).put("tokenCode", token.isEmpty() ? JSONObject.NULL : qr(37));
        tell();
    }

    void overlay(boolean allowed) {
        push(new CoreState(state.running(), state.trouble(), "0.1.0", 8090, allowed, state.settings()));
    }

    void stop(String trouble) {
        push(new CoreState(false, trouble, state.version(), state.port(), state.overlay(), state.settings()));
    }

    void tell() throws JSONException {
        OwnerSettings read = OwnerSettings.of(new JSONObject(settings.toString()));
        push(new CoreState(true, "", "0.1.0", 8090, state.overlay(), read));
    }

    void push(CoreState now) {
        state = now;
        new ArrayList<>(watchers).forEach(watcher -> watcher.accept(now));
        shadowOf(Looper.getMainLooper()).idle();
    }

    void say(JSONObject frame) {
        new ArrayList<>(listeners).forEach(listener -> listener.accept(frame));
        shadowOf(Looper.getMainLooper()).idle();
    }

    void refuse(String asked, String error) throws JSONException {
        say(fixture("core-refused").put("asked", asked).put("error", error));
    }

    void tested(String result, String error) throws JSONException {
        say(fixture("core-tested").put("result", result).put("error", error));
    }
}
