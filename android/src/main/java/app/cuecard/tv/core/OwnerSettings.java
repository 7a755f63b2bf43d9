package app.cuecard.tv.core;

import org.json.JSONException;
import org.json.JSONObject;

/**
 * The frame {@code settings}.
 *
 * @param values every setting by its name
 * @param token empty when authentication is off
 * @param url where the network reaches the television; empty without a network
 * @param code of the url, or null
 * @param tokenCode of the url with the token in it, or null
 * @param setUp whether the owner has been through the first-run setup
 * @param unsaved why cards are not being saved; empty while they are
 */
public record OwnerSettings(
        JSONObject values, String token, String url, QrCode code, QrCode tokenCode, boolean setUp, String unsaved) {

    public static OwnerSettings of(JSONObject frame) throws JSONException {
        return new OwnerSettings(
                frame.getJSONObject("values"),
                frame.optString("token"),
                frame.optString("url"),
                QrCode.of(frame.optJSONObject("code")),
                QrCode.of(frame.optJSONObject("tokenCode")),
                frame.optBoolean("setUp"),
                frame.optString("unsaved"));
    }

    /** A setting as text; empty when it is null or not known. */
    public String value(String name) {
        return values.isNull(name) ? "" : values.optString(name);
    }
}
