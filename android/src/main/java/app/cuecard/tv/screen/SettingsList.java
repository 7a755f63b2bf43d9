package app.cuecard.tv.screen;

import android.content.Intent;
import android.view.LayoutInflater;
import android.view.ViewGroup;
import android.widget.TextView;
import app.cuecard.tv.R;
import app.cuecard.tv.core.CoreState;
import app.cuecard.tv.core.Preferences;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** The rows of the settings screen: those of the core, which need it, and the app's own. */
final class SettingsList {
    private final SettingsActivity screen;
    private final ViewGroup list;
    private final IntConsumer hint;
    private final Preferences preferences;
    private final Map<Setting, Row> settings = new LinkedHashMap<>();
    private final Row fix;
    private final Row address;
    private final Row token;
    private final Row test;
    private final Row setup;

    /** @param hint is told what the row with the focus means, as a text's resource */
    SettingsList(SettingsActivity screen, ViewGroup list, IntConsumer hint) {
        this.screen = screen;
        this.list = list;
        this.hint = hint;
        preferences = new Preferences(screen);

        fix = row(R.string.not_allowed, R.string.not_allowed_hint, () -> visit(SetupActivity.atPermission(screen)));
        fix.value(screen.getString(R.string.how_to_fix));

        section(R.string.this_tv);
        setting(Setting.DEVICE_NAME);
        address = row(R.string.address, R.string.address_hint, () -> visit(new Intent(screen, AddressActivity.class)));
        toggle(R.string.boot, R.string.boot_hint, preferences::startAtBoot, preferences::startAtBoot);

        section(R.string.cards);
        setting(Setting.POSITION);
        setting(Setting.WIDTH);
        setting(Setting.TEXT_SCALE);
        setting(Setting.DURATION);
        setting(Setting.BACKGROUND);
        setting(Setting.TEXT_COLOR);
        setting(Setting.ACCENT);
        setting(Setting.DIM);

        section(R.string.sound_group);
        setting(Setting.SOUND);
        setting(Setting.VOLUME);
        toggle(R.string.duck, R.string.duck_hint, preferences::duck, preferences::duck);

        section(R.string.access);
        token = row(R.string.token, R.string.token_hint, () -> screen.open(new TokenSheet(screen)));

        section(R.string.check);
        test = row(R.string.test, R.string.test_hint, this::test);
        setup = row(
                R.string.setup_again, R.string.setup_again_hint, () -> visit(new Intent(screen, SetupActivity.class)));
        settings.get(Setting.DEVICE_NAME).setFocusedByDefault(true);
        row(R.string.version, R.string.version_hint, () -> {}).value(screen.version());
    }

    void show(CoreState now) {
        boolean known = now.settings() != null;
        boolean there = known && now.running();
        fix.setVisibility(there && !now.overlay() ? ViewGroup.VISIBLE : ViewGroup.GONE);
        settings.forEach((setting, row) -> {
            row.available(there);
            if (known) {
                show(setting, row, now.settings().value(setting.name()));
            }
        });
        token.available(there);
        test.available(there);
        if (!there) {
            test.value("");
        }
        if (known) {
            token.value(Words.onOff(screen, !now.settings().token().isEmpty()));
            String url = now.settings().url();
            address.value(url.isEmpty() ? screen.getString(R.string.no_network) : Words.leftToRight(url));
            setup.value(now.settings().setUp() ? "" : screen.getString(R.string.setup_unfinished));
        }
    }

    /** Why a wish for a setting was refused; empty when it was not. */
    void note(Setting setting, String error) {
        settings.get(setting).note(error);
    }

    /** What came of the test card. */
    void tested(String result, String error) {
        test.value(error.isEmpty() ? Words.tested(screen, result, error) : "");
        test.note(error);
    }

    private void show(Setting setting, Row row, String value) {
        Integer colour = setting.isColour() ? Palette.parse(value) : null;
        row.swatch(colour);
        String words = setting.words().say(screen, value);
        row.value(words, colour == null ? words : Palette.spoken(screen, value));
    }

    private void setting(Setting setting) {
        settings.put(setting, row(setting.title(), setting.hint(), () -> {
            note(setting, "");
            screen.open(setting.editor().open(screen, setting));
        }));
    }

    /** A switch of the app's own. */
    private void toggle(int name, int meaning, BooleanSupplier on, Consumer<Boolean> turn) {
        Row row = row(name, meaning, () -> {});
        row.value(Words.onOff(screen, on.getAsBoolean()));
        row.setOnClickListener(view -> {
            turn.accept(!on.getAsBoolean());
            row.value(Words.onOff(screen, on.getAsBoolean()));
        });
    }

    private void test() {
        test.note("");
        test.value(screen.getString(R.string.test_sending));
        screen.send(OwnerFrames.test());
    }

    private void visit(Intent other) {
        screen.startActivity(other);
    }

    private Row row(int name, int meaning, Runnable chosen) {
        Row row = Row.add(list, screen.getText(name), chosen);
        row.setOnFocusChangeListener((view, focused) -> {
            if (focused) {
                hint.accept(meaning);
            }
        });
        return row;
    }

    private void section(int name) {
        TextView head = (TextView) LayoutInflater.from(screen).inflate(R.layout.section, list, false);
        head.setText(name);
        list.addView(head);
    }
}
