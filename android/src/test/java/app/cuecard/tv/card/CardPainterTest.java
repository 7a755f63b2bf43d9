package app.cuecard.tv.card;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.animation.ValueAnimator;
import android.graphics.Color;
import android.graphics.RectF;
import android.os.Build;
import android.os.Looper;
import android.util.Size;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;

/** The pixels of a card at 1080p: 1 dp has 2 pixels. */
@RunWith(RobolectricTestRunner.class)
@GraphicsMode(GraphicsMode.Mode.NATIVE)
@Config(sdk = {26, 35})
public class CardPainterTest {
    private static final Size FULL_HD = new Size(1920, 1080);
    private static final double SIGMA = 24; // half the blur of 24 dp

    @Before
    public void stillMotion() {
        ValueAnimator.setDurationScale(0);
    }

    @After
    public void moveAgain() {
        ValueAnimator.setDurationScale(1);
    }

    @Test
    public void theDimLayerIsBlackAtItsOpacityOverTheWholeScreenAndBehindTheCard() throws Exception {
        Drawn drawn = draw(Color.WHITE, card("#FFFFFF", "#FF8A1F").put("dim", 0.5));
        for (int[] corner : new int[][] {{0, 0}, {1919, 0}, {0, 1079}, {1919, 1079}}) {
            assertColour(0xFF7F7F7F, drawn.at(corner[0], corner[1]), 1);
        }
        assertColour(Color.WHITE, inside(drawn), 0);
        assertColour(
                Color.BLACK,
                draw(Color.WHITE, card("#FFFFFF", "#FF8A1F").put("dim", 1)).at(0, 0),
                0);
        assertColour(Color.WHITE, draw(Color.WHITE, card("#FFFFFF", "#FF8A1F")).at(0, 0), 0);
    }

    @Test
    public void aTranslucentCardShowsTheFilmAndNotItsOwnShadow() throws Exception {
        Drawn drawn = draw(0xFF00FF00, card("#80FF0000", null));
        assertColour(0xFF807F00, inside(drawn), 1);
        RectF box = drawn.parts().box;
        int nearTheEdge = drawn.at(box.centerX(), box.bottom - 4); // where a shadow would be darkest
        assertColour(0xFF807F00, nearTheEdge, 1);
        assertColour("film only", 0xFF00FF00, inside(draw(0xFF00FF00, card("#00FF0000", null))), 0);
    }

    @Test
    public void textHasItsColourOverATranslucentCard() throws Exception {
        Drawn drawn =
                draw(0xFF00FF00, card("#80FF0000", null).put("message", "████").put("textColor", "#FF2040C0"));
        RectF text = drawn.parts().messageBox;
        assertColour(0xFF2040C0, drawn.at(text.left + 20, text.centerY()), 0);
        Drawn half =
                draw(0xFF00FF00, card("#FFFFFF", null).put("message", "████").put("textColor", "#80000000"));
        assertColour(0xFF7F7F7F, half.at(text.left + 20, text.centerY()), 2);
    }

    @Test
    public void theStripeIsTenDpAtTheLeftAndClippedByTheCorner() throws Exception {
        Drawn drawn = draw(0xFF00FF00, card("#FFFFFF", "#FF8A1F"));
        RectF box = drawn.parts().box;
        assertColour(0xFFFF8A1F, drawn.at(box.left, box.centerY()), 0);
        assertColour(0xFFFF8A1F, drawn.at(box.left + 19, box.centerY()), 0);
        assertColour(0xFFFFFFFF, drawn.at(box.left + 20, box.centerY()), 0);
        assertTrue("the corner is the film's, under shadow", Color.red(drawn.at(box.left, box.top)) == 0);
        assertTrue("at the bottom too", Color.red(drawn.at(box.left, box.bottom - 1)) == 0);
        assertColour("inside the corner", 0xFFFF8A1F, drawn.at(box.left + 18, box.top + 4), 0);
    }

    @Test
    public void aCardWithoutAnAccentHasNoStripe() throws Exception {
        Drawn drawn = draw(0xFF00FF00, card("#FFFFFF", null));
        assertColour(
                0xFFFFFFFF,
                drawn.at(drawn.parts().box.left + 1, drawn.parts().box.centerY()),
                0);
    }

