package app.cuecard.tv.testing;

import static org.junit.Assert.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.json.JSONArray;
import org.json.JSONObject;

/** The frames that both sides of the pipe are tested with. */
public final class ShellFrames {
    private ShellFrames() {}

    public static JSONObject read(String name) {
        try {
            Path folder = Path.of(System.getProperty("testdata", "../testdata"), "shell");
            byte[] bytes = Files.readAllBytes(folder.resolve(name + ".json"));
            return new JSONObject(new String(bytes, StandardCharsets.UTF_8));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    public static void assertFrame(String name, JSONObject frame) {
        assertEquals(plain(read(name)), plain(frame));
    }

    /** Equal for equal JSON, in whatever order and kind of number. */
    private static Object plain(Object value) {
        if (value instanceof JSONObject object) {
            Map<String, Object> fields = new TreeMap<>();
            for (Iterator<String> names = object.keys(); names.hasNext(); ) {
                String name = names.next();
                fields.put(name, plain(object.opt(name)));
            }
            return fields;
        }
        if (value instanceof JSONArray array) {
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < array.length(); i++) {
                elements.add(plain(array.opt(i)));
            }
            return elements;
        }
        return value instanceof Number number ? (Object) number.doubleValue() : value;
    }
}
