package app.cuecard.tv.card;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.Application;
import android.graphics.Bitmap;
import android.graphics.drawable.Animatable;
import android.os.Looper;
import android.util.Log;
import java.io.File;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
import org.robolectric.shadows.ShadowLog;

/** How the pictures of a card join it, and what the core is told. Decoding happens when a test says so. */
@RunWith(RobolectricTestRunner.class)
@GraphicsMode(GraphicsMode.Mode.NATIVE)
@Config(
        sdk = {26, 35},
        qualifiers = "w960dp-h540dp-television-xhdpi")
public class CardPicturesTest {

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private final Application app = RuntimeEnvironment.getApplication();
    private final List<JSONObject> answers = new ArrayList<>();
    private final Deque<Runnable> decodings = new ArrayDeque<>();
    private final Television tv = new Television(app);
    private CardWindow window;
    private int seq;

    @Before
    public void open() throws Exception {
        window = new CardWindow(app, CardFixture.look(), answers::add, new Pictures(decodings::add));
    }

    @After
    public void close() {
        window.close();
    }

    @Test
    public void aCardIsDrawnWithoutThePictureThatIsComing() throws Exception {
        window.show(show("cam", coming(), none()));
        tv.draws();
        assertAnswered();
        assertNull(parts().image);
    }

    @Test
    public void aPictureFrameIsAnsweredWhenThePictureIsDrawn() throws Exception {
        window.show(show("cam", coming(), none()));
        tv.draws();
        window.picture(picture(ready(png(640, 400)), none()));
        tv.draws();
        assertEquals("not decoded yet", seq - 1, lastAnswered());
        decode();
        assertNotNull("joined", parts().image);
        assertEquals("not drawn yet", seq - 1, lastAnswered());
        tv.draws();
        assertAnswered();
    }

    @Test
    public void aPictureThatTakesLongHoldsUpNothing() throws Exception {
        window.show(show("cam", coming(), none()));
        tv.draws();
        window.picture(picture(ready(png(640, 400)), none()));
        tv.passes(600);
        tv.draws();
        assertEquals("it may come yet", seq - 1, lastAnswered());
        tv.passes(100);
        tv.draws();
        assertAnswered();
        decode();
        assertNotNull("it joins", parts().image);
    }

    @Test
    public void aNewerFrameIsAnsweredWhenThePictureOfAnOlderArrives() throws Exception {
        window.show(show("cam", coming(), none()));
        tv.draws();
        String file = png(640, 400);
        window.picture(picture(ready(file), none()));
        window.show(show("cam", ready(file), none()));
        decode();
        tv.draws();
        assertAnswered();
        assertEquals(2, answers.size());
    }

    @Test
    public void aCardWithAReadyPictureDoesNotWaitForIt() throws Exception {
        window.show(show("cam", ready(png(640, 400)), none()));
        tv.draws();
        assertAnswered();
        assertNull(parts().image);
        decode();
        assertNotNull(parts().image);
    }

    @Test
    public void aPictureThatCannotBeDecodedIsLeftOutAndLoggedOnce() throws Exception {
        window.show(show("cam", coming(), none()));
        tv.draws();
        window.picture(picture(ready(file("<html>".getBytes())), none()));
        decode();
        tv.draws();
        assertAnswered();
        assertNull(parts().image);
        long warnings = ShadowLog.getLogs().stream()
                .filter(log -> log.type == Log.WARN && log.msg.contains("picture"))
                .count();
        assertEquals(1, warnings);
    }

    @Test
    public void aPictureThatFailedOnTheWayLeavesTheCardWithoutIt() throws Exception {
        window.show(show("cam", none(), coming()));
        tv.draws();
        float kept = parts().titleBox.left;
        window.picture(picture(none(), failed()));
        tv.draws();
        assertAnswered();
        assertTrue("its room is given back", parts().titleBox.left < kept);
    }

