package app.cuecard.tv.card;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import android.graphics.Color;
import android.graphics.RectF;
import android.graphics.drawable.ColorDrawable;
import android.os.Build;
import android.util.Size;
import java.util.List;
import org.json.JSONException;
import org.json.JSONObject;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ErrorCollector;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;

/** The boxes of a card, with Android's own text stack, against the fixtures that every drawer is tested with. */
@RunWith(RobolectricTestRunner.class)
@GraphicsMode(GraphicsMode.Mode.NATIVE)
@Config(sdk = {26, 35})
public class CardLayoutTest {
    private static final float DP = 2; // of the screens below

    @Rule
    public final ErrorCollector seen = new ErrorCollector();

    @Test
    public void everyPartOfEveryFixtureIsWhereTheLookWantsIt() throws Exception {
        int count = 0;
        for (CardFixture fixture : CardFixture.all()) {
            compare(fixture, fixture.screen());
            count++;
        }
        assertTrue("there are " + count + " fixtures", count >= 30);
    }

    @Test
    public void everyFixtureLooksTheSameAt720p1080pAnd4K() throws Exception {
        int count = 0;
        for (CardFixture fixture : CardFixture.all()) {
            Size own = fixture.screen();
            if (own.getWidth() * 9 == own.getHeight() * 16) {
                for (Size screen : List.of(new Size(1280, 720), new Size(1920, 1080), new Size(3840, 2160))) {
                    // A picture that is as much smaller as the screen has no whole number of pixels.
                    if (fixture.picture("image") == null || screen.getHeight() >= own.getHeight()) {
                        compare(fixture, screen);
                    }
                }
                count++;
            }
        }
        assertTrue("there are " + count + " such fixtures", count >= 28);
    }

    @Test
    public void theRoomOfAnIconThatIsComingIsKept() throws Exception {
        Card card = card("Door", "Open", "center", 60);
        CardLayout before = layout(card, true, null, null);
        CardLayout after = layout(card, true, picture(96, 96), null);
        assertEquals(after.titleBox, before.titleBox);
        assertEquals(after.messageBox, before.messageBox);
        assertEquals(after.box, before.box);
        assertEquals(null, before.icon);
        CardLayout without = layout(card, false, null, null);
        assertEquals("no room for one that failed", without.messageBox.left, without.titleBox.left, 0);
    }

    @Test
    public void theIconStandsAboveTheTextOfANarrowCard() throws Exception {
        // 160 dp wide: 120 inside, 56 beside the icon, less than the 96 that text needs.
        CardLayout narrow = layout(card("Hi", "Ok", "center", 16.6667), true, picture(96, 96), null);
        assertEquals(48 * DP, narrow.icon.width(), 1);
        assertEquals(narrow.box.left + 20 * DP, narrow.icon.left, 1);
        assertEquals(narrow.box.top + 20 * DP, narrow.icon.top, 1);
        assertEquals(narrow.icon.bottom + 12 * DP, narrow.titleBox.top, 1);
        assertEquals(narrow.icon.left, narrow.titleBox.left, 1);
        assertEquals(120 * DP, narrow.titleBox.width(), 1);
        assertEquals((20 + 48 + 12 + 36 + 12 + 32.4 + 20) * DP, narrow.box.height(), 1);
    }

    @Test
    public void theIconOfANarrowRightToLeftCardIsAtItsRight() throws Exception {
        CardLayout narrow = layout(card("باب", "مفتوح", "center", 16.6667), true, picture(96, 96), null);
        assertEquals(narrow.box.right - 20 * DP, narrow.icon.right, 1);
    }

    @Test
    public void smallTextKeepsHalfItsDistanceToTheIcon() throws Exception {
        Card card = card("Door", "Open", "center", 60);
        CardMeasure measure = CardMeasure.of(CardFixture.look(), new Size(1920, 1080), card);
        CardLayout small = new CardLayout(measure, card, 0.5f, true, picture(96, 96), null);
        assertEquals(small.icon.bottom + 6 * DP, small.messageBox.top, 1);
    }

    @Test
    public void aTitleWithoutLettersLeavesTheIconsSideToTheMessage() throws Exception {
        CardLayout mixed = layout(card("24", "مفتوح", "center", 60), true, picture(96, 96), null);
        assertEquals(mixed.box.right - 28 * DP, mixed.icon.right, 1);
    }

    @Test
    public void anImageThatJoinsLeavesTheTextAtTheCornerWhereTheCardStands() throws Exception {
        for (String corner : new String[] {"top-left", "top-right"}) {
            Card card = card("Door", "Open", corner, 40);
            CardLayout before = layout(card, false, null, null);
            CardLayout after = layout(card, false, null, picture(640, 400));
            assertEquals(before.titleBox, after.titleBox);
            assertEquals(before.box.top, after.box.top, 0);
            assertTrue(after.box.bottom > before.box.bottom);
        }
        for (String corner : new String[] {"bottom-left", "bottom-right"}) {
            Card card = card("Door", "Open", corner, 40);
            CardLayout before = layout(card, false, null, null);
            CardLayout after = layout(card, false, null, picture(640, 400));
            assertEquals(before.box.bottom, after.box.bottom, 0);
            assertTrue(after.box.top < before.box.top);
        }
    }