    @Test
    public void theCornersAreRoundBySixteenDp() throws Exception {
        Drawn drawn = draw(0xFF00FF00, card("#FF0000", null));
        RectF box = drawn.parts().box;
        float diagonal = 32 - 32 / (float) Math.sqrt(2); // of the corner to the arc, in x and in y
        float[][] corners = {
            {box.left, box.top, 1, 1}, {box.right - 1, box.top, -1, 1},
            {box.left, box.bottom - 1, 1, -1}, {box.right - 1, box.bottom - 1, -1, -1}
        };
        for (float[] corner : corners) {
            float x = corner[0];
            float y = corner[1];
            float out = diagonal - 2;
            float in = diagonal + 2;
            assertEquals("outside", 0, Color.red(drawn.at(x + corner[2] * out, y + corner[3] * out)));
            assertEquals("inside", 255, Color.red(drawn.at(x + corner[2] * in, y + corner[3] * in)));
            assertEquals("the straight edge", 255, Color.red(drawn.at(x + corner[2] * 33, y)));
        }
    }

    @Test
    public void theShadowIsAGaussianEightDpDownOfLargeAndSmallCards() throws Exception {
        for (int percent : new int[] {10, 60}) {
            Drawn drawn = draw(
                    Color.WHITE,
                    card("#FFFFFF", null).put("widthPercent", percent).put("message", "a"));
            RectF box = drawn.parts().box;
            for (int distance : new int[] {1, 10, 20, 40, 60}) {
                assertShade(drawn, box.centerX(), box.bottom + distance, distance + 0.5 - 16);
                assertShade(drawn, box.centerX(), box.top - 1 - distance, distance + 0.5 + 16);
                assertShade(drawn, box.left - 1 - distance, box.centerY(), distance + 0.5);
                assertShade(drawn, box.right + distance, box.centerY(), distance + 0.5);
            }
            assertColour("and ends", Color.WHITE, drawn.at(box.centerX(), box.bottom + 100), 1);
        }
    }

    @Test
    public void aCardAtTheScreensEdgeIsDrawn() throws Exception {
        Drawn drawn = draw(0xFF00FF00, card("#FF0000", null).put("widthPercent", 100));
        assertEquals(255, Color.red(drawn.at(0, 540)));
        assertEquals(255, Color.red(drawn.at(1919, 540)));
    }

    /** What a wide blurred edge leaves of white at so many pixels outside of it. */
    private static void assertShade(Drawn drawn, float x, float y, double outside) {
        double covered = 0;
        for (double z = outside; z < outside + 8 * SIGMA; z += 0.1) {
            covered += 0.1 * Math.exp(-z * z / (2 * SIGMA * SIGMA)) / (SIGMA * Math.sqrt(2 * Math.PI));
        }
        int expected = (int) Math.round(255 * (1 - 0.35 * covered));
        // Before 28 Robolectric enlarges without a filter: up to three pixels away from where it should be.
        int tolerance = Build.VERSION.SDK_INT >= 28 ? 5 : 9;
        assertColour(x + ", " + y, Color.rgb(expected, expected, expected), drawn.at(x, y), tolerance);
    }

    private static int inside(Drawn drawn) {
        RectF box = drawn.parts().box;
        return drawn.at(box.right - 30, box.bottom - 30);
    }

    private static JSONObject card(String background, String accent) throws Exception {
        return new JSONObject()
                .put("id", "a")
                .put("title", "Door")
                .put("message", "Open\nOpen\nOpen")
                .put("position", "center")
                .put("widthPercent", 60)
                .put("background", background)
                .put("textColor", "#111111")
                .put("accent", accent == null ? JSONObject.NULL : accent)
                .put("dim", 0);
    }

    private static Drawn draw(int film, JSONObject card) throws Exception {
        CardScreen screen = new CardScreen(
                RuntimeEnvironment.getApplication(), CardFixture.look(), new Pictures(Runnable::run), FULL_HD);
        CardView view = screen.show(Show.of(new JSONObject().put("card", card)));
        shadowOf(Looper.getMainLooper()).idle();
        return Drawn.over(film, screen, view, FULL_HD);
    }

    private static void assertColour(int want, int got, int tolerance) {
        assertColour("", want, got, tolerance);
    }

    private static void assertColour(String what, int want, int got, int tolerance) {
        String both = what + ": #" + Integer.toHexString(got) + " instead of #" + Integer.toHexString(want);
        assertEquals(both, Color.red(want), Color.red(got), tolerance);
        assertEquals(both, Color.green(want), Color.green(got), tolerance);
        assertEquals(both, Color.blue(want), Color.blue(got), tolerance);
    }
}
