package app.cuecard.tv.screen;

import android.graphics.Canvas;
import android.graphics.ColorFilter;
import android.graphics.Paint;
import android.graphics.PixelFormat;
import android.graphics.Rect;
import android.graphics.drawable.Drawable;

/** A round sample of a colour; what shines through it is a board of light and dark. Of no colour it is struck out. */
final class Swatch extends Drawable {
    static final int NONE = 0;

    private static final int LIGHT = 0xFFC8CFDA;
    private static final int DARK = 0xFF6C7788;
    private static final int RING = 0x80FFFFFF;

    private final Paint paint = new Paint(Paint.ANTI_ALIAS_FLAG);
    private final int colour;

    Swatch(int colour) {
        this.colour = colour;
    }

    @Override
    public void draw(Canvas canvas) {
        Rect box = getBounds();
        float radius = Math.min(box.width(), box.height()) / 2f;
        float x = box.exactCenterX();
        float y = box.exactCenterY();
        paint.setStyle(Paint.Style.FILL);
        if (colour >>> 24 != 0xFF && colour != NONE) {
            for (int quarter = 0; quarter < 4; quarter++) {
                paint.setColor(quarter % 2 == 0 ? LIGHT : DARK);
                canvas.drawArc(x - radius, y - radius, x + radius, y + radius, quarter * 90, 90, true, paint);
            }
        }
        paint.setColor(colour);
        canvas.drawCircle(x, y, radius, paint);
        paint.setStyle(Paint.Style.STROKE);
        paint.setStrokeWidth(radius / 8);
        paint.setColor(RING);
        canvas.drawCircle(x, y, radius - radius / 16, paint);
        if (colour == NONE) {
            float reach = radius * 0.64f;
            canvas.drawLine(x - reach, y + reach, x + reach, y - reach, paint);
        }
    }

    @Override
    public void setAlpha(int alpha) {}

    @Override
    public void setColorFilter(ColorFilter filter) {}

    @Override
    @SuppressWarnings("deprecation") // abstract until the oldest Android that we run on is 10
    public int getOpacity() {
        return PixelFormat.TRANSLUCENT;
    }
}
