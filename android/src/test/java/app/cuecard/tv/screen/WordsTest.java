package app.cuecard.tv.screen;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import android.content.Context;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
public class WordsTest {
    private final Context context = RuntimeEnvironment.getApplication();

    private static String plainSpaces(String words) {
        return words.replace('\u00A0', ' ');
    }

    @Test
    public void timesReadAsPeopleSayThem() {
        String[][] rows = {
            {"1", "1 s"},
            {"2.5", "2.5 s"},
            {"59", "59 s"},
            {"60", "1 min"},
            {"90", "1 min 30 s"},
            {"3600", "60 min"},
            {"soon", "soon"},
        };
        for (String[] row : rows) {
            assertEquals(row[1], plainSpaces(Words.seconds(context, row[0])));
        }
    }

    @Test
    public void sharesReadAsPercent() {
        assertEquals("60 %", plainSpaces(Words.percent(context, "60")));
        assertEquals("33.5 %", plainSpaces(Words.percent(context, "33.5")));
        assertEquals("55 %", plainSpaces(Words.share(context, "0.55")));
        assertEquals("Off", Words.shareOrOff(context, "0"));
        assertEquals("Off", Words.shareOrOff(context, "0.0"));
        assertEquals("5 %", plainSpaces(Words.shareOrOff(context, "0.05")));
        assertEquals("half", Words.shareOrOff(context, "half"));
    }

    @Test
    public void whatALaterCoreMayAddIsShownAsItIs() {
        assertEquals("left-third", Words.place(context, "left-third"));
        assertEquals("postponed", Words.tested(context, "postponed", ""));
    }

    @Test
    public void coloursHaveASampleOnlyWhenTheyAreColours() {
        assertEquals(Integer.valueOf(0xCC000000), Palette.parse("#CC000000"));
        assertEquals(Integer.valueOf(0xFFFFFFFF), Palette.parse("#FFFFFF"));
        assertEquals(null, Palette.parse(""));
        assertEquals(null, Palette.parse("none"));
        assertEquals(null, Palette.parse("#blue"));
        assertEquals("#123456", Palette.spoken(context, "#123456"));
    }

    @Test
    @Config(qualifiers = "de-rDE")
    public void inGermanNumbersAreGerman() {
        assertEquals("2,5 s", plainSpaces(Words.seconds(context, "2.5")));
        assertEquals("Oben rechts", Words.place(context, "top-right"));
        assertEquals("Cuecards Gong", Words.sound(context, "default"));
    }

    @Test
    @Config(qualifiers = "ar-rEG-ldrtl")
    public void amongArabicAnAddressStaysLeftToRight() {
        String wrapped = Words.sound(context, "http://nas/ding.mp3");
        assertTrue("embedded between marks", wrapped.contains("\u202Ahttp://nas/ding.mp3\u202C"));
    }
}
