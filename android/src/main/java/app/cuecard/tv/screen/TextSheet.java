package app.cuecard.tv.screen;

import android.text.InputType;
import android.view.View;
import android.view.ViewGroup;
import android.widget.EditText;
import app.cuecard.tv.R;

/** A setting that is typed. */
final class TextSheet extends SettingSheet {
    private final int inputType;
    private EditText field;

    private TextSheet(SettingsActivity screen, Setting setting, int hint, int inputType) {
        super(screen, setting, hint);
        this.inputType = InputType.TYPE_CLASS_TEXT | inputType;
    }

    static Sheet ofName(SettingsActivity screen, Setting setting) {
        return new TextSheet(screen, setting, setting.hint(), InputType.TYPE_TEXT_FLAG_CAP_SENTENCES);
    }

    static Sheet ofColour(SettingsActivity screen, Setting setting) {
        int digits = InputType.TYPE_TEXT_FLAG_NO_SUGGESTIONS | InputType.TYPE_TEXT_FLAG_CAP_CHARACTERS;
        return new TextSheet(screen, setting, R.string.own_colour_hint, digits);
    }

    static Sheet ofSound(SettingsActivity screen, Setting setting) {
        return new TextSheet(screen, setting, R.string.own_sound_hint, InputType.TYPE_TEXT_VARIATION_URI);
    }

    @Override
    void fill(ViewGroup rows) {
        getLayoutInflater().inflate(R.layout.field, rows);
        field = findViewById(R.id.field);
        field.setFocusedByDefault(true);
        field.setInputType(inputType);
        field.setHint(setting.title()); // a description would silence what is typed
        field.setText(text());
        field.setSelection(field.length());
        if (setting != Setting.DEVICE_NAME) {
            field.setTextDirection(View.TEXT_DIRECTION_LTR);
        }
        field.setOnEditorActionListener((view, action, event) -> {
            save();
            return true;
        });
        Row.option(rows, screen.getText(R.string.save), this::save);
        addDefault(rows);
    }

    /** What there is to change: not the words that stand for the chime, or for nothing. */
    private String text() {
        boolean word = setting == Setting.SOUND && (value().equals("default") || value().equals("none"));
        return word ? "" : value();
    }

    private void save() {
        choose(field.getText().toString().trim());
    }
}
