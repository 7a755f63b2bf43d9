package app.cuecard.tv.screen;

import android.view.ViewGroup;
import app.cuecard.tv.R;
import app.cuecard.tv.core.CoreState;
import app.cuecard.tv.core.OwnerSettings;
import org.json.JSONObject;

/** Who may send cards: everybody in the network, or those who have the token. */
class TokenSheet extends Sheet {
    private final String before;
    private boolean asked;

    TokenSheet(SettingsActivity screen) {
        this(screen, R.string.token, token(screen).isEmpty() ? R.string.token_off : R.string.token_on);
    }

    private TokenSheet(SettingsActivity screen, int title, int hint) {
        super(screen, title, hint);
        before = token(screen);
    }

    @Override
    void fill(ViewGroup rows) {
        if (before.isEmpty()) {
            Row.option(rows, screen.getText(R.string.token_generate), () -> ask(OwnerFrames.generateToken()));
            return;
        }
        Row.option(rows, screen.getText(R.string.token_show), this::reveal);
        Row.option(
                rows,
                screen.getText(R.string.token_replace),
                () -> screen.open(new Sure(
                        screen,
                        R.string.token_replace_title,
                        R.string.token_replace_sure,
                        R.string.token_replace_now,
                        OwnerFrames.generateToken())));
        Row.option(
                rows,
                screen.getText(R.string.token_clear),
                () -> screen.open(new Sure(
                        screen,
                        R.string.token_clear_title,
                        R.string.token_clear_sure,
                        R.string.token_clear_now,
                        OwnerFrames.clearToken())));
    }

    /** Once the token is another, there is nothing left to ask; one that was wished for here is shown. */
    @Override
    void show(CoreState now) {
        super.show(now);
        String token = token(screen);
        if (token.equals(before)) {
            return;
        }
        if (asked && !token.isEmpty()) {
            reveal();
        } else {
            dismiss();
        }
    }

    final void ask(JSONObject frame) {
        asked = true;
        screen.send(frame);
    }

    private void reveal() {
        dismiss();
        screen.startActivity(AddressActivity.withToken(screen));
    }

    private static String token(SettingsActivity screen) {
        OwnerSettings settings = screen.state().settings();
        return settings == null ? "" : settings.token();
    }

    /** What cannot be undone is asked once more. The focus begins on the way out. */
    private static final class Sure extends TokenSheet {
        private final int yes;
        private final JSONObject frame;

        Sure(SettingsActivity screen, int title, int question, int yes, JSONObject frame) {
            super(screen, title, question);
            this.yes = yes;
            this.frame = frame;
        }

        @Override
        void fill(ViewGroup rows) {
            Row.option(rows, screen.getText(R.string.keep), this::dismiss);
            Row.option(rows, screen.getText(yes), () -> ask(frame));
        }
    }
}
