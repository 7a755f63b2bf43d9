package app.cuecard.tv.screen;

import android.app.Activity;
import android.view.View;
import android.widget.Button;
import android.widget.TextView;
import app.cuecard.tv.R;
import app.cuecard.tv.core.QrCode;

/** The one page of the setup, which every step fills anew: what is not given is not there. */
final class SetupPage {
    private final Activity screen;

    SetupPage(Activity screen) {
        this.screen = screen;
    }

    void clear() {
        for (int part : new int[] {R.id.text, R.id.address, R.id.command, R.id.said}) {
            write(part, "");
        }
        code(null, "");
        scene(false);
        noSecond();
    }

    void step(CharSequence words) {
        write(R.id.step, words);
    }

    void title(int words) {
        screen.setTitle(words); // a screen reader tells when that changes
        this.<TextView>part(R.id.title).setText(words);
    }

    void text(CharSequence words) {
        write(R.id.text, words);
    }

    void address(CharSequence url) {
        write(R.id.address, url);
    }

    void command(CharSequence line) {
        write(R.id.command, line);
    }

    /** What has come of it, or what to do next. */
    void said(CharSequence words) {
        said(words, R.color.ink);
    }

    void said(CharSequence words, int colour) {
        write(R.id.said, words);
        this.<TextView>part(R.id.said).setTextColor(screen.getColor(colour));
    }

    /** The picture of what it is all about. */
    void scene(boolean shown) {
        part(R.id.scene).setVisibility(shown ? View.VISIBLE : View.GONE);
    }

    void code(QrCode code, String spoken) {
        this.<QrView>part(R.id.code).show(code, spoken);
    }

    void first(int words, Runnable pressed) {
        button(R.id.first, words, pressed);
    }

    void second(int words, Runnable pressed) {
        button(R.id.second, words, pressed);
    }

    void noSecond() {
        part(R.id.second).setVisibility(View.GONE);
    }

    void focusFirst() {
        part(R.id.first).requestFocus();
    }

    private void button(int id, int words, Runnable pressed) {
        Button button = part(id);
        button.setText(words);
        button.setVisibility(View.VISIBLE);
        button.setOnClickListener(view -> pressed.run());
    }

    private void write(int id, CharSequence words) {
        TextView part = part(id);
        part.setText(words);
        part.setVisibility(words.length() == 0 ? View.GONE : View.VISIBLE);
    }

    private <T extends View> T part(int id) {
        return screen.findViewById(id);
    }
}
