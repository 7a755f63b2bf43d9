package app.cuecard.tv.card;

import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.graphics.ImageDecoder;
import android.graphics.Matrix;
import android.graphics.drawable.BitmapDrawable;
import android.graphics.drawable.Drawable;
import android.media.ExifInterface;
import android.os.Build;
import android.util.Size;
import app.cuecard.tv.SinceApi;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;

/**
 * Reads a picture's file into no more pixels than its place on the screen has, upright as its camera was held. GIF and
 * WebP are animated from Android 9 on. Before, there is the first frame: the system knows no animated WebP, and what it
 * has for GIF draws in software only and keeps every frame at full size.
 */
final class PictureDecoder {
    private static final long MOST_BYTES = 5 << 20;
    private static final long MOST_PIXELS = 64_000_000;

    private PictureDecoder() {}

    /** Blocks for as long as decoding takes. */
    static Picture decode(String path, Size room) throws IOException {
        byte[] bytes = read(path);
        BitmapFactory.Options header = new BitmapFactory.Options();
        header.inJustDecodeBounds = true;
        BitmapFactory.decodeByteArray(bytes, 0, bytes.length, header);
        if (header.outWidth <= 0 || header.outHeight <= 0) {
            throw new IOException("it is no picture that this system knows");
        }
        if ((long) header.outWidth * header.outHeight > MOST_PIXELS) {
            throw new IOException("it has " + header.outWidth + " × " + header.outHeight + " pixels");
        }
        return Build.VERSION.SDK_INT >= 28
                ? moving(bytes, room)
                : still(bytes, new Size(header.outWidth, header.outHeight), room);
    }

    /** All at once: the core may delete the file while an animation still needs it. */
    private static byte[] read(String path) throws IOException {
        long length = new File(path).length();
        if (length > MOST_BYTES) {
            throw new IOException("it has " + length + " bytes");
        }
        return Files.readAllBytes(Paths.get(path));
    }

    @SinceApi(28)
    private static Picture moving(byte[] bytes, Size room) throws IOException {
        Size[] natural = new Size[1];
        Drawable drawable = ImageDecoder.decodeDrawable(
                ImageDecoder.createSource(ByteBuffer.wrap(bytes)),
                (decoder, info, source) -> natural[0] = shrink(decoder, info, room));
        return new Picture(drawable, natural[0].getWidth(), natural[0].getHeight());
    }

    /** Bitmaps stay in memory that every canvas can read; they go to the graphics processor when first drawn. */
    @SinceApi(28)
    private static Size shrink(ImageDecoder decoder, ImageDecoder.ImageInfo info, Size room) {
        Size natural = info.getSize();
        float scale = scale(natural, room);
        decoder.setTargetSize(scaled(natural.getWidth(), scale), scaled(natural.getHeight(), scale));
        decoder.setAllocator(ImageDecoder.ALLOCATOR_SOFTWARE);
        return natural;
    }

    private static Picture still(byte[] bytes, Size stored, Size room) throws IOException {
        int orientation = orientation(bytes);
        Matrix upright = upright(orientation);
        boolean turned = orientation >= ExifInterface.ORIENTATION_TRANSPOSE;
        Size natural = turned ? new Size(stored.getHeight(), stored.getWidth()) : stored;
        float scale = scale(natural, room);

        BitmapFactory.Options options = new BitmapFactory.Options();
        options.inSampleSize = Math.max(1, Integer.highestOneBit((int) (1 / scale)));
        Bitmap sampled = BitmapFactory.decodeByteArray(bytes, 0, bytes.length, options);
        if (sampled == null) {
            throw new IOException("it is broken");
        }
        upright.preScale(
                scaled(stored.getWidth(), scale) / (float) sampled.getWidth(),
                scaled(stored.getHeight(), scale) / (float) sampled.getHeight());
        Bitmap bitmap = Bitmap.createBitmap(sampled, 0, 0, sampled.getWidth(), sampled.getHeight(), upright, true);
        bitmap.prepareToDraw();
        return new Picture(new BitmapDrawable(null, bitmap), natural.getWidth(), natural.getHeight());
    }

    /** Android 8 takes a file of less than 5,000 bytes for none, so a short one is made longer. */
    private static int orientation(byte[] bytes) throws IOException {
        byte[] longEnough = Arrays.copyOf(bytes, Math.max(bytes.length, 5000));
        return new ExifInterface(new ByteArrayInputStream(longEnough))
                .getAttributeInt(ExifInterface.TAG_ORIENTATION, ExifInterface.ORIENTATION_NORMAL);
    }

    private static Matrix upright(int orientation) {
        Matrix matrix = new Matrix();
        switch (orientation) {
            case ExifInterface.ORIENTATION_FLIP_HORIZONTAL -> matrix.setScale(-1, 1);
            case ExifInterface.ORIENTATION_ROTATE_180 -> matrix.setRotate(180);
            case ExifInterface.ORIENTATION_FLIP_VERTICAL -> matrix.setScale(1, -1);
            case ExifInterface.ORIENTATION_TRANSPOSE -> {
                matrix.setRotate(90);
                matrix.postScale(-1, 1);
            }
            case ExifInterface.ORIENTATION_ROTATE_90 -> matrix.setRotate(90);
            case ExifInterface.ORIENTATION_TRANSVERSE -> {
                matrix.setRotate(-90);
                matrix.postScale(-1, 1);
            }
            case ExifInterface.ORIENTATION_ROTATE_270 -> matrix.setRotate(-90);
            default -> {}
        }
        return matrix;
    }

    private static float scale(Size natural, Size room) {
        float fits =
                Math.min(room.getWidth() / (float) natural.getWidth(), room.getHeight() / (float) natural.getHeight());
        return Math.min(1, fits);
    }

    private static int scaled(int length, float scale) {
        return Math.max(1, Math.round(length * scale));
    }
}
