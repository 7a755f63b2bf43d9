package app.cuecard.tv.screen;

import android.content.Context;
import android.graphics.Color;
import app.cuecard.tv.R;
import java.util.List;

/** Colours that are easy on the eye and have a name. */
record Palette(String hex, int name) {

    static final List<Palette> ALL = List.of(
            new Palette("#FFFFFF", R.string.white),
            new Palette("#FFF3DC", R.string.cream),
            new Palette("#D5DCE6", R.string.silver),
            new Palette("#FFD23F", R.string.yellow),
            new Palette("#FF8A1F", R.string.orange),
            new Palette("#C62F26", R.string.red),
            new Palette("#1B7F43", R.string.green),
            new Palette("#1F6FD6", R.string.blue),
            new Palette("#14213D", R.string.night),
            new Palette("#111111", R.string.black),
            new Palette("#CC000000", R.string.glass));

    /** The colour in the core's words as the system's; null when it is none. */
    static Integer parse(String hex) {
        try {
            return hex.startsWith("#") ? Color.parseColor(hex) : null;
        } catch (IllegalArgumentException notAColour) {
            return null;
        }
    }

    /** How a colour is spoken of: by its name, if it has one, and its digits. */
    static String spoken(Context context, String hex) {
        for (Palette colour : ALL) {
            if (colour.hex.equals(hex)) {
                return context.getString(colour.name) + ", " + hex;
            }
        }
        return Words.colour(context, hex);
    }
}
