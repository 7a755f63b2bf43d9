package app.cuecard.tv.card;

import android.graphics.RectF;
import android.util.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.json.JSONException;
import org.json.JSONObject;

/** One of the cards that every drawer of Cuecard is tested with, and the frames that both sides of the pipe read. */
record CardFixture(String name, JSONObject json) {

    static final Path TESTDATA = Path.of(System.getProperty("testdata", "../testdata"));

    static List<CardFixture> all() throws Exception {
        List<CardFixture> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(TESTDATA.resolve("cards"))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
                all.add(new CardFixture(file.getFileName().toString().replace(".json", ""), read(file)));
            }
        }
        return all;
    }

    static CardFixture named(String name) throws Exception {
        return new CardFixture(name, read(TESTDATA.resolve("cards/" + name + ".json")));
    }

    static JSONObject frame(String name) throws Exception {
        return read(TESTDATA.resolve("shell/" + name + ".json"));
    }

    static Look look() throws Exception {
        return Look.of(frame("core-hello").getJSONObject("look"));
    }

    Size screen() throws JSONException {
        return size(json.getJSONObject("screen"));
    }

    float textScale() throws JSONException {
        return (float) json.getDouble("textScale");
    }

    Card card() throws JSONException {
        return Card.of(json.getJSONObject("card"));
    }

    /** The size of its image or icon, or null. */
    Size picture(String name) throws JSONException {
        return json.isNull(name) ? null : size(json.getJSONObject(name));
    }

    JSONObject expect() throws JSONException {
        return json.getJSONObject("expect");
    }

    /** A box that is wanted, in pixels of a screen with that many for one dp; null when the part is not drawn. */
    RectF box(String part, float dp) throws JSONException {
        if (expect().isNull(part)) {
            return null;
        }
        JSONObject box = expect().getJSONObject(part);
        float x = (float) box.getDouble("x") * dp;
        float y = (float) box.getDouble("y") * dp;
        return new RectF(x, y, x + (float) box.getDouble("width") * dp, y + (float) box.getDouble("height") * dp);
    }

    private static Size size(JSONObject size) throws JSONException {
        return new Size(size.getInt("width"), size.getInt("height"));
    }

    private static JSONObject read(Path file) throws IOException, JSONException {
        return new JSONObject(Files.readString(file));
    }
}
