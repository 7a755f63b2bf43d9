package app.cuecard.tv.screen;

import android.view.KeyEvent;
import android.view.View;
import android.view.ViewGroup;
import android.widget.TextView;
import app.cuecard.tv.R;
import app.cuecard.tv.core.CoreState;

/** A setting that is a number: left and right change it, at once. What is shown is the core's word. */
final class StepperSheet extends SettingSheet {
    private final Stops stops;
    private View stepper;
    private TextView shown;

    StepperSheet(SettingsActivity screen, Setting setting, Stops stops) {
        super(screen, setting, setting.hint());
        this.stops = stops;
    }

    @Override
    void fill(ViewGroup rows) {
        getLayoutInflater().inflate(R.layout.stepper, rows);
        stepper = findViewById(R.id.stepper);
        shown = findViewById(R.id.value);
        stepper.setFocusedByDefault(true);
        stepper.setOnKeyListener((view, key, event) -> press(key, event));
        Row.option(rows, screen.getText(R.string.back_to_default), () -> step(""));
        this.<TextView>findViewById(R.id.hint).append(" " + screen.getText(R.string.stepper_hint));
    }

    @Override
    void show(CoreState now) {
        super.show(now);
        String words = setting.words().say(screen, value());
        shown.setText(words);
        stepper.setContentDescription(
                screen.getString(setting.title()) + ", " + words + ", " + screen.getString(R.string.stepper_hint));
    }

    /** Left is less, and more where writing runs from the right. OK is as good as back: the value holds already. */
    private boolean press(int key, KeyEvent event) {
        boolean down = event.getAction() == KeyEvent.ACTION_DOWN;
        switch (key) {
            case KeyEvent.KEYCODE_DPAD_LEFT, KeyEvent.KEYCODE_DPAD_RIGHT -> {
                boolean rightToLeft = stepper.getLayoutDirection() == View.LAYOUT_DIRECTION_RTL;
                if (down) {
                    turn((key == KeyEvent.KEYCODE_DPAD_RIGHT) != rightToLeft);
                }
                return true;
            }
            case KeyEvent.KEYCODE_DPAD_CENTER, KeyEvent.KEYCODE_ENTER -> {
                if (!down) {
                    dismiss();
                }
                return true;
            }
            default -> {
                return false;
            }
        }
    }

    private void turn(boolean more) {
        String open = screen.wished(setting);
        String from = open == null || open.isEmpty() ? value() : open;
        if (from.isEmpty()) {
            return;
        }
        String to = more ? stops.above(from) : stops.below(from);
        if (!to.equals(from)) {
            step(to);
        }
    }

    private void step(String value) {
        screen.wish(setting, value, error -> {});
    }
}
