package app.cuecard.tv.card;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.animation.ValueAnimator;
import android.app.Application;
import android.graphics.PixelFormat;
import android.os.Build;
import android.view.Display;
import android.view.View;
import android.view.WindowManager;
import android.view.WindowManager.LayoutParams;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.shadows.ShadowDisplay;

/** The window over everything, its answers to the core, and how cards come, change and go in it. */
@RunWith(RobolectricTestRunner.class)
@GraphicsMode(GraphicsMode.Mode.NATIVE)
@Config(
        sdk = {26, 35},
        qualifiers = "w960dp-h540dp-television-xhdpi")
public class CardWindowTest {

    private final Application app = RuntimeEnvironment.getApplication();
    private final List<JSONObject> answers = new ArrayList<>();
    private final Television tv = new Television(app);
    private Refusing refusing;
    private CardWindow window;
    private int seq;

    @Before
    public void open() throws Exception {
        refusing = new Refusing(app);
        window = new CardWindow(refusing, CardFixture.look(), answers::add, new Pictures(Runnable::run));
    }

    @After
    public void close() {
        window.close();
        ValueAnimator.setDurationScale(1);
    }

    @Test
    public void aCardComesInAWindowOverTheWholeScreenThatTakesNoKeyAndNoTouch() throws Exception {
        window.show(card("a", "Open"));
        tv.passes(300);
        assertEquals(1, tv.windows().size());
        LayoutParams shape = (LayoutParams) tv.windows().get(0).getLayoutParams();
        assertEquals(LayoutParams.TYPE_APPLICATION_OVERLAY, shape.type);
        assertEquals(1920, shape.width);
        assertEquals(1080, shape.height);
        int flags = LayoutParams.FLAG_NOT_FOCUSABLE
                | LayoutParams.FLAG_NOT_TOUCHABLE
                | LayoutParams.FLAG_LAYOUT_IN_SCREEN
                | LayoutParams.FLAG_LAYOUT_NO_LIMITS
                | LayoutParams.FLAG_HARDWARE_ACCELERATED;
        assertEquals(flags, shape.flags & flags);
        assertEquals("keeps no screen on", 0, shape.flags & LayoutParams.FLAG_KEEP_SCREEN_ON);
        assertEquals(PixelFormat.TRANSLUCENT, shape.format);
        if (Build.VERSION.SDK_INT >= 30) {
            assertEquals(LayoutParams.LAYOUT_IN_DISPLAY_CUTOUT_MODE_ALWAYS, shape.layoutInDisplayCutoutMode);
            assertEquals(0, shape.getFitInsetsTypes());
        }
        assertEquals(1920, tv.windows().get(0).getWidth());
        assertEquals(1080, tv.windows().get(0).getHeight());
    }

    @Test
    public void drawnIsSaidWhenTheCardWasDrawnAndNotBefore() throws Exception {
        window.show(card("a", "Open"));
        tv.passes(300);
        assertEquals("laid out, but not drawn", 0, answers.size());
        tv.draws();
        assertAnswer("drawn", seq);
        tv.draws();
        assertEquals("once", 1, answers.size());
    }

    @Test
    public void aDisplayThatIsOffShowsTheCardWhenItGoesOn() throws Exception {
        ShadowDisplay display = shadowOf(ShadowDisplay.getDefaultDisplay());
        display.setState(Display.STATE_OFF);
        window.show(card("a", "Open"));
        tv.passes(990);
        assertEquals(0, answers.size());
        tv.passes(20);
        assertAnswer("drawn", seq);
    }

    @Test
    public void aWindowThatIsNotDrawnOnALitDisplayIsNeverCalledDrawn() throws Exception {
        window.show(card("a", "Open"));
        tv.passes(10_000);
        assertEquals(0, answers.size());
    }

    @Test
    public void aCardIsReadableFromItsFirstFrameAndRises() throws Exception {
        window.show(dimmed(card("a", "Open"), 0.5));
        CardView card = screen().card();
        assertEquals(0.6f, card.getAlpha(), 0.001f);
        assertEquals("12 dp", 24, card.getTranslationY(), 0.001f);
        assertEquals("the dim layer comes with it", 0.3f, dim().getAlpha(), 0.001f);
        tv.passes(90);
        assertTrue("on its way", card.getTranslationY() > 0 && card.getTranslationY() < 24);
        tv.passes(200);
        assertEquals(1, card.getAlpha(), 0);
        assertEquals(0, card.getTranslationY(), 0);
        assertEquals(0.5f, dim().getAlpha(), 0.001f);
    }

