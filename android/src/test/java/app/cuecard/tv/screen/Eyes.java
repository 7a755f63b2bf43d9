package app.cuecard.tv.screen;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.graphics.Rect;
import android.text.Layout;
import android.view.View;
import android.widget.EditText;
import android.widget.ScrollView;
import android.widget.TextView;

/** Looks a window over: whether all of it can be read, reached and heard. */
final class Eyes {
    /** What televisions may cut off at the sides and at the ends, in pixels at 1080p. */
    private static final int SIDE = 96;

    private static final int END = 54;

    private Eyes() {}

    static void judge(Sofa<?> sofa) {
        Sofa.settle();
        View window = sofa.front();
        int seen = 0;
        for (View view : Sofa.all(window)) {
            if (!view.isShown()) {
                continue;
            }
            if (view.isFocusable() && !(view instanceof ScrollView) && view != window) {
                assertFalse(view + " says nothing", Sofa.spoken(view).isBlank());
            }
            if (view instanceof TextView text && text.length() > 0) {
                wholeText(text);
                seen++;
            }
            if (view instanceof QrView || view instanceof TextView text && text.length() > 0) {
                wholeView(view, window);
            }
        }
        assertTrue("something is written", seen > 0);
    }

    /** No letter is cut off, and no line is shortened. */
    private static void wholeText(TextView text) {
        String words = "\"" + text.getText() + "\"";
        Layout layout = text.getLayout();
        int room = text.getWidth() - text.getCompoundPaddingLeft() - text.getCompoundPaddingRight();
        for (int line = 0; line < layout.getLineCount(); line++) {
            assertEquals(words + " is shortened", 0, layout.getEllipsisCount(line));
            if (!(text instanceof EditText)) {
                assertTrue(words + " is too wide", layout.getLineMax(line) <= room + 1);
            }
        }
        int height = text.getHeight() - text.getCompoundPaddingTop() - text.getCompoundPaddingBottom();
        assertTrue(words + " is too high", layout.getHeight() <= height);
    }

    /** It is not cut by what it stands in, and stays off the screen's edges. What scrolls is cut above and below. */
    private static void wholeView(View view, View window) {
        boolean scrolls = false;
        for (Object parent = view.getParent(); parent instanceof View at; parent = at.getParent()) {
            scrolls |= at instanceof ScrollView;
        }
        Rect visible = new Rect();
        boolean seen = view.getGlobalVisibleRect(visible);
        String what = view instanceof TextView text ? "\"" + text.getText() + "\"" : view.toString();
        if (scrolls && !seen) {
            return;
        }
        assertEquals(what + " is cut at a side", view.getWidth(), visible.width());
        if (!scrolls) {
            assertEquals(what + " is cut", view.getHeight(), visible.height());
            assertTrue(what + " at " + visible, visible.top >= END && visible.bottom <= window.getHeight() - END);
        }
        boolean sheet = window.getWidth() < 1920;
        boolean rightToLeft = window.getLayoutDirection() == View.LAYOUT_DIRECTION_RTL;
        int left = sheet && !rightToLeft ? 0 : SIDE;
        int right = window.getWidth() - (sheet && rightToLeft ? 0 : SIDE);
        assertTrue(what + " at " + visible, visible.left >= left && visible.right <= right);
    }
}
