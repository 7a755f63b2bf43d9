package app.cuecard.tv.screen;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageManager.NameNotFoundException;
import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.os.Looper;
import android.os.SystemClock;
import android.provider.Settings;
import android.view.Gravity;
import android.view.KeyEvent;
import android.view.View;
import android.view.ViewGroup;
import android.view.WindowManager;
import android.view.WindowManagerGlobal;
import android.view.inputmethod.EditorInfo;
import android.view.inputmethod.InputConnection;
import android.widget.TextView;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.robolectric.Robolectric;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowInstrumentation;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.shadows.ShadowViewRootImpl;
import org.robolectric.util.ReflectionHelpers;

/** Somebody on the sofa with a remote: six keys, and eyes. Keys go the system's own way to the window in front. */
public final class Sofa<A extends Activity> implements AutoCloseable {
    public static final int UP = KeyEvent.KEYCODE_DPAD_UP;
    public static final int DOWN = KeyEvent.KEYCODE_DPAD_DOWN;
    public static final int LEFT = KeyEvent.KEYCODE_DPAD_LEFT;
    public static final int RIGHT = KeyEvent.KEYCODE_DPAD_RIGHT;
    public static final int OK = KeyEvent.KEYCODE_DPAD_CENTER;
    public static final int BACK = KeyEvent.KEYCODE_BACK;

    private static final ComponentName PERMISSION_PAGE = new ComponentName("com.android.tv.settings", "Overlay");
    private static final int WIDTH = 1920;

    final ActivityController<A> controller;
    public final A screen;

    public Sofa(Class<A> screen, Intent intent) {
        ShadowInstrumentation.getInstrumentation().setInTouchMode(false);
        controller = Robolectric.buildActivity(screen, intent).setup();
        this.screen = controller.get();
        settle();
    }

    public Sofa(Class<A> screen) {
        this(screen, null);
    }

    /** This television has the system's page for the permission to draw over others. */
    static void addPermissionPage() throws NameNotFoundException {
        IntentFilter filter = new IntentFilter(Settings.ACTION_MANAGE_OVERLAY_PERMISSION);
        filter.addCategory(Intent.CATEGORY_DEFAULT);
        filter.addDataScheme("package");
        packages().addActivityIfNotPresent(PERMISSION_PAGE);
        packages().addIntentFilterForActivity(PERMISSION_PAGE, filter);
    }

    static void removePermissionPage() {
        packages().removeActivity(PERMISSION_PAGE);
    }

    private static ShadowPackageManager packages() {
        return shadowOf(RuntimeEnvironment.getApplication().getPackageManager());
    }

