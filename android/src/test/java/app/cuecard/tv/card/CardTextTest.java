package app.cuecard.tv.card;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import android.text.TextPaint;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;

/** Lines of text, with Android's own text stack. */
@RunWith(RobolectricTestRunner.class)
@GraphicsMode(GraphicsMode.Mode.NATIVE)
@Config(sdk = {26, 35})
public class CardTextTest {
    private static final float LINE = 64.8f;

    @Test
    public void everyLineHasTheSameHeightWhateverIsInIt() {
        for (String text : new String[] {"a\nb", "👩‍👩‍👧‍👦\n👍🏽", "ที่นี่\nញ៉ាំ", "漢字\nかな", "a\n\n"}) {
            assertEquals(text, 2, text(text, 800).lines());
            assertEquals(2 * LINE, text(text, 800).height(), 0);
        }
    }

    @Test
    public void theErrorOfRoundingDoesNotAddUp() {
        CardText text = text("█\n".repeat(40), 800);
        assertEquals(40, text.lines());
        Bitmap drawn = Bitmap.createBitmap(100, 2700, Bitmap.Config.ARGB_8888);
        text.draw(new Canvas(drawn), 0, 0);
        // A block is as high as the font: the gap between two is where one line ends, up to the font's own metrics.
        assertEquals(39 * LINE, firstInk(drawn, 39) - firstInk(drawn, 0), 1.01);
        assertEquals(20 * LINE, firstInk(drawn, 20) - firstInk(drawn, 0), 1.01);
    }

    @Test
    public void lineBreaksAreKeptAndTheLastBeginsNoLine() {
        assertEquals(4, text("One\n\nThree\nFour", 800).lines());
        assertEquals(1, text("One\n", 800).lines());
        assertEquals(1, text("", 800).lines());
    }

    @Test
    public void aTextThatFitsIsLeftAlone() {
        CardText text = text("One\nTwo", 800);
        assertSame(text, text.endingAfter(2));
        assertFalse(text.endsEarly());
    }

    @Test
    public void theEllipsisFollowsTheLastLetterThatFits() {
        CardText whole = text("Donaudampfschifffahrtsgesellschaft".repeat(4), 400);
        CardText cut = whole.endingAfter(2);
        assertEquals(2, cut.lines());
        assertTrue(cut.endsEarly());
        String kept = cut.drawn().substring(0, cut.drawn().length() - 1);
        assertTrue(whole.drawn().startsWith(kept));
        String next = whole.drawn().substring(0, kept.length() + 1) + "…";
        assertEquals("one letter more does not fit: " + next, 3, text(next, 400).lines());
    }

    @Test
    public void theEllipsisFollowsAWholeWordWhereThereIsRoom() {
        assertEquals(
                "Somebody stands…",
                text("Somebody stands atthedooragain", 420).endingAfter(1).drawn());
    }

    @Test
    public void noSpaceStandsBeforeTheEllipsis() {
        for (int width = 200; width < 600; width += 7) {
            String drawn = text("Somebody is at the door ".repeat(10), width)
                    .endingAfter(2)
                    .drawn();
            assertFalse(drawn, drawn.contains(" …"));
        }
    }

    @Test
    public void theEllipsisStandsInPlaceOfAFullStop() {
        assertEquals("It rings…", text("It rings. \nAgain", 800).endingAfter(1).drawn());
        assertEquals(
                "dots are text too",
                2,
                text(".".repeat(400), 300).endingAfter(2).lines());
    }

    @Test
    public void aParagraphThatIsLeftOutLeavesAnEllipsis() {
        assertEquals("One\nTwo…", text("One\nTwo\nThree", 800).endingAfter(2).drawn());
        assertEquals("One…", text("One\n\nThree", 800).endingAfter(2).drawn());
    }

    @Test
    public void noLetterIsTornByTheEllipsis() {
        String family = "👩‍👩‍👧‍👦";
        for (int width = 150; width < 500; width += 11) {
            String drawn = text(family.repeat(30), width).endingAfter(2).drawn();
            assertEquals(drawn, "", drawn.substring(0, drawn.length() - 1).replace(family, ""));
        }
        String accents = "e\u0301\u0323";
        String drawn = text(accents.repeat(100), 300).endingAfter(1).drawn();
        assertEquals(drawn, "", drawn.substring(0, drawn.length() - 1).replace(accents, ""));
    }

    @Test
    public void aWordWithoutEndBreaksInsideTheLine() {
        CardText text = text("Donaudampfschifffahrtsgesellschaft".repeat(4), 300);
        assertTrue(text.lines() > 4);
        Bitmap drawn = Bitmap.createBitmap(400, 2000, Bitmap.Config.ARGB_8888);
        text.draw(new Canvas(drawn), 0, 0);
        for (int y = 0; y < drawn.getHeight(); y++) {
            for (int x = 302; x < drawn.getWidth(); x++) {
                assertEquals("at " + x + ", " + y, 0, drawn.getPixel(x, y));
            }
        }
    }

    @Test
    @Config(sdk = 35) // before 28 Robolectric answers every question about direction with left to right
    public void everyParagraphBeginsAtItsOwnSide() {
        Bitmap drawn = Bitmap.createBitmap(800, 200, Bitmap.Config.ARGB_8888);
        CardText text = text("الباب مفتوح\nThe door\n24 باب", 800);
        text.draw(new Canvas(drawn), 0, 0);
        assertTrue(text.rightToLeft());
        assertTrue("Arabic", ink(drawn, 0, 400, 0) == 0 && ink(drawn, 400, 800, 0) > 0);
        assertTrue("English", ink(drawn, 0, 400, 1) > 0 && ink(drawn, 400, 800, 1) == 0);
        assertTrue("a number first", ink(drawn, 0, 400, 2) == 0 && ink(drawn, 400, 800, 2) > 0);
    }

    /** Inked pixels of a line between two columns. */
    private static int ink(Bitmap drawn, int left, int right, int line) {
        int ink = 0;
        for (int y = Math.round(line * LINE); y < Math.round((line + 1) * LINE); y++) {
            for (int x = left; x < right; x++) {
                ink += drawn.getPixel(x, y) == 0 ? 0 : 1;
            }
        }
        return ink;
    }

    /** The first row of the nth block. */
    private static int firstInk(Bitmap drawn, int block) {
        int seen = -1;
        for (int y = 1; y < drawn.getHeight(); y++) {
            boolean begins = Color.alpha(drawn.getPixel(10, y)) > 127 && Color.alpha(drawn.getPixel(10, y - 1)) <= 127;
            if (begins && ++seen == block) {
                return y;
            }
        }
        throw new AssertionError("there are only " + (seen + 1) + " blocks");
    }

    private static CardText text(String text, int width) {
        TextPaint paint = new TextPaint(TextPaint.ANTI_ALIAS_FLAG);
        paint.setTextSize(48);
        paint.setColor(Color.BLACK);
        return new CardText(text, paint, width, LINE);
    }
}
