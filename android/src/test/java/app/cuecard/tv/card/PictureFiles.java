package app.cuecard.tv.card;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.Paint;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/** Pictures as they come over the network, made here. */
final class PictureFiles {

    private PictureFiles() {}

    /** Red at the left, blue at the right. */
    static Bitmap halves(int width, int height) {
        Bitmap bitmap = Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888);
        bitmap.eraseColor(Color.BLUE);
        Paint paint = new Paint();
        paint.setColor(Color.RED);
        new Canvas(bitmap).drawRect(0, 0, width / 2f, height, paint);
        return bitmap;
    }

    static byte[] compressed(Bitmap bitmap, Bitmap.CompressFormat format) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        bitmap.compress(format, 100, out);
        return out.toByteArray();
    }

    /** The halves as a camera stores them that was held otherwise. */
    static byte[] jpeg(int width, int height, int orientation) {
        byte[] plain = compressed(halves(width, height), Bitmap.CompressFormat.JPEG);
        ByteBuffer exif = ByteBuffer.allocate(36);
        exif.putShort((short) 0xFFE1).putShort((short) 34).put("Exif\0\0".getBytes(StandardCharsets.US_ASCII));
        exif.put("MM\0*".getBytes(StandardCharsets.US_ASCII)).putInt(8);
        exif.putShort((short) 1).putShort((short) 0x0112).putShort((short) 3).putInt(1);
        exif.putShort((short) orientation).putShort((short) 0).putInt(0);
        ByteBuffer whole = ByteBuffer.allocate(plain.length + exif.capacity());
        whole.put(plain, 0, 2).put(exif.array()).put(plain, 2, plain.length - 2);
        return whole.array();
    }

    /** Two pictures, one after the other, for ever. */
    static byte[] gif(int width, int height) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ImageOutputStream stream = ImageIO.createImageOutputStream(out)) {
            writer.setOutput(stream);
            writer.prepareWriteSequence(null);
            for (int colour : new int[] {0xFF0000, 0x0000FF}) {
                BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
                for (int at = 0; at < width * height; at++) {
                    image.setRGB(at % width, at / width, colour);
                }
                writer.writeToSequence(new IIOImage(image, null, null), null);
            }
            writer.endWriteSequence();
        }
        return out.toByteArray();
    }

    /** The same as WebP: the halves twice, each for a tenth of a second. */
    @SuppressWarnings("deprecation") // the newer names of the format are not on every system
    static byte[] webp(int width, int height) {
        byte[] still = compressed(halves(width, height), Bitmap.CompressFormat.WEBP);
        byte[] image = java.util.Arrays.copyOfRange(still, still.length - imageLength(still), still.length);
        ByteBuffer out =
                ByteBuffer.allocate(12 + 18 + 14 + 2 * (24 + image.length)).order(ByteOrder.LITTLE_ENDIAN);
        chunk(out, "RIFF", out.capacity() - 8).put("WEBP".getBytes(StandardCharsets.US_ASCII));
        chunk(out, "VP8X", 10).putInt(0x02);
        three(three(out, width - 1), height - 1);
        chunk(out, "ANIM", 6).putInt(0).putShort((short) 0);
        for (int frame = 0; frame < 2; frame++) {
            chunk(out, "ANMF", 16 + image.length);
            three(three(three(three(three(out, 0), 0), width - 1), height - 1), 100)
                    .put((byte) 0)
                    .put(image);
        }
        return out.array();
    }

    /** Of the chunk with the pixels, the last one. */
    private static int imageLength(byte[] still) {
        ByteBuffer in = ByteBuffer.wrap(still).order(ByteOrder.LITTLE_ENDIAN);
        int at = 12;
        while (!new String(still, at, 4, StandardCharsets.US_ASCII).startsWith("VP8 ")
                && !new String(still, at, 4, StandardCharsets.US_ASCII).startsWith("VP8L")) {
            at += 8 + (in.getInt(at + 4) + 1) / 2 * 2;
        }
        return still.length - at;
    }

    private static ByteBuffer chunk(ByteBuffer out, String name, int length) {
        return out.put(name.getBytes(StandardCharsets.US_ASCII)).putInt(length);
    }

    private static ByteBuffer three(ByteBuffer out, int value) {
        return out.put((byte) value).put((byte) (value >> 8)).put((byte) (value >> 16));
    }
}
