package app.cuecard.tv.screen;

import android.content.Intent;
import android.content.pm.PackageManager;
import android.os.Bundle;
import android.widget.TextView;
import app.cuecard.tv.R;
import app.cuecard.tv.core.CoreState;
import app.cuecard.tv.core.OwnerSettings;
import java.util.function.Consumer;
import org.json.JSONObject;

/** The launcher's screen: what the server does, and every setting with its value. */
public final class SettingsActivity extends CoreScreen {
    private static final String OFFERED = "offered";

    private final Wishes wishes = new Wishes(this::send);
    private SettingsList list;
    private Sheet sheet;
    private boolean offered;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        offered = saved != null && saved.getBoolean(OFFERED);
        setContentView(R.layout.settings);
        TextView hint = findViewById(R.id.hint);
        list = new SettingsList(this, findViewById(R.id.rows), hint::setText);
    }

    @Override
    protected void onSaveInstanceState(Bundle out) {
        super.onSaveInstanceState(out);
        out.putBoolean(OFFERED, offered);
    }

    @Override
    protected void onDestroy() {
        if (sheet != null) {
            sheet.dismiss();
        }
        super.onDestroy();
    }

    @Override
    void show(CoreState now) {
        OwnerSettings settings = now.settings();
        TextView line = findViewById(R.id.state);
        line.setText(StateLine.of(this, now));
        line.setTextColor(getColor(StateLine.colour(now)));
        this.<TextView>findViewById(R.id.device).setText(settings == null ? "" : settings.value("deviceName"));
        list.show(now);
        if (now.running()) {
            wishes.told(settings);
        } else {
            wishes.lost();
        }
        if (sheet != null && sheet.isShowing()) {
            sheet.show(now);
        }
        if (now.running() && settings != null && !settings.setUp() && !offered) {
            offered = true;
            startActivity(new Intent(this, SetupActivity.class));
        }
    }

    @Override
    void hear(JSONObject frame) {
        String error = frame.optString("error");
        switch (frame.optString("type") + " " + frame.optString("asked")) {
            case "tested " -> list.tested(frame.optString("result"), error);
            case "refused test" -> list.tested("", error);
            case "refused set" -> wishes.refused(error);
            default -> {
                if (sheet != null && sheet.isShowing()) {
                    sheet.say(error);
                }
            }
        }
    }

    /** Opens a sheet in place of the one that is open. */
    void open(Sheet next) {
        if (sheet != null) {
            sheet.dismiss();
        }
        sheet = next;
        sheet.show();
    }

    /** Asks the core for a setting. A refusal is told in the sheet while that is open, else at the row. */
    void wish(Setting setting, String value, Consumer<String> outcome) {
        if (!state().running()) {
            return; // the sheet says so
        }
        Sheet asking = sheet;
        wishes.wish(setting.name(), value, error -> {
            boolean seen = asking.isShowing();
            list.note(setting, seen ? "" : error);
            if (seen) {
                asking.say(error);
            }
            outcome.accept(error);
        });
    }

    /** What a setting was wished to be, while the core has not answered; else null. */
    String wished(Setting setting) {
        return wishes.open(setting.name());
    }

    String version() {
        try {
            return getPackageManager().getPackageInfo(getPackageName(), 0).versionName;
        } catch (PackageManager.NameNotFoundException never) {
            throw new IllegalStateException(never);
        }
    }
}