    @Test
    public void aDeviceThatWantsNoMotionGetsNone() throws Exception {
        ValueAnimator.setDurationScale(0);
        window.show(dimmed(card("a", "Open"), 0.5));
        assertEquals(1, screen().card().getAlpha(), 0);
        assertEquals(0, screen().card().getTranslationY(), 0);
        assertEquals(0.5f, dim().getAlpha(), 0);
        window.clear(frame("clear"));
        assertAnswer("drawn", seq);
        assertEquals(0, tv.windows().size());
    }

    @Test
    public void theCardIsGoneSoonAfterTheCoreClearsIt() throws Exception {
        window.show(dimmed(card("a", "Open"), 0.5));
        tv.draws();
        CardView card = screen().card();
        window.clear(frame("clear"));
        assertAnswer("drawn", seq);
        tv.passes(100);
        assertEquals(1, tv.windows().size());
        assertTrue("card " + card.getAlpha(), card.getAlpha() < 0.6f && card.getAlpha() > 0);
        assertTrue("dim " + dim().getAlpha(), dim().getAlpha() < 0.3f && dim().getAlpha() > 0);
        tv.passes(41);
        assertEquals(0, tv.windows().size());
    }

    @Test
    public void clearingNothingIsAnsweredToo() throws Exception {
        window.clear(frame("clear"));
        assertAnswer("drawn", seq);
        assertEquals(0, tv.windows().size());
    }

    @Test
    public void aCardThatComesWhileAnotherGoesTakesOver() throws Exception {
        window.show(dimmed(card("a", "Open"), 0.5));
        tv.draws();
        View before = screen();
        window.clear(frame("clear"));
        tv.passes(70);
        window.show(dimmed(card("b", "Shut"), 0.5));
        tv.draws();
        assertAnswer("drawn", seq);
        tv.passes(2000);
        assertEquals(1, tv.windows().size());
        assertSame("one window for both", before, screen());
        assertEquals("dim layer and card", 2, screen().getChildCount());
        assertEquals("Shut", screen().card().parts().message.drawn());
        assertEquals(1, screen().card().getAlpha(), 0);
        assertEquals(0.5f, dim().getAlpha(), 0.001f);
    }

    @Test
    public void theSameCardTakesOverWhileItGoes() throws Exception {
        window.show(card("a", "Open"));
        tv.draws();
        window.clear(frame("clear"));
        tv.passes(70);
        window.show(card("a", "Shut"));
        tv.draws();
        tv.passes(2000);
        assertEquals(2, screen().getChildCount());
        assertEquals(1, screen().card().getAlpha(), 0);
        assertEquals("Shut", screen().card().parts().message.drawn());
    }

    @Test
    public void anotherCardComesAsTheOldOneGoesInOneWindow() throws Exception {
        window.show(dimmed(card("a", "Open"), 0.5));
        tv.draws();
        View before = screen();
        CardView old = screen().card();
        window.show(dimmed(card("b", "Shut"), 0.5));
        assertSame(before, screen());
        assertEquals(1, tv.windows().size());
        assertNotSame(old, screen().card());
        assertSame("the new one is above", screen().card(), screen().getChildAt(2));
        assertEquals("the dim layer does not flicker", 0.5f, dim().getAlpha(), 0.001f);
        tv.passes(139);
        assertSame(screen(), old.getParent());
        tv.passes(2);
        assertNull(old.getParent());
        assertEquals(0.5f, dim().getAlpha(), 0.001f);
    }

    @Test
    public void aCardIsReplacedInPlaceWithoutABlink() throws Exception {
        window.show(card("a", "Open"));
        tv.draws();
        CardView before = screen().card();
        float height = before.parts().box.height();
        window.show(dimmed(card("a", "Open\nwide"), 0.25));
        assertSame(before, screen().card());
        assertEquals(1, before.getAlpha(), 0);
        assertEquals(0, before.getTranslationY(), 0);
        assertEquals("Open\nwide", before.parts().message.drawn());
        assertTrue(before.parts().box.height() > height);
        tv.draws();
        assertAnswer("drawn", seq);
        assertEquals(before.place().height(), before.getHeight());
        assertEquals(0.25f, dim().getAlpha(), 0.001f);
    }

    @Test
    public void aRefusedWindowIsSaidAndTheNextCardTriesAgain() throws Exception {
        for (RuntimeException refusal : List.of(
                new WindowManager.BadTokenException("permission denied for window type 2038"),
                new SecurityException("not allowed"))) {
            refusing.refusal = refusal;
            window.show(card("a", "Open"));
            tv.passes(300);
            assertAnswer("failed", seq);
            assertEquals(refusal.getMessage(), answers.get(answers.size() - 1).getString("error"));
            assertEquals(0, tv.windows().size());
            window.clear(frame("clear"));
        }
        refusing.refusal = null;
        window.show(card("a", "Open"));
        tv.draws();
        assertAnswer("drawn", seq);
        assertEquals(1, tv.windows().size());
    }

