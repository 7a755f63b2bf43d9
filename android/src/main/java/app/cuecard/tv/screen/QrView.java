package app.cuecard.tv.screen;

import android.content.Context;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.Paint;
import android.util.AttributeSet;
import android.view.View;
import app.cuecard.tv.core.QrCode;

/** Draws a code dark on light, with the four light modules around it and whole pixels for each, so that it scans. */
final class QrView extends View {
    private static final int AROUND = 4;

    private final Paint paint = new Paint();
    private QrCode code;

    public QrView(Context context, AttributeSet attributes) {
        super(context, attributes);
        setImportantForAccessibility(IMPORTANT_FOR_ACCESSIBILITY_YES);
    }

    /** Null: there is no code, and nothing is drawn. */
    void show(QrCode code, String spoken) {
        this.code = code;
        setContentDescription(spoken);
        setVisibility(code == null ? GONE : VISIBLE);
        invalidate();
    }

    @Override
    protected void onDraw(Canvas canvas) {
        if (code == null) {
            return;
        }
        int modules = code.size() + 2 * AROUND;
        int module = Math.max(1, Math.min(getWidth(), getHeight()) / modules);
        int left = (getWidth() - modules * module) / 2;
        int top = (getHeight() - modules * module) / 2;
        paint.setColor(Color.WHITE);
        canvas.drawRect(left, top, left + modules * module, top + modules * module, paint);
        paint.setColor(Color.BLACK);
        for (int y = 0; y < code.size(); y++) {
            for (int x = 0; x < code.size(); x++) {
                if (code.dark(x, y)) {
                    int atX = left + (AROUND + x) * module;
                    int atY = top + (AROUND + y) * module;
                    canvas.drawRect(atX, atY, atX + module, atY + module, paint);
                }
            }
        }
    }
}
