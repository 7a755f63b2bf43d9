package app.cuecard.tv.card;

import android.graphics.Bitmap;
import android.graphics.BitmapShader;
import android.graphics.BlurMaskFilter;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.Matrix;
import android.graphics.Paint;
import android.graphics.Path;
import android.graphics.RectF;
import android.graphics.Shader;

/**
 * The shadow around a card, and not under it: a translucent card shows the film, not its own shadow.
 *
 * <p>Blurring on the graphics processor works on no old device for every shape. A blur has no details, so it is made
 * once, small, by the software renderer, and drawn enlarged.
 */
final class CardShadow {

    /** Pixels that the small picture has for one standard deviation of the blur. */
    private static final int DETAIL = 4;

    /** Pixels around the card in the small picture: three standard deviations, and one without anything. */
    private static final int AROUND = 3 * DETAIL + 1;

    private final Paint paint = new Paint(Paint.ANTI_ALIAS_FLAG | Paint.FILTER_BITMAP_FLAG);
    private final Path around = new Path();

    CardShadow(RectF card, Look look, float dp) {
        float step = look.shadowBlur() * dp / 2 / DETAIL;
        float radius = look.cornerRadius() * dp;
        around.setFillType(Path.FillType.EVEN_ODD);
        around.addRect(reach(card, look, dp), Path.Direction.CW);
        around.addRoundRect(card, radius, radius, Path.Direction.CW);

        // The blur rounds shapes to whole pixels, so in the small picture the card has a whole number of them.
        int width = Math.max(1, Math.round(card.width() / step));
        int height = Math.max(1, Math.round(card.height() / step));
        Bitmap small = Bitmap.createBitmap(width + 2 * AROUND, height + 2 * AROUND, Bitmap.Config.ARGB_8888);
        new Canvas(small)
                .drawRoundRect(
                        AROUND, AROUND, AROUND + width, AROUND + height, radius / step, radius / step, blur(look));

        Matrix enlarge = new Matrix();
        enlarge.setTranslate(-AROUND, -AROUND);
        enlarge.postScale(card.width() / width, card.height() / height);
        enlarge.postTranslate(card.left, card.top + look.shadowDown() * dp);
        BitmapShader shader = new BitmapShader(small, Shader.TileMode.CLAMP, Shader.TileMode.CLAMP);
        shader.setLocalMatrix(enlarge);
        paint.setShader(shader);
    }

    /** Where a card and its shadow can be seen. Three standard deviations from a shape there is nothing left of it. */
    static RectF reach(RectF card, Look look, float dp) {
        float blur = 1.5f * look.shadowBlur() * dp;
        float down = look.shadowDown() * dp;
        return new RectF(
                (float) Math.floor(card.left - blur),
                (float) Math.floor(Math.min(card.top, card.top + down - blur)),
                (float) Math.ceil(card.right + blur),
                (float) Math.ceil(card.bottom + down + blur));
    }

    void draw(Canvas canvas) {
        canvas.drawPath(around, paint);
    }

    /** The filter wants a radius r with a standard deviation of r / √3 + 0.5. */
    private static Paint blur(Look look) {
        Paint blur = new Paint(Paint.ANTI_ALIAS_FLAG);
        blur.setColor(Color.argb(Math.round(look.shadowOpacity() * 255), 0, 0, 0));
        blur.setMaskFilter(new BlurMaskFilter((DETAIL - 0.5f) * (float) Math.sqrt(3), BlurMaskFilter.Blur.NORMAL));
        return blur;
    }
}