    @Test
    public void aCardNarrowerThanItsPaddingIsStillLaidOut() throws Exception {
        Card card = card("Door", "Open", "top-left", 10);
        CardMeasure measure = CardMeasure.of(CardFixture.look(), new Size(1080, 1920), card);
        CardLayout thin = new CardLayout(measure, card, 2, true, picture(96, 96), picture(640, 400));
        assertTrue(thin.message.lines() >= 1);
        assertTrue(thin.box.height() <= 1920 - 96 * 1920 / 540f + 1);
    }

    @Test
    public void noImageTakesMorePixelsThanTwoFifthsOfTheScreen() throws Exception {
        Size room = CardMeasure.of(CardFixture.look(), new Size(3840, 2160), card("", "a", "center", 100))
                .imageRoom();
        assertTrue(room.toString(), room.getWidth() <= 3840 && room.getHeight() <= 864);
    }

    private void compare(CardFixture fixture, Size screen) throws Exception {
        float dp = screen.getHeight() / 540f;
        float enlarged = screen.getHeight() / (float) fixture.screen().getHeight();
        Card card = fixture.card();
        Picture icon = picture(fixture.picture("icon"), enlarged);
        CardLayout drawn = new CardLayout(
                CardMeasure.of(CardFixture.look(), screen, card),
                card,
                fixture.textScale(),
                icon != null,
                icon,
                picture(fixture.picture("image"), enlarged));
        String who = fixture.name() + " at " + screen + ": ";
        compare(who + "card", fixture.box("card", dp), drawn.box);
        compare(who + "stripe", fixture.box("stripe", dp), drawn.stripe);
        compare(who + "title", fixture.box("title", dp), drawn.titleBox);
        compare(who + "message", fixture.box("message", dp), drawn.messageBox);
        compare(who + "icon", fixture.box("icon", dp), drawn.icon);
        compare(who + "image", fixture.box("image", dp), drawn.image);
        compare(who + "title", fixture.expect().optJSONObject("title"), drawn.title, dp);
        compare(who + "message", fixture.expect().getJSONObject("message"), drawn.message, dp);
        seen.checkSucceeds(() -> {
            assertEquals(who + "padding", fixture.expect().getDouble("padding") * dp, drawn.measure.padding(), 0.01);
            return null;
        });
    }

    private void compare(String what, RectF want, RectF got) {
        seen.checkSucceeds(() -> {
            assertEquals(what + " is drawn", want != null, got != null);
            if (want != null) {
                String both = what + ": " + got + " instead of " + want;
                assertEquals(both, want.left, got.left, 1);
                assertEquals(both, want.top, got.top, 1);
                assertEquals(both, want.right, got.right, 1);
                assertEquals(both, want.bottom, got.bottom, 1);
            }
            return null;
        });
    }

    private void compare(String what, JSONObject want, CardText got, float dp) {
        seen.checkSucceeds(() -> {
            if (want != null) {
                assertEquals(what + " lines", want.getInt("lines"), got.lines());
                assertEquals(what + " ends early", want.getBoolean("endsEarly"), got.endsEarly());
                assertEquals(
                        what + " ends early",
                        want.getBoolean("endsEarly"),
                        got.drawn().endsWith("…"));
                // Before 28 Robolectric answers every question about direction with left to right.
                boolean rightToLeft = want.getBoolean("rightToLeft") && Build.VERSION.SDK_INT >= 28;
                assertEquals(what + " right to left", rightToLeft, got.rightToLeft());
                assertEquals(what + " line height", want.getDouble("lineHeight") * dp, got.lineHeight(), 0.01);
                assertEquals(what + " size", want.getDouble("size") * dp, got.size(), 0.01);
            }
            return null;
        });
    }

    private static CardLayout layout(Card card, boolean iconRoom, Picture icon, Picture image) throws Exception {
        CardMeasure measure = CardMeasure.of(CardFixture.look(), new Size(1920, 1080), card);
        return new CardLayout(measure, card, 1, iconRoom, icon, image);
    }

    private static Card card(String title, String message, String position, double percent) throws JSONException {
        return Card.of(new JSONObject()
                .put("title", title)
                .put("message", message)
                .put("position", position)
                .put("widthPercent", percent)
                .put("background", "#FFFFFF")
                .put("textColor", "#111111")
                .put("accent", JSONObject.NULL)
                .put("dim", 0));
    }

    private static Picture picture(Size size, float enlarged) {
        return size == null
                ? null
                : picture(Math.round(size.getWidth() * enlarged), Math.round(size.getHeight() * enlarged));
    }

    private static Picture picture(int width, int height) {
        return new Picture(new ColorDrawable(Color.RED), width, height);
    }
}
