package app.cuecard.tv.screen;

import app.cuecard.tv.R;

/**
 * A setting of the core: its name there, what people call it, what it means, how its value reads and what edits it.
 *
 * @param title a text's resource
 * @param hint likewise
 */
record Setting(String name, int title, int hint, Words.Of words, Editor editor) {

    /** Makes the sheet in which a setting is edited. */
    interface Editor {
        Sheet open(SettingsActivity screen, Setting setting);
    }

    static final Setting DEVICE_NAME =
            new Setting("deviceName", R.string.device_name, R.string.device_name_hint, Words::plain, TextSheet::ofName);
    static final Setting POSITION =
            new Setting("position", R.string.position, R.string.position_hint, Words::place, ChoiceSheet::ofPlaces);
    static final Setting WIDTH = new Setting(
            "widthPercent",
            R.string.width,
            R.string.width_hint,
            Words::percent,
            stepper(Stops.every("5", "10", "100")));
    static final Setting TEXT_SCALE = new Setting(
            "textScale",
            R.string.text_scale,
            R.string.text_scale_hint,
            Words::share,
            stepper(Stops.every("0.05", "0.5", "2")));
    static final Setting DURATION = new Setting(
            "duration",
            R.string.duration,
            R.string.duration_hint,
            Words::seconds,
            stepper(Stops.at(1, 2, 3, 5, 8, 10, 12, 15, 20, 25, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1800, 3600)));
    static final Setting BACKGROUND = new Setting(
            "background", R.string.background, R.string.background_hint, Words::colour, ChoiceSheet::ofColours);
    static final Setting TEXT_COLOR = new Setting(
            "textColor", R.string.text_color, R.string.text_color_hint, Words::colour, ChoiceSheet::ofColours);
    static final Setting ACCENT =
            new Setting("accent", R.string.accent, R.string.accent_hint, Words::colour, ChoiceSheet::ofColoursOrNone);
    static final Setting DIM = new Setting(
            "dim", R.string.dim, R.string.dim_hint, Words::shareOrOff, stepper(Stops.every("0.05", "0", "1")));
    static final Setting SOUND =
            new Setting("sound", R.string.sound, R.string.sound_hint, Words::sound, ChoiceSheet::ofSounds);
    static final Setting VOLUME = new Setting(
            "volume", R.string.volume, R.string.volume_hint, Words::shareOrOff, stepper(Stops.every("0.05", "0", "1")));

    boolean isColour() {
        return this == BACKGROUND || this == TEXT_COLOR || this == ACCENT;
    }

    private static Editor stepper(Stops stops) {
        return (screen, setting) -> new StepperSheet(screen, setting, stops);
    }
}
