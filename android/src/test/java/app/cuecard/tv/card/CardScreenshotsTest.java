package app.cuecard.tv.card;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.animation.ValueAnimator;
import android.content.Context;
import android.graphics.RectF;
import android.os.Build;
import android.os.Looper;
import android.util.Size;
import java.io.File;
import java.util.Map;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;

/** Draws cards over a film, the way from the frame to the pixel, and keeps the pictures for people to look at. */
@RunWith(RobolectricTestRunner.class)
@GraphicsMode(GraphicsMode.Mode.NATIVE)
@Config(sdk = {26, 35})
public class CardScreenshotsTest {

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private final Context context = RuntimeEnvironment.getApplication();

    @Before
    public void stillMotion() {
        ValueAnimator.setDurationScale(0);
    }

    @After
    public void moveAgain() {
        ValueAnimator.setDurationScale(1);
    }

    @Test
    public void everyFixtureIsDrawnWithItsPictures() throws Exception {
        for (CardFixture fixture : CardFixture.all()) {
            JSONObject frame = new JSONObject()
                    .put("card", fixture.json().getJSONObject("card").put("id", fixture.name()))
                    .put("textScale", fixture.textScale());
            for (String name : new String[] {"image", "icon"}) {
                Size size = fixture.picture(name);
                if (size != null) {
                    File file = new File(folder.getRoot(), fixture.name() + name + ".png");
                    Drawn.save(name.equals("icon") ? Drawn.bell(size) : Drawn.porch(size), file);
                    frame.put(name, new JSONObject(Map.of("state", "ready", "path", file.getPath())));
                }
            }
            Drawn drawn = draw(fixture.name(), fixture.screen(), frame);
            CardLayout parts = drawn.parts();
            assertEquals(fixture.name(), fixture.expect().isNull("image"), parts.image == null);
            assertEquals(fixture.name(), fixture.expect().isNull("icon"), parts.icon == null);
            assertTrue(fixture.name() + " has a message", drawn.inked(parts.messageBox) > 20);
            assertEquals(fixture.name(), parts.card.background(), drawn.at(parts.box.right - 10, parts.box.centerY()));
            if (parts.image != null) {
                RectF image = parts.image;
                assertEquals(fixture.name(), Drawn.SKY, drawn.at(image.centerX(), image.top + image.height() / 10));
            }
        }
    }

    @Test
    public void aCardThatMustNotDisturb() throws Exception {
        Drawn drawn = draw(
                "quiet",
                new Size(1920, 1080),
                frame("", "Washing machine is done", "bottom-right", 25).put("textScale", 1));
        assertTrue(drawn.inked(drawn.parts().messageBox) > 20);
    }

    @Test
    public void textsOfTheWorld() throws Exception {
        draw(
                "arabic",
                new Size(1920, 1080),
                frame(
                        "باب المنزل الأمامي",
                        "شخص ما يقف عند الباب ويرن الجرس منذ 5 دقائق، رقم iPhone هو 0171-24.\n"
                                + "The door is open\n"
                                + "الباب مفتوح",
                        "top-right",
                        40));
        draw(
                "scripts",
                new Size(1920, 1080),
                frame(
                        "Ünï 你好 👩‍👩‍👧‍👦",
                        "हिन्दी में संदेश ไทย ภาษา 日本語のカード 한국어\n"
                                + "עברית עם מספר 42 ו-WiFi\n"
                                + "👍🏽 🇩🇪 1️⃣ ❤️ 👨‍🚀 ที่นี่ ញ៉ាំ",
                        "center",
                        60));
        draw(
                "long-arabic",
                new Size(1280, 720),
                frame("باب ".repeat(60), "شخص ما عند الباب ويرن الجرس. ".repeat(60), "center", 34));
        Drawn emoji =
                draw("many-emoji", new Size(1280, 720), frame("🎉🎉🎉", "👩‍👩‍👧‍👦".repeat(120), "bottom-left", 30));
        assertTrue("in colour", emoji.colours(emoji.parts().messageBox) > 50);
    }

    private static JSONObject frame(String title, String message, String position, double percent) throws Exception {
        JSONObject card = new JSONObject()
                .put("id", "a")
                .put("title", title)
                .put("message", message)
                .put("position", position)
                .put("widthPercent", percent)
                .put("background", "#CC000000")
                .put("textColor", "#FFFFFF")
                .put("accent", JSONObject.NULL)
                .put("dim", 0);
        return new JSONObject().put("card", card);
    }

    private Drawn draw(String name, Size size, JSONObject frame) throws Exception {
        CardScreen screen = new CardScreen(context, CardFixture.look(), new Pictures(Runnable::run), size);
        CardView card = screen.show(Show.of(frame));
        shadowOf(Looper.getMainLooper()).idle();
        Drawn drawn = Drawn.of(screen, card, size);
        if (Build.VERSION.SDK_INT == 35) { // before 28 Robolectric enlarges pictures without a filter
            drawn.keep(name);
        }
        return drawn;
    }
}
