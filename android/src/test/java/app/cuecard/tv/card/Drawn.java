package app.cuecard.tv.card;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.LinearGradient;
import android.graphics.Paint;
import android.graphics.RectF;
import android.graphics.Shader;
import android.util.Size;
import android.view.View.MeasureSpec;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Set;

/** A screen with a card on it, in pixels; and the pictures that the tests draw. */
record Drawn(Bitmap bitmap, CardLayout parts) {

    static final int SKY = 0xFF7FB2E5;

    /** Over a film. */
    static Drawn of(CardScreen screen, CardView card, Size size) {
        Bitmap bitmap = Bitmap.createBitmap(size.getWidth(), size.getHeight(), Bitmap.Config.ARGB_8888);
        Paint film = new Paint();
        film.setShader(new LinearGradient(
                0, 0, size.getWidth(), size.getHeight(), 0xFF3C6E8F, 0xFFE0B070, Shader.TileMode.CLAMP));
        new Canvas(bitmap).drawPaint(film);
        return over(bitmap, screen, card);
    }

    /** Over one colour. */
    static Drawn over(int colour, CardScreen screen, CardView card, Size size) {
        Bitmap bitmap = Bitmap.createBitmap(size.getWidth(), size.getHeight(), Bitmap.Config.ARGB_8888);
        bitmap.eraseColor(colour);
        return over(bitmap, screen, card);
    }

    private static Drawn over(Bitmap bitmap, CardScreen screen, CardView card) {
        screen.measure(
                MeasureSpec.makeMeasureSpec(bitmap.getWidth(), MeasureSpec.EXACTLY),
                MeasureSpec.makeMeasureSpec(bitmap.getHeight(), MeasureSpec.EXACTLY));
        screen.layout(0, 0, bitmap.getWidth(), bitmap.getHeight());
        screen.draw(new Canvas(bitmap));
        return new Drawn(bitmap, card.parts());
    }

    int at(float x, float y) {
        return bitmap.getPixel((int) x, (int) y);
    }

    /** How many pixels of a box have not the colour of its corner. */
    int inked(RectF box) {
        int inked = 0;
        int plain = at(box.left, box.top);
        for (int y = (int) box.top; y < box.bottom; y++) {
            for (int x = (int) box.left; x < box.right; x++) {
                inked += bitmap.getPixel(x, y) == plain ? 0 : 1;
            }
        }
        return inked;
    }

    /** How many colours a box has that are no grey. */
    int colours(RectF box) {
        Set<Integer> colours = new HashSet<>();
        for (int y = (int) box.top; y < box.bottom; y++) {
            for (int x = (int) box.left; x < box.right; x++) {
                int pixel = bitmap.getPixel(x, y);
                if (Math.abs(Color.red(pixel) - Color.blue(pixel)) > 60) {
                    colours.add(pixel);
                }
            }
        }
        return colours.size();
    }

    void keep(String name) throws IOException {
        File folder = new File(System.getProperty("screenshots", "../dist/screenshots/android"));
        folder.mkdirs();
        save(bitmap, new File(folder, name + ".png"));
    }

    static void save(Bitmap bitmap, File file) throws IOException {
        try (OutputStream out = new FileOutputStream(file)) {
            bitmap.compress(Bitmap.CompressFormat.PNG, 100, out);
        }
    }

    /** Somebody at the door. */
    static Bitmap porch(Size size) {
        int width = size.getWidth();
        int height = size.getHeight();
        Bitmap bitmap = Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888);
        Canvas canvas = new Canvas(bitmap);
        canvas.drawColor(SKY);
        Paint paint = new Paint(Paint.ANTI_ALIAS_FLAG);
        paint.setColor(0xFF4B6B3C);
        canvas.drawRect(0, height * 0.7f, width, height, paint);
        paint.setColor(0xFF8A3B2B);
        canvas.drawRect(width * 0.6f, height * 0.25f, width * 0.9f, height * 0.95f, paint);
        paint.setColor(0xFF22303C);
        canvas.drawOval(width * 0.3f, height * 0.3f, width * 0.4f, height * 0.48f, paint);
        canvas.drawRect(width * 0.26f, height * 0.48f, width * 0.44f, height * 0.9f, paint);
        return bitmap;
    }

    static Bitmap bell(Size size) {
        Bitmap bitmap = Bitmap.createBitmap(size.getWidth(), size.getHeight(), Bitmap.Config.ARGB_8888);
        Canvas canvas = new Canvas(bitmap);
        canvas.drawColor(0xFFFF8A1F);
        Paint paint = new Paint(Paint.ANTI_ALIAS_FLAG);
        paint.setColor(Color.WHITE);
        float width = size.getWidth();
        float height = size.getHeight();
        canvas.drawOval(width * 0.25f, height * 0.2f, width * 0.75f, height * 0.8f, paint);
        return bitmap;
    }
}
