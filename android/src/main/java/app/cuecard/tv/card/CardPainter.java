package app.cuecard.tv.card;

import android.graphics.Bitmap;
import android.graphics.BitmapShader;
import android.graphics.Canvas;
import android.graphics.Matrix;
import android.graphics.Paint;
import android.graphics.Path;
import android.graphics.RectF;
import android.graphics.Shader;
import android.graphics.drawable.BitmapDrawable;
import android.graphics.drawable.Drawable;

/** Draws a card that has been laid out, on any canvas, in the screen's own coordinates. */
final class CardPainter {
    private final CardLayout layout;
    private final CardShadow shadow;
    private final Path outline = new Path();
    private final Path stripe = new Path();
    private final Paint background = new Paint(Paint.ANTI_ALIAS_FLAG);
    private final Paint accent = new Paint(Paint.ANTI_ALIAS_FLAG);

    CardPainter(CardLayout layout) {
        this.layout = layout;
        Look look = layout.measure.look();
        float dp = layout.measure.dp();
        shadow = new CardShadow(layout.box, look, dp);
        outline.addRoundRect(layout.box, look.cornerRadius() * dp, look.cornerRadius() * dp, Path.Direction.CW);
        background.setColor(layout.card.background());
        if (layout.stripe != null) {
            stripe.addRect(layout.stripe, Path.Direction.CW);
            stripe.op(outline, Path.Op.INTERSECT);
            accent.setColor(layout.card.accent());
        }
    }

    /** Where there is anything to see. */
    RectF reach() {
        return CardShadow.reach(layout.box, layout.measure.look(), layout.measure.dp());
    }

    void draw(Canvas canvas) {
        Look look = layout.measure.look();
        shadow.draw(canvas);
        canvas.drawPath(outline, background);
        canvas.drawPath(stripe, accent);
        canvas.save();
        canvas.clipRect(layout.box); // a letter may be wider than the narrowest card
        if (layout.title != null) {
            layout.title.draw(canvas, layout.titleBox.left, layout.titleBox.top);
        }
        layout.message.draw(canvas, layout.messageBox.left, layout.messageBox.top);
        draw(canvas, layout.iconPicture, layout.icon, look.iconRadius());
        draw(canvas, layout.imagePicture, layout.image, look.imageRadius());
        canvas.restore();
    }

    private void draw(Canvas canvas, Picture picture, RectF box, float radius) {
        if (picture == null) {
            return;
        }
        float round = radius * layout.measure.dp();
        Drawable drawable = picture.drawable();
        if (drawable instanceof BitmapDrawable still) {
            canvas.drawRoundRect(box, round, round, filledWith(still.getBitmap(), box));
            return;
        }
        canvas.save();
        Path edge = new Path();
        edge.addRoundRect(box, round, round, Path.Direction.CW);
        canvas.clipPath(edge);
        drawable.setBounds((int) box.left, (int) box.top, (int) box.right, (int) box.bottom);
        drawable.draw(canvas);
        canvas.restore();
    }

    /** A shape filled with a bitmap has smooth edges on every device; a clip has them only on newer ones. */
    private static Paint filledWith(Bitmap bitmap, RectF box) {
        Matrix fit = new Matrix();
        fit.setRectToRect(new RectF(0, 0, bitmap.getWidth(), bitmap.getHeight()), box, Matrix.ScaleToFit.FILL);
        BitmapShader shader = new BitmapShader(bitmap, Shader.TileMode.CLAMP, Shader.TileMode.CLAMP);
        shader.setLocalMatrix(fit);
        Paint paint = new Paint(Paint.ANTI_ALIAS_FLAG | Paint.FILTER_BITMAP_FLAG);
        paint.setShader(shader);
        return paint;
    }
}
