package app.cuecard.tv.card;

import org.json.JSONException;
import org.json.JSONObject;

/**
 * The numbers of the card's look, as the core names and explains them: lengths in dp, sizes of text in sp (both the
 * screen's height / {@link #screenHeight}), times in ms, shares from 0 to 1.
 */
public record Look(
        float screenHeight,
        float margin,
        float cornerRadius,
        float padding,
        float paddingNarrow,
        float narrowBelow,
        float stripe,
        float shadowDown,
        float shadowBlur,
        float shadowOpacity,
        float iconSize,
        float iconRadius,
        float iconGap,
        float iconTextMin,
        float titleSize,
        float titleLineHeight,
        int titleMaxLines,
        float messageSize,
        float messageLineHeight,
        int messageMinLines,
        float messageGap,
        float imageGap,
        float imageRadius,
        float imageMaxHeight,
        float imageTightHeight,
        float imageEnlarge,
        int comingMs,
        float comingOpacity,
        float rise,
        int goingMs,
        int resizeMs) {

    /** Reads the {@code look} of the frame {@code hello}. A number that is missing would make an unreadable card. */
    public static Look of(JSONObject look) {
        try {
            return new Look(
                    number(look, "screenHeight"),
                    number(look, "margin"),
                    number(look, "cornerRadius"),
                    number(look, "padding"),
                    number(look, "paddingNarrow"),
                    number(look, "narrowBelow"),
                    number(look, "stripe"),
                    number(look, "shadowDown"),
                    number(look, "shadowBlur"),
                    number(look, "shadowOpacity"),
                    number(look, "iconSize"),
                    number(look, "iconRadius"),
                    number(look, "iconGap"),
                    number(look, "iconTextMin"),
                    number(look, "titleSize"),
                    number(look, "titleLineHeight"),
                    look.getInt("titleMaxLines"),
                    number(look, "messageSize"),
                    number(look, "messageLineHeight"),
                    look.getInt("messageMinLines"),
                    number(look, "messageGap"),
                    number(look, "imageGap"),
                    number(look, "imageRadius"),
                    number(look, "imageMaxHeight"),
                    number(look, "imageTightHeight"),
                    number(look, "imageEnlarge"),
                    look.getInt("comingMs"),
                    number(look, "comingOpacity"),
                    number(look, "rise"),
                    look.getInt("goingMs"),
                    look.getInt("resizeMs"));
        } catch (JSONException e) {
            throw new IllegalArgumentException("the look is not complete: " + e.getMessage(), e);
        }
    }

    private static float number(JSONObject look, String name) throws JSONException {
        return (float) look.getDouble(name);
    }
}
