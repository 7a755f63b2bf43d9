package app.cuecard.tv.card;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import android.graphics.Bitmap;
import android.graphics.Color;
import android.graphics.drawable.Animatable;
import android.graphics.drawable.BitmapDrawable;
import android.os.Build;
import android.util.Size;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;

/** Pictures from files, decoded by Android's own Skia; on the oldest system by its older way. */
@RunWith(RobolectricTestRunner.class)
@GraphicsMode(GraphicsMode.Mode.NATIVE)
@Config(sdk = {26, 35})
public class PictureDecoderTest {
    private static final Size ROOM = new Size(200, 100);

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    @Test
    public void aPictureHasNoMorePixelsThanItsPlace() throws Exception {
        Picture picture = decode(png(1000, 800));
        assertEquals("as it was sent", new Size(1000, 800), new Size(picture.width(), picture.height()));
        assertEquals(new Size(125, 100), size(picture));
        assertEquals(Color.RED, bitmap(picture).getPixel(10, 50));
        assertEquals(Color.BLUE, bitmap(picture).getPixel(115, 50));
    }

    @Test
    public void aSmallPictureKeepsItsPixels() throws Exception {
        assertEquals(new Size(20, 30), size(decode(png(20, 30))));
    }

    @Test
    public void aVeryLongPictureKeepsAPixel() throws Exception {
        assertEquals(new Size(200, 1), size(decode(png(4000, 2))));
    }

    @Test
    public void everyFormatOfTheWebIsRead() throws Exception {
        assertEquals(new Size(40, 20), size(decode(PictureFiles.jpeg(40, 20, 1))));
        assertEquals(new Size(40, 20), size(decode(webp(40, 20))));
        assertEquals(40, decode(PictureFiles.gif(40, 20)).width());
    }

    @Test
    public void aPictureStandsAsItsCameraWasHeld() throws Exception {
        // Where the red half, the left one of what is stored, has to be seen: x and y of its middle, in quarters.
        int[][] red = {null, {1, 2}, {3, 2}, {3, 2}, {1, 2}, {2, 1}, {2, 1}, {2, 3}, {2, 3}};
        for (int orientation = 1; orientation <= 8; orientation++) {
            Picture picture = decode(PictureFiles.jpeg(400, 200, orientation));
            Size upright = orientation <= 4 ? new Size(400, 200) : new Size(200, 400);
            assertEquals("orientation " + orientation, upright, new Size(picture.width(), picture.height()));
            Bitmap bitmap = bitmap(picture);
            assertEquals(orientation <= 4 ? new Size(200, 100) : new Size(50, 100), size(picture));
            int[] at = red[orientation];
            int pixel = bitmap.getPixel(bitmap.getWidth() * at[0] / 4, bitmap.getHeight() * at[1] / 4);
            int opposite = bitmap.getPixel(bitmap.getWidth() * (4 - at[0]) / 4, bitmap.getHeight() * (4 - at[1]) / 4);
            assertTrue("orientation " + orientation, Color.red(pixel) > 200 && Color.blue(pixel) < 60);
            assertTrue("orientation " + orientation, Color.blue(opposite) > 200 && Color.red(opposite) < 60);
        }
    }

    @Test
    public void gifAndWebpMoveWhereTheSystemCan() throws Exception {
        for (byte[] bytes : new byte[][] {PictureFiles.gif(40, 20), PictureFiles.webp(40, 20)}) {
            if (Build.VERSION.SDK_INT >= 28) {
                Picture picture = decode(bytes);
                assertTrue(picture.drawable() instanceof Animatable);
                assertEquals(40, picture.width());
            }
        }
        if (Build.VERSION.SDK_INT < 28) {
            assertEquals(Color.RED, bitmap(decode(PictureFiles.gif(40, 20))).getPixel(20, 10));
        }
    }

    @Test
    public void aMovingPictureHasNoMorePixelsThanItsPlace() throws Exception {
        Picture picture = decode(PictureFiles.gif(1000, 500));
        assertEquals(200, picture.drawable().getIntrinsicWidth());
        assertEquals(100, picture.drawable().getIntrinsicHeight());
    }

    @Test
    public void whatIsNoPictureIsRefused() {
        refused("it is no picture", "<html>".getBytes());
        refused("it is no picture", new byte[0]);
        byte[] svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".getBytes();
        refused("it is no picture", svg);
    }

    @Test
    public void aBrokenPictureIsRefusedOrDrawnAsFarAsItGoes() throws Exception {
        byte[] whole = png(300, 300);
        for (int length = 1; length < whole.length; length += whole.length / 20) {
            try {
                assertEquals(300, decode(Arrays.copyOf(whole, length)).width());
            } catch (IOException expected) {
                assertTrue(expected.getMessage(), expected.getMessage() != null);
            }
        }
    }

    @Test
    public void aFileThatIsNotThereIsRefused() {
        assertThrows(IOException.class, () -> PictureDecoder.decode(folder.getRoot() + "/none", ROOM));
    }

    @Test
    public void tooManyBytesAreRefusedUnread() {
        refused("bytes", new byte[(5 << 20) + 1]);
    }

    @Test
    public void tooManyPixelsAreRefusedByTheHeader() throws Exception {
        byte[] bomb = png(20, 20);
        System.arraycopy(new byte[] {0, 0, 0x20, 0}, 0, bomb, 16, 4); // 8192 wide
        System.arraycopy(new byte[] {0, 0, 0x20, 0}, 0, bomb, 20, 4); // and high: 67 million pixels
        java.util.zip.CRC32 sum = new java.util.zip.CRC32();
        sum.update(bomb, 12, 17);
        System.arraycopy(
                java.nio.ByteBuffer.allocate(4).putInt((int) sum.getValue()).array(), 0, bomb, 29, 4);
        refused("8192 × 8192 pixels", bomb);
    }

    private void refused(String why, byte[] bytes) {
        IOException refusal = assertThrows(IOException.class, () -> decode(bytes));
        assertTrue(refusal.getMessage(), refusal.getMessage().contains(why));
    }

    private Picture decode(byte[] bytes) throws IOException {
        File file = folder.newFile();
        Files.write(file.toPath(), bytes);
        return PictureDecoder.decode(file.getPath(), ROOM);
    }

    private static byte[] png(int width, int height) {
        return PictureFiles.compressed(PictureFiles.halves(width, height), Bitmap.CompressFormat.PNG);
    }

    @SuppressWarnings("deprecation") // the newer names of the format are not on every system
    private static byte[] webp(int width, int height) {
        return PictureFiles.compressed(PictureFiles.halves(width, height), Bitmap.CompressFormat.WEBP);
    }

    private static Bitmap bitmap(Picture picture) {
        return ((BitmapDrawable) picture.drawable()).getBitmap();
    }

    private static Size size(Picture picture) {
        return new Size(bitmap(picture).getWidth(), bitmap(picture).getHeight());
    }
}
