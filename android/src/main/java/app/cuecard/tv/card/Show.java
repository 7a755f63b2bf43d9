package app.cuecard.tv.card;

import org.json.JSONException;
import org.json.JSONObject;

/** The frame {@code show}: a card, and how far its pictures have come. */
record Show(Card card, PictureNews image, PictureNews icon, float textScale) {

    static Show of(JSONObject frame) throws JSONException {
        return new Show(
                Card.of(frame.getJSONObject("card")),
                PictureNews.of(frame.optJSONObject("image")),
                PictureNews.of(frame.optJSONObject("icon")),
                (float) frame.optDouble("textScale", 1));
    }

    /** The same card with other pictures, as the frame {@code picture} brings them. */
    Show with(JSONObject frame) {
        return new Show(
                card,
                PictureNews.of(frame.optJSONObject("image")),
                PictureNews.of(frame.optJSONObject("icon")),
                textScale);
    }
}