    static void wait(int seconds) {
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(seconds));
    }

    static void settle() {
        shadowOf(Looper.getMainLooper()).idle();
    }

    @Override
    public void close() {
        controller.close();
    }

    public void press(int... keys) {
        for (int key : keys) {
            deliver(KeyEvent.ACTION_DOWN, key, 0);
            deliver(KeyEvent.ACTION_UP, key, 0);
        }
    }

    /** Keeps a key down for so many repeats. */
    public void hold(int key, int repeats) {
        for (int repeat = 0; repeat <= repeats; repeat++) {
            deliver(KeyEvent.ACTION_DOWN, key, repeat);
        }
        deliver(KeyEvent.ACTION_UP, key, 0);
    }

    private void deliver(int action, int key, int repeat) {
        View front = front();
        ShadowViewRootImpl root = Shadow.extract(front.getViewRootImpl());
        if (!front.hasWindowFocus()) {
            root.callWindowFocusChanged(true);
            settle();
        }
        long now = SystemClock.uptimeMillis();
        front.getViewRootImpl().dispatchInputEvent(new KeyEvent(now, now, action, key, repeat));
        settle();
    }

    /** Replaces the text of the field with the focus, as a keyboard on the screen does. */
    void type(String text) {
        InputConnection keyboard = keyboard();
        keyboard.performContextMenuAction(android.R.id.selectAll);
        keyboard.commitText(text, 1);
        settle();
    }

    /** The keyboard's own key for "done". */
    void pressDone() {
        keyboard().performEditorAction(EditorInfo.IME_ACTION_DONE);
        settle();
    }

    private InputConnection keyboard() {
        return focus().onCreateInputConnection(new EditorInfo());
    }

    /** The window that gets the keys: a card over it takes none. */
    View front() {
        List<View> windows = windows();
        windows.removeIf(window -> (shape(window).flags & WindowManager.LayoutParams.FLAG_NOT_FOCUSABLE) != 0);
        return windows.get(windows.size() - 1);
    }

    private static WindowManager.LayoutParams shape(View window) {
        return (WindowManager.LayoutParams) window.getLayoutParams();
    }

    private static List<View> windows() {
        List<View> all = ReflectionHelpers.getField(WindowManagerGlobal.getInstance(), "mViews");
        return new ArrayList<>(all);
    }

    public View focus() {
        View focus = front().findFocus();
        assertNotNull("something has the focus", focus);
        return focus;
    }

    /** What a screen reader says of the view with the focus. */
    public String heard() {
        return spoken(focus());
    }

    static String spoken(View view) {
        CharSequence spoken = view.getContentDescription();
        if (spoken == null && view instanceof TextView text) {
            spoken = text.getHint() == null ? text.getText() : text.getHint() + ", " + text.getText();
        }
        return spoken == null ? "" : spoken.toString();
    }

    /** Walks down, then up, until what has the focus begins with these words. */
    public void walkTo(String words) {
        for (int key : new int[] {DOWN, UP}) {
            Set<View> been = new HashSet<>();
            while (been.add(focus())) {
                if (heard().startsWith(words)) {
                    return;
                }
                for (int tries = 0; tries < 4 && been.contains(focus()); tries++) {
                    press(key); // the end of a list is scrolled to before the focus moves on
                }
            }
        }
        fail("no way to \"" + words + "\"; the focus is on \"" + heard() + "\"");
    }

    /** Walks there and presses OK. */
    public void choose(String words) {
        walkTo(words);
        press(OK);
    }

    /** Everything that is written on the window in front, a line a text. */
    public String seen() {
        StringBuilder seen = new StringBuilder();
        for (View view : all(front())) {
            if (view.isShown() && view instanceof TextView text && text.length() > 0) {
                seen.append(text.getText()).append('\n');
            }
        }
        return seen.toString();
    }

    public void sees(String words) {
        assertTrue("\"" + words + "\" in:\n" + seen(), seen().contains(words));
    }

    void seesNot(String words) {
        assertFalse("\"" + words + "\" in:\n" + seen(), seen().contains(words));
    }

    /** A sheet is open. */
    boolean sheetIsOpen() {
        return front() != screen.getWindow().getDecorView();
    }

    Row row(String name) {
        for (View view : all(screen.getWindow().getDecorView())) {
            if (view instanceof Row row && row.name().equals(name)) {
                return row;
            }
        }
        throw new AssertionError("no row " + name);
    }

    static List<View> all(View root) {
        List<View> all = new ArrayList<>(List.of(root));
        if (root instanceof ViewGroup group) {
            for (int i = 0; i < group.getChildCount(); i++) {
                all.addAll(all(group.getChildAt(i)));
            }
        }
        return all;
    }

    /** Draws all windows as they lie over each other, and keeps the picture under the name. */
    Bitmap picture(String name) throws IOException {
        settle();
        Bitmap picture = Bitmap.createBitmap(WIDTH, 1080, Bitmap.Config.ARGB_8888);
        Canvas canvas = new Canvas(picture);
        for (View window : windows()) {
            WindowManager.LayoutParams params = shape(window);
            if ((params.flags & WindowManager.LayoutParams.FLAG_DIM_BEHIND) != 0) {
                canvas.drawColor(Math.round(params.dimAmount * 255) << 24);
            }
            canvas.save();
            boolean right = (params.gravity & Gravity.HORIZONTAL_GRAVITY_MASK) == Gravity.RIGHT;
            canvas.translate(right ? WIDTH - window.getWidth() : 0, 0);
            window.draw(canvas);
            canvas.restore();
        }
        if (name != null) {
            Path folder = Path.of(System.getProperty("screenshots", "../dist/screenshots/android"));
            Files.createDirectories(folder);
            try (OutputStream out = Files.newOutputStream(folder.resolve(name + ".png"))) {
                picture.compress(Bitmap.CompressFormat.PNG, 100, out);
            }
        }
        return picture;
    }
}
