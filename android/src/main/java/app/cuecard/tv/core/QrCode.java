package app.cuecard.tv.core;

import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** A square of modules, encoded by the core; to be drawn dark on light with four light modules around it. */
public record QrCode(int size, List<String> rows) {

    static QrCode of(JSONObject code) throws JSONException {
        if (code == null) {
            return null;
        }
        JSONArray rows = code.getJSONArray("rows");
        List<String> read = new ArrayList<>();
        for (int y = 0; y < rows.length(); y++) {
            read.add(rows.getString(y));
        }
        return new QrCode(code.getInt("size"), read);
    }

    public boolean dark(int x, int y) {
        return rows.get(y).charAt(x) == '1';
    }
}
