package app.cuecard.tv.screen;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import android.content.Context;
import android.content.Intent;
import android.graphics.Bitmap;
import android.view.View;
import app.cuecard.tv.R;
import java.io.IOException;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.shadows.ShadowSettings;

/** Every screen drawn at 1080p: nothing is cut off, in German, from right to left and with the largest text. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = 35, qualifiers = "w960dp-h540dp-television-xhdpi")
@GraphicsMode(GraphicsMode.Mode.NATIVE)
public class ScreensLookTest {
    private static final String TOKEN = "q7Zp2mXWc0vH4tRk9sLd3yBf8nJg6uEa1iOoTzQxVhM";

    private FakeLink core;
    private String suffix;

    @Before
    public void plugIn() throws Exception {
        core = new FakeLink();
        core.value("accent", "#FF8A1F");
        core.value("background", "#CC000000");
        ShadowSettings.setCanDrawOverlays(true);
    }

    private void look(Sofa<?> sofa, String name) throws IOException {
        Eyes.judge(sofa);
        if (suffix != null) {
            sofa.picture(name + suffix);
        }
    }

    private void lookAtSettings() throws Exception {
        try (Sofa<SettingsActivity> sofa = new Sofa<>(SettingsActivity.class)) {
            look(sofa, "settings");
            sofa.walkTo(text("text_color"));
            look(sofa, "settings-middle");
            sofa.walkTo(text("version"));
            look(sofa, "settings-end");
        }
    }

    private void lookAtSheets() throws Exception {
        try (Sofa<SettingsActivity> sofa = new Sofa<>(SettingsActivity.class)) {
            String[] rows = {"device_name", "position", "duration", "background", "accent", "sound", "token"};
            for (String row : rows) {
                sofa.choose(text(row) + ", ");
                assertTrue(sofa.sheetIsOpen());
                look(sofa, "sheet-" + row);
                sofa.press(Sofa.BACK);
            }
            sofa.choose(text("background"));
            sofa.choose(text("own_colour"));
            sofa.type("blue");
            sofa.choose(text("save"));
            core.refuse("set", "field 'background' must be a hex color such as #RGB, #RRGGBB, #ARGB or #AARRGGBB");
            look(sofa, "sheet-refused");
            sofa.press(Sofa.BACK);
            core.token(TOKEN);
            sofa.choose(text("token"));
            look(sofa, "sheet-token-on");
            sofa.choose(text("token_replace"));
            look(sofa, "sheet-token-sure");
        }
        core.token("");
    }

    private void lookAtTrouble() throws Exception {
        try (Sofa<SettingsActivity> sofa = new Sofa<>(SettingsActivity.class)) {
            core.overlay(false);
            sofa.walkTo(text("not_allowed"));
            look(sofa, "settings-not-allowed");
            core.overlay(true);
            core.field("unsaved", "write /data/user/0/app.cuecard.tv/files/cards.json: no space left on device");
            look(sofa, "settings-unsaved");
            core.field("unsaved", "");
            core.stop("listen tcp :8090: bind: address already in use");
            look(sofa, "settings-stopped");
        }
        core.tell();
    }

    private void lookAtSetup() throws Exception {
        ShadowSettings.setCanDrawOverlays(false);
        core.overlay(false);
        try (Sofa<SetupActivity> sofa = new Sofa<>(SetupActivity.class)) {
            look(sofa, "setup-1-welcome");
            sofa.press(Sofa.OK);
            look(sofa, "setup-2-command");
        }
        Sofa.addPermissionPage();
        try (Sofa<SetupActivity> sofa = new Sofa<>(SetupActivity.class)) {
            sofa.press(Sofa.OK);
            look(sofa, "setup-2-permission");
            core.overlay(true);
            look(sofa, "setup-3-test");
            sofa.press(Sofa.OK);
            core.tested("shown", "");
            look(sofa, "setup-3-shown");
            core.tested("", "dial tcp 127.0.0.1:8090: connect: connection refused");
            look(sofa, "setup-3-failed");
            boolean rightToLeft = sofa.front().getLayoutDirection() == View.LAYOUT_DIRECTION_RTL;
            sofa.press(rightToLeft ? Sofa.LEFT : Sofa.RIGHT, Sofa.OK);
            look(sofa, "setup-4-address");
        }
        ShadowSettings.setCanDrawOverlays(true);
    }

    private void lookAtAddress() throws Exception {
        try (Sofa<AddressActivity> sofa = new Sofa<>(AddressActivity.class)) {
            look(sofa, "address");
            core.field("url", "");
            look(sofa, "address-no-network");
            core.field("url", "http://192.168.178.120:8090");
        }
        core.token(TOKEN);
        Intent withToken = AddressActivity.withToken(RuntimeEnvironment.getApplication());
        try (Sofa<AddressActivity> sofa = new Sofa<>(AddressActivity.class, withToken)) {
            look(sofa, "address-token");
        }
        core.token("");
    }

    private void lookAtAll() throws Exception {
        lookAtSettings();
        lookAtSheets();
        lookAtTrouble();
        lookAtSetup();
        lookAtAddress();
    }

    /** A text in the language of the test. */
    private static String text(String name) {
        Context app = RuntimeEnvironment.getApplication();
        return app.getString(app.getResources().getIdentifier(name, "string", app.getPackageName()));
    }

    @Test
    public void inEnglish() throws Exception {
        suffix = "";
        lookAtAll();
    }

    @Test
    @Config(sdk = 26)
    public void onTheOldestAndroid() throws Exception {
        lookAtAll();
    }

    @Test
    @Config(qualifiers = "+de-rDE")
    public void inGerman() throws Exception {
        suffix = "-de";
        lookAtAll();
    }

    @Test
    @Config(qualifiers = "+ar-rEG-ldrtl")
    public void fromRightToLeft() throws Exception {
        suffix = "-rtl";
        lookAtAll();
    }

    @Test
    public void withLargeText() throws Exception {
        RuntimeEnvironment.setFontScale(1.3f);
        lookAtAll();
    }

    @Test
    @Config(qualifiers = "+de-rDE")
    public void inGermanWithLargeText() throws Exception {
        RuntimeEnvironment.setFontScale(1.3f);
        lookAtAll();
    }

    @Test
    public void theFocusIsSeenFromTheSofa() throws Exception {
        try (Sofa<SettingsActivity> sofa = new Sofa<>(SettingsActivity.class)) {
            View first = sofa.focus();
            int[] at = new int[2];
            first.getLocationInWindow(at);
            Bitmap focused = sofa.picture(null);
            sofa.press(Sofa.DOWN);
            Bitmap not = sofa.picture(null);
            int middle = at[1] + first.getHeight() / 2;
            assertEquals("the stripe", 0xFFFF8A1F, focused.getPixel(at[0] + 4, middle));
            assertEquals("the lighter ground", 0xFF2A3B58, focused.getPixel(at[0] + 20, middle));
            assertEquals("without the focus", 0xFF0A0F18, not.getPixel(at[0] + 20, middle));
        }
    }

    @Test
    @Config(qualifiers = "+ar-rEG-ldrtl")
    public void fromRightToLeftAllIsMirroredButAddressesAreNot() throws Exception {
        try (Sofa<AddressActivity> sofa = new Sofa<>(AddressActivity.class)) {
            View code = sofa.screen.findViewById(R.id.code);
            View address = sofa.screen.findViewById(R.id.address);
            assertTrue("the code is on the left", code.getX() < 960);
            assertEquals(View.TEXT_DIRECTION_LTR, address.getTextDirection());
        }
    }
}
