package app.cuecard.tv.screen;

import android.view.ViewGroup;
import app.cuecard.tv.R;
import app.cuecard.tv.core.CoreState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A setting that is one of some values, or one that is typed. */
final class ChoiceSheet extends SettingSheet {
    /** A value to choose; for a colour with its sample. */
    private record Choice(String value, String name, Integer swatch) {}

    private final List<Choice> choices = new ArrayList<>();
    private final Map<Choice, Row> rowOf = new HashMap<>();
    private int otherName;
    private Setting.Editor other;
    private Row otherRow;

    private ChoiceSheet(SettingsActivity screen, Setting setting) {
        super(screen, setting, setting.hint());
    }

    static Sheet ofPlaces(SettingsActivity screen, Setting setting) {
        ChoiceSheet sheet = new ChoiceSheet(screen, setting);
        for (String place : List.of("center", "top-left", "top-right", "bottom-left", "bottom-right")) {
            sheet.choices.add(new Choice(place, Words.place(screen, place), null));
        }
        return sheet;
    }

    static Sheet ofSounds(SettingsActivity screen, Setting setting) {
        ChoiceSheet sheet = new ChoiceSheet(screen, setting);
        for (String sound : List.of("default", "none")) {
            sheet.choices.add(new Choice(sound, Words.sound(screen, sound), null));
        }
        return sheet.or(R.string.own_sound, TextSheet::ofSound);
    }

    static Sheet ofColours(SettingsActivity screen, Setting setting) {
        ChoiceSheet sheet = new ChoiceSheet(screen, setting);
        for (Palette colour : Palette.ALL) {
            sheet.choices.add(new Choice(colour.hex(), screen.getString(colour.name()), Palette.parse(colour.hex())));
        }
        return sheet.or(R.string.own_colour, TextSheet::ofColour);
    }

    static Sheet ofColoursOrNone(SettingsActivity screen, Setting setting) {
        ChoiceSheet sheet = (ChoiceSheet) ofColours(screen, setting);
        sheet.choices.add(0, new Choice("none", screen.getString(R.string.none), Swatch.NONE));
        return sheet;
    }

    private ChoiceSheet or(int name, Setting.Editor editor) {
        otherName = name;
        other = editor;
        return this;
    }

    @Override
    void fill(ViewGroup rows) {
        for (Choice choice : choices) {
            Row row = Row.option(rows, choice.name, () -> choose(choice.value));
            row.swatch(choice.swatch);
            if (Palette.parse(choice.value) != null) {
                row.value(Words.leftToRight(choice.value));
            }
            rowOf.put(choice, row);
        }
        if (other != null) {
            otherRow = Row.option(rows, screen.getText(otherName), () -> screen.open(other.open(screen, setting)));
        }
        addDefault(rows);
        tick();
        for (int i = 0; i < rows.getChildCount(); i++) {
            rows.getChildAt(i).setFocusedByDefault(rows.getChildAt(i).isSelected());
        }
    }

    @Override
    void show(CoreState now) {
        super.show(now);
        tick();
    }

    private void tick() {
        boolean found = false;
        for (Choice choice : choices) {
            rowOf.get(choice).tick(holds(choice));
            found |= holds(choice);
        }
        if (otherRow != null) {
            boolean typed = !found && !value().isEmpty();
            otherRow.tick(typed);
            otherRow.swatch(typed ? Palette.parse(value()) : null);
            otherRow.value(typed ? Words.leftToRight(value()) : "");
        }
    }

    private boolean holds(Choice choice) {
        return choice.value.equals(value().isEmpty() ? "none" : value());
    }
}
