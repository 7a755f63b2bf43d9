package app.cuecard.tv.screen;

import static org.junit.Assert.assertEquals;

import android.app.Activity;
import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import android.view.View;
import app.cuecard.tv.core.QrCode;
import java.util.List;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {26, 35})
@GraphicsMode(GraphicsMode.Mode.NATIVE)
public class QrViewTest {
    private static final QrCode CODE = new QrCode(3, List.of("101", "010", "110"));

    private static Bitmap draw(QrCode code, int width, int height) {
        QrView view =
                new QrView(Robolectric.buildActivity(Activity.class).setup().get(), null);
        view.show(code, "a code");
        view.layout(0, 0, width, height);
        Bitmap picture = Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888);
        view.draw(new Canvas(picture));
        return picture;
    }

    @Test
    public void everyModuleIsAsManyWholePixelsAndFourLightOnesAreAround() {
        Bitmap picture = draw(CODE, 117, 113); // 11 modules of 10 pixels, and a rest around
        for (int y = 0; y < 113; y++) {
            for (int x = 0; x < 117; x++) {
                assertEquals("at " + x + ", " + y, expected(x - 3, y - 1), picture.getPixel(x, y));
            }
        }
    }

    private static int expected(int x, int y) {
        if (x < 0 || y < 0 || x >= 110 || y >= 110) {
            return Color.TRANSPARENT;
        }
        int column = x / 10 - 4;
        int row = y / 10 - 4;
        boolean inside = column >= 0 && row >= 0 && column < 3 && row < 3;
        return inside && CODE.dark(column, row) ? Color.BLACK : Color.WHITE;
    }

    @Test
    public void withoutACodeThereIsNothing() {
        assertEquals(Color.TRANSPARENT, draw(null, 110, 110).getPixel(50, 50));
        QrView view =
                new QrView(Robolectric.buildActivity(Activity.class).setup().get(), null);
        view.show(null, "");
        assertEquals(View.GONE, view.getVisibility());
    }
}
