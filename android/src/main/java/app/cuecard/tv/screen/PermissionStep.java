package app.cuecard.tv.screen;

import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.net.Uri;
import android.provider.Settings;
import app.cuecard.tv.R;
import app.cuecard.tv.core.CoreState;

/**
 * The permission to draw over other apps: by the system's page, and where that is missing or does not help, by a
 * command from a computer. That it is granted the setup notices by itself.
 */
final class PermissionStep extends SetupStep {
    private boolean away;
    private boolean noHelp;

    PermissionStep(SetupActivity setup, SetupPage page) {
        super(setup, page);
    }

    @Override
    void begin() {
        page.title(R.string.permission);
        noHelp |= systemPage().resolveActivity(setup.getPackageManager()) == null;
        page.first(noHelp ? R.string.permission_again : R.string.permission_open, this::openPage);
        page.second(R.string.skip, setup::next);
    }

    @Override
    void show(CoreState now) {
        page.scene(!noHelp);
        if (!noHelp) {
            page.text(setup.getText(R.string.permission_text));
            page.said(setup.getText(R.string.permission_waits));
            return;
        }
        String connect = "adb connect " + host(now);
        page.text(setup.getText(R.string.permission_adb));
        page.command("adb shell appops set " + setup.getPackageName() + " SYSTEM_ALERT_WINDOW allow");
        page.said(setup.getString(R.string.permission_adb_on)
                + "\n"
                + setup.getString(R.string.permission_adb_connect, Words.leftToRight(connect)));
    }

    @Override
    void resume() {
        if (away) {
            away = false;
            useComputer();
        }
    }

    private void openPage() {
        try {
            setup.startActivity(systemPage());
            away = true;
        } catch (ActivityNotFoundException | SecurityException missing) {
            useComputer();
        }
    }

    private void useComputer() {
        noHelp = true;
        page.first(R.string.permission_again, this::openPage);
        show(setup.state());
    }

    private Intent systemPage() {
        return new Intent(
                Settings.ACTION_MANAGE_OVERLAY_PERMISSION, Uri.fromParts("package", setup.getPackageName(), null));
    }

    private String host(CoreState now) {
        String host =
                now.settings() == null ? null : Uri.parse(now.settings().url()).getHost();
        return host == null ? setup.getString(R.string.permission_tv) : host;
    }
}
