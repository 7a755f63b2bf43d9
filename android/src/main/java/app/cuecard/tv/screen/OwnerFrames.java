package app.cuecard.tv.screen;

import org.json.JSONException;
import org.json.JSONObject;

/** The frames in which the owner's wishes travel to the core. */
final class OwnerFrames {
    private OwnerFrames() {}

    /** A setting is to have this value; an empty one is the factory's. */
    static JSONObject set(String name, String value) {
        return with(frame("set"), "values", with(new JSONObject(), name, value));
    }

    static JSONObject generateToken() {
        return with(frame("token"), "do", "generate");
    }

    static JSONObject clearToken() {
        return with(frame("token"), "do", "clear");
    }

    static JSONObject setUp() {
        return with(frame("setUp"), "done", true);
    }

    static JSONObject test() {
        return frame("test");
    }

    private static JSONObject frame(String type) {
        return with(new JSONObject(), "type", type);
    }

    private static JSONObject with(JSONObject object, String name, Object value) {
        try {
            return object.put(name, value);
        } catch (JSONException never) { // thrown for numbers that are none
            throw new IllegalArgumentException(never);
        }
    }
}