    @Test
    public void aFrameThatCannotBeUnderstoodFailsAndLeavesNothing() throws Exception {
        JSONObject noColour = card("a", "Open");
        noColour.getJSONObject("card").put("background", "nonsense");
        window.show(noColour);
        assertAnswer("failed", seq);
        window.show(frame("show"));
        assertAnswer("failed", seq);
        assertEquals(0, tv.windows().size());
    }

    @Test
    public void closingTakesTheWindowAwayAtOnceAndTheNextCardOpensAnother() throws Exception {
        window.show(card("a", "Open"));
        window.close();
        assertEquals(0, tv.windows().size());
        tv.passes(3000);
        assertEquals("nobody is left to be told", 0, answers.size());
        window.show(card("a", "Open"));
        tv.draws();
        assertAnswer("drawn", seq);
    }

    @Test
    public void theCardFollowsAScreenThatChangesItsSize() throws Exception {
        window.show(card("a", "Open"));
        tv.draws();
        View before = screen();
        RuntimeEnvironment.setQualifiers("w1280dp-h720dp-television-mdpi");
        tv.passes(300);
        assertSame(before, screen());
        LayoutParams shape = (LayoutParams) screen().getLayoutParams();
        assertEquals(1280, shape.width);
        assertEquals(720, shape.height);
        assertEquals(1280 * 0.6, screen().card().parts().box.width(), 1);
        assertEquals(1280 / 2f, screen().card().parts().box.centerX(), 1);
        assertEquals(720 / 2f, screen().card().parts().box.centerY(), 1);
        assertEquals(24 * 1.5 * 720 / 540, screen().card().parts().message.size(), 0.01);
    }

    @Test
    @Config(qualifiers = "w640dp-h360dp-television-480dpi", fontScale = 2)
    public void neitherTheSystemsDensityNorItsFontScaleIsTheCards() throws Exception {
        window.show(card("a", "Open"));
        tv.passes(300);
        assertEquals(1920, screen().getLayoutParams().width);
        assertEquals(24 * 1.5 * 2, screen().card().parts().message.size(), 0.01);
    }

    @Test
    public void aScreenReaderStaysWhereItIs() throws Exception {
        window.show(card("a", "Open"));
        assertEquals(View.IMPORTANT_FOR_ACCESSIBILITY_NO_HIDE_DESCENDANTS, screen().getImportantForAccessibility());
        assertFalse(screen().card().isImportantForAccessibility());
    }

    @Test
    public void hostileTextIsDrawnLikeAnyOther() throws Exception {
        for (String text : List.of(
                "x".repeat(2000),
                "a" + "\u0301".repeat(1000),
                "\u202E\u2066\u2067\u2068 right \u202D".repeat(60) + "\u2069\u202C",
                "\uD83D",
                "\uDE00\uD83D",
                "a\u0000b\u0001\u001B[31m",
                "\n".repeat(2000),
                " \u00A0\u200B".repeat(600),
                "\u200B".repeat(2000),
                "👩\u200D".repeat(600),
                "\uFFFC\uFFFE\uFFFF",
                "\r\n\u2028\u2029\u0085\t",
                "𒐫﷽".repeat(400))) {
            for (double width : new double[] {10, 34, 100}) {
                JSONObject frame = card("a", text);
                frame.put("textScale", 2)
                        .getJSONObject("card")
                        .put("title", text)
                        .put("widthPercent", width);
                window.show(frame);
                tv.draws();
                assertAnswer("drawn", seq);
                assertTrue(screen().card().parts().box.height() <= 1080 - 2 * 96 + 1);
            }
        }
    }

    private void assertAnswer(String type, int seq) throws Exception {
        assertTrue("there is no answer", answers.size() > 0);
        JSONObject last = answers.get(answers.size() - 1);
        assertEquals(last.toString(), type, last.getString("type"));
        assertEquals(last.toString(), seq, last.getLong("seq"));
    }

    private CardScreen screen() {
        return (CardScreen) tv.windows().get(0);
    }

    private View dim() {
        return screen().getChildAt(0);
    }

    private JSONObject card(String id, String message) throws Exception {
        JSONObject frame = CardFixture.frame("core-show-persistent").put("seq", ++seq);
        frame.getJSONObject("card").put("id", id).put("message", message);
        return frame;
    }

    private JSONObject frame(String type) throws Exception {
        return new JSONObject().put("type", type).put("seq", ++seq);
    }

    private static JSONObject dimmed(JSONObject frame, double dim) throws Exception {
        frame.getJSONObject("card").put("dim", dim);
        return frame;
    }
}
