package app.cuecard.tv.screen;

import android.view.ViewGroup;
import app.cuecard.tv.R;
import app.cuecard.tv.core.OwnerSettings;

/** A sheet that edits one setting of the core. */
abstract class SettingSheet extends Sheet {
    final Setting setting;

    SettingSheet(SettingsActivity screen, Setting setting, int hint) {
        super(screen, setting.title(), hint);
        this.setting = setting;
    }

    /** What the core says that it is; empty before it has said. */
    final String value() {
        OwnerSettings settings = screen.state().settings();
        return settings == null ? "" : settings.value(setting.name());
    }

    /** Asks the core for a value, and closes the sheet when it holds. */
    final void choose(String value) {
        screen.wish(setting, value, error -> {
            if (error.isEmpty()) {
                dismiss();
            }
        });
    }

    final void addDefault(ViewGroup rows) {
        Row.option(rows, screen.getText(R.string.back_to_default), () -> choose(""));
    }
}
