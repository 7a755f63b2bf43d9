package app.cuecard.tv.screen;

import android.app.Dialog;
import android.os.Bundle;
import android.view.Gravity;
import android.view.View;
import android.view.ViewGroup;
import android.view.Window;
import android.widget.TextView;
import app.cuecard.tv.R;
import app.cuecard.tv.core.CoreState;

/** A panel at the end edge of the screen in which one thing is edited; back closes it. */
class Sheet extends Dialog {
    final SettingsActivity screen;
    private final int title;
    private final int hint;
    private ViewGroup rows;
    private TextView said;
    private boolean away;

    Sheet(SettingsActivity screen, int title, int hint) {
        super(screen, R.style.Sheet);
        this.screen = screen;
        this.title = title;
        this.hint = hint;
    }

    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        setContentView(R.layout.sheet);
        setTitle(title);
        this.<TextView>findViewById(R.id.title).setText(title);
        this.<TextView>findViewById(R.id.hint).setText(hint);
        rows = findViewById(R.id.rows);
        said = findViewById(R.id.said);
        Window window = getWindow();
        int direction = screen.getResources().getConfiguration().getLayoutDirection();
        window.setGravity(Gravity.getAbsoluteGravity(Gravity.END, direction));
        window.setLayout(
                screen.getResources().getDimensionPixelSize(R.dimen.sheet_width), ViewGroup.LayoutParams.MATCH_PARENT);
        fill(rows);
        show(screen.state());
    }

    /** Adds what the sheet consists of. */
    void fill(ViewGroup rows) {}

    /** The core is now so. */
    void show(CoreState now) {
        if (!now.running() || away) {
            say(now.running() ? "" : StateLine.of(screen, now));
        }
        away = !now.running();
    }

    /** Words to the owner, such as why a wish was refused; empty takes them away. */
    void say(String words) {
        said.setText(words);
        said.setVisibility(words.isEmpty() ? View.GONE : View.VISIBLE);
    }

    String said() {
        return said.getVisibility() == View.VISIBLE ? said.getText().toString() : "";
    }
}