    @Test
    public void anIconThatJoinsMovesNoText() throws Exception {
        window.show(show("cam", none(), coming()));
        tv.draws();
        CardLayout before = parts();
        window.picture(picture(none(), ready(png(96, 96))));
        assertEquals(before.titleBox, parts().titleBox);
        decode();
        assertEquals(before.titleBox, parts().titleBox);
        assertEquals(before.box, parts().box);
        assertNotNull(parts().icon);
    }

    @Test
    public void aPictureOfAnOlderFrameIsThrownAway() throws Exception {
        window.show(show("cam", coming(), none()));
        tv.draws();
        window.picture(picture(ready(png(640, 400)), none()));
        Runnable older = decodings.remove();
        window.picture(picture(ready(png(300, 300)), none()));
        decode();
        older.run();
        tv.draws();
        assertAnswered();
        assertEquals(300, parts().imagePicture.width());
        assertEquals("only the newer was answered", 2, answers.size());
    }

    @Test
    public void aPictureThatIsDecodedButNotHandedOverIsThrownAwayToo() throws Exception {
        window.show(show("cam", coming(), none()));
        tv.draws();
        window.picture(picture(ready(png(640, 400)), none()));
        decodings.remove().run();
        window.picture(picture(ready(png(300, 300)), none()));
        tv.draws();
        assertNull(parts().image);
        decode();
        assertEquals(300, parts().imagePicture.width());
    }

    @Test
    public void aPictureThatArrivesAfterItsCardIsThrownAway() throws Exception {
        window.show(show("cam", ready(png(640, 400)), none()));
        tv.draws();
        JSONObject other = show("", none(), none());
        other.getJSONObject("card").put("id", "other");
        window.show(other);
        tv.passes(300);
        decode();
        tv.draws();
        assertAnswered();
        assertNull(parts().image);
    }

    @Test
    public void theLastSnapshotStaysWhileTheNextIsFetchedFromTheSameCamera() throws Exception {
        window.show(show("cam", ready(png(640, 400)), none()));
        decode();
        Picture first = parts().imagePicture;
        window.show(show("cam", coming(), none()));
        tv.draws();
        assertSame(first, parts().imagePicture);
        window.picture(picture(ready(png(300, 300)), none()));
        assertSame("until the next is decoded", first, parts().imagePicture);
        decode();
        assertEquals(300, parts().imagePicture.width());
    }

    @Test
    public void aPictureFromElsewhereDoesNotStay() throws Exception {
        window.show(show("cam", ready(png(640, 400)), none()));
        decode();
        window.show(show("other", coming(), none()));
        tv.draws();
        assertNull(parts().image);
    }

    @Test
    public void theSameFileIsDecodedOnce() throws Exception {
        String file = png(640, 400);
        window.show(show("cam", ready(file), none()));
        decode();
        Picture first = parts().imagePicture;
        window.picture(picture(ready(file), coming()));
        assertTrue(decodings.isEmpty());
        tv.draws();
        assertAnswered();
        assertSame(first, parts().imagePicture);
    }

    @Test
    public void aWiderCardGetsItsPictureInMorePixelsUnlessTheFileIsGone() throws Exception {
        String file = png(3000, 500);
        window.show(show("cam", ready(file), none()));
        decode();
        Picture narrow = parts().imagePicture;
        JSONObject wide = show("cam", ready(file), none());
        wide.getJSONObject("card").put("widthPercent", 80);
        window.show(wide);
        decode();
        Picture larger = parts().imagePicture;
        assertNotSame(narrow, larger);
        assertTrue(larger.drawable().getIntrinsicWidth() > narrow.drawable().getIntrinsicWidth());

        assertTrue(new File(file).delete());
        JSONObject wider = show("cam", ready(file), none());
        wider.getJSONObject("card").put("widthPercent", 90);
        window.show(wider);
        decode();
        assertSame(larger, parts().imagePicture);
    }

