package app.cuecard.tv.card;

import org.json.JSONObject;

/**
 * How far a picture of the card has come, as the core tells.
 *
 * @param coming it is being fetched
 * @param path of the file to read once it is ready, else null
 */
record PictureNews(boolean coming, String path) {

    static final PictureNews NONE = new PictureNews(false, null);

    /** Reads {@code image} or {@code icon} of a frame; null is none. */
    static PictureNews of(JSONObject news) {
        if (news == null) {
            return NONE;
        }
        return switch (news.optString("state")) {
            case "coming" -> new PictureNews(true, null);
            case "ready" -> new PictureNews(false, news.optString("path"));
            default -> NONE;
        };
    }
}
