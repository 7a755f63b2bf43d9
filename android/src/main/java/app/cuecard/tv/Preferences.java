package app.cuecard.tv;

import android.content.Context;
import android.content.SharedPreferences;

/** The two wishes of the owner that the app keeps itself; all others are the core's. */
final class Preferences {
    private final SharedPreferences kept;

    Preferences(Context context) {
        kept = context.getSharedPreferences("app", Context.MODE_PRIVATE);
    }

    boolean startAtBoot() {
        return kept.getBoolean("startAtBoot", true);
    }

    void startAtBoot(boolean wished) {
        kept.edit().putBoolean("startAtBoot", wished).apply();
    }

    /** Whether the film grows quiet for sounds and speech. */
    boolean duck() {
        return kept.getBoolean("duck", false);
    }

    void duck(boolean wished) {
        kept.edit().putBoolean("duck", wished).apply();
    }
}
