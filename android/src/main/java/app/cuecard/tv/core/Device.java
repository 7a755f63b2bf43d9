package app.cuecard.tv.core;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.json.JSONObject;

/**
 * The device as the core is told of it.
 *
 * @param width of the screen in pixels
 * @param height of the screen in pixels
 * @param density pixels for one dp of the system
 * @param name as people call the device
 * @param overlay whether the app may draw over others
 * @param app the app's package, which the owner allows to do so
 * @param addresses in the network that is in use, the preferred first
 * @param dns name servers of that network
 */
public record Device(
        int width,
        int height,
        double density,
        String name,
        boolean overlay,
        String app,
        List<String> addresses,
        List<String> dns,
        String locale,
        int apiLevel) {

    public JSONObject frame() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", "device");
        fields.put("width", width);
        fields.put("height", height);
        fields.put("density", density);
        fields.put("name", name);
        fields.put("overlay", overlay);
        fields.put("grant", "adb shell appops set " + app + " SYSTEM_ALERT_WINDOW allow");
        fields.put("addresses", addresses);
        fields.put("dns", dns);
        fields.put("locale", locale);
        fields.put("apiLevel", apiLevel);
        return new JSONObject(fields);
    }
}
