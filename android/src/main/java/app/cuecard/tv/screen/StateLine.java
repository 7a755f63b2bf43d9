package app.cuecard.tv.screen;

import android.content.Context;
import app.cuecard.tv.R;
import app.cuecard.tv.core.CoreState;

/** The state of the server in one plain line. */
final class StateLine {
    private StateLine() {}

    /** The colour to write it in: troubles stand out. */
    static int colour(CoreState now) {
        boolean starts = now.settings() == null || !now.running();
        boolean well = starts
                ? now.trouble().isEmpty()
                : now.overlay()
                        && !now.settings().url().isEmpty()
                        && now.settings().unsaved().isEmpty();
        return well ? R.color.soft : R.color.bad;
    }

    static String of(Context context, CoreState now) {
        if (!now.running() && !now.trouble().isEmpty()) {
            return context.getString(R.string.stopped, now.trouble());
        }
        if (!now.running() || now.settings() == null) {
            return context.getString(R.string.starting);
        }
        if (!now.overlay()) {
            return context.getString(R.string.not_allowed);
        }
        if (now.settings().url().isEmpty()) {
            return context.getString(R.string.no_network);
        }
        if (!now.settings().unsaved().isEmpty()) {
            return context.getString(R.string.unsaved, now.settings().unsaved());
        }
        return context.getString(
                R.string.ready_at, Words.leftToRight(now.settings().url()));
    }
}