    @Test
    public void picturesWithoutACardFail() throws Exception {
        window.picture(picture(ready(png(20, 20)), none()));
        assertEquals("failed", answers.get(0).getString("type"));
        assertEquals(seq, answers.get(0).getInt("seq"));
    }

    @Test
    @Config(sdk = 35)
    public void aMovingPicturePlaysUntilItsCardIsGone() throws Exception {
        for (byte[] bytes : List.of(PictureFiles.gif(40, 20), PictureFiles.webp(40, 20))) {
            window.show(show("cam", ready(file(bytes)), none()));
            decode();
            tv.draws();
            Animatable moving = (Animatable) parts().imagePicture.drawable();
            assertTrue(moving.isRunning());
            window.clear(new JSONObject().put("seq", ++seq));
            tv.passes(200);
            assertFalse(moving.isRunning());
        }
    }

    @Test
    @Config(sdk = 35)
    public void aMovingPictureEndsWhenAnotherTakesItsPlace() throws Exception {
        window.show(show("cam", ready(file(PictureFiles.gif(40, 20))), none()));
        decode();
        Animatable moving = (Animatable) parts().imagePicture.drawable();
        window.picture(picture(ready(png(300, 300)), none()));
        assertTrue(moving.isRunning());
        decode();
        assertFalse(moving.isRunning());
    }

    @Test
    public void picturesAreDecodedAwayFromTheMainThreadAndHandedOverOnIt() throws Exception {
        CountDownLatch decoded = new CountDownLatch(1);
        Pictures pictures = new Pictures(task -> new Thread(() -> {
                    assertNotSame(Looper.getMainLooper().getThread(), Thread.currentThread());
                    task.run();
                    decoded.countDown();
                })
                .start());
        List<Thread> arrivedOn = new ArrayList<>();
        pictures.decode(png(20, 20), new android.util.Size(10, 10), p -> arrivedOn.add(Thread.currentThread()));
        assertTrue(decoded.await(20, TimeUnit.SECONDS));
        assertEquals(0, arrivedOn.size());
        shadowOf(Looper.getMainLooper()).idle();
        assertEquals(List.of(Looper.getMainLooper().getThread()), arrivedOn);
    }

    private void decode() {
        while (!decodings.isEmpty()) {
            decodings.remove().run();
        }
        tv.passes(20);
    }

    private CardScreen screen() {
        return (CardScreen) tv.windows().get(0);
    }

    private CardLayout parts() {
        return screen().card().parts();
    }

    private int lastAnswered() throws Exception {
        return answers.get(answers.size() - 1).getInt("seq");
    }

    private void assertAnswered() throws Exception {
        assertEquals("drawn", answers.get(answers.size() - 1).getString("type"));
        assertEquals(seq, lastAnswered());
    }

    private JSONObject show(String origin, JSONObject image, JSONObject icon) throws Exception {
        JSONObject frame = CardFixture.frame("core-show")
                .put("seq", ++seq)
                .put("image", image)
                .put("icon", icon);
        frame.getJSONObject("card").put("image", origin);
        return frame;
    }

    private JSONObject picture(JSONObject image, JSONObject icon) throws Exception {
        return CardFixture.frame("core-picture")
                .put("seq", ++seq)
                .put("image", image)
                .put("icon", icon);
    }

    private String png(int width, int height) throws Exception {
        return file(PictureFiles.compressed(PictureFiles.halves(width, height), Bitmap.CompressFormat.PNG));
    }

    private String file(byte[] bytes) throws Exception {
        File file = folder.newFile();
        Files.write(file.toPath(), bytes);
        return file.getPath();
    }

    private static JSONObject ready(String path) throws Exception {
        return new JSONObject().put("state", "ready").put("path", path).put("mime", "image/png");
    }

    private static JSONObject coming() throws Exception {
        return new JSONObject().put("state", "coming");
    }

    private static JSONObject failed() throws Exception {
        return new JSONObject().put("state", "failed");
    }

    private static JSONObject none() throws Exception {
        return new JSONObject().put("state", "none");
    }
}
