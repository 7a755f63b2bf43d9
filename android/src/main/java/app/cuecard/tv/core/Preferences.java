package app.cuecard.tv.core;

import android.content.Context;
import android.content.SharedPreferences;

/** The two wishes of the owner that the app keeps itself; all others are the core's. */
public final class Preferences {
    private final SharedPreferences kept;

    public Preferences(Context context) {
        kept = context.getSharedPreferences("app", Context.MODE_PRIVATE);
    }

    public boolean startAtBoot() {
        return kept.getBoolean("startAtBoot", true);
    }

    public void startAtBoot(boolean wished) {
        kept.edit().putBoolean("startAtBoot", wished).apply();
    }

    /** Whether the film grows quiet for sounds and speech. */
    public boolean duck() {
        return kept.getBoolean("duck", false);
    }

    public void duck(boolean wished) {
        kept.edit().putBoolean("duck", wished).apply();
    }
}
