package app.cuecard.tv.card;

import android.graphics.Color;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * What is drawn of a card, as a {@code show} frame brings it.
 *
 * @param title empty for none
 * @param image where the core found the image; empty for none
 * @param accent colour of the stripe, or null for none
 */
record Card(
        String id,
        String title,
        String message,
        String image,
        String icon,
        String position,
        float widthPercent,
        int background,
        int textColor,
        Integer accent,
        float dim) {

    static Card of(JSONObject card) throws JSONException {
        return new Card(
                card.optString("id"),
                oneLine(text(card, "title")),
                lines(text(card, "message")),
                text(card, "image"),
                text(card, "icon"),
                card.getString("position"),
                (float) card.getDouble("widthPercent"),
                Color.parseColor(card.getString("background")),
                Color.parseColor(card.getString("textColor")),
                card.isNull("accent") ? null : (Integer) Color.parseColor(card.getString("accent")),
                (float) card.getDouble("dim"));
    }

    boolean centred() {
        return position.equals("center");
    }

    private static String text(JSONObject card, String name) {
        return card.isNull(name) ? "" : card.optString(name);
    }

    /** Line breaks of every kind become one, and what would be drawn as an empty box or nothing goes. */
    private static String lines(String text) {
        return text.replaceAll("\r\n?|[\u0085\u2028\u2029]", "\n")
                .replace("\t", "    ")
                .replaceAll("[\\p{Cc}&&[^\n]]", "");
    }

    private static String oneLine(String text) {
        return lines(text).replaceAll("[\\s\\p{Z}]+", " ").trim();
    }
}
