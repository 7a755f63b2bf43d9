package app.cuecard.tv;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.content.Intent;
import android.view.View;
import app.cuecard.tv.screen.AddressActivity;
import app.cuecard.tv.screen.SettingsActivity;
import app.cuecard.tv.screen.SetupActivity;
import app.cuecard.tv.screen.Sofa;
import app.cuecard.tv.testing.Eventually;
import java.util.Map;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;

/** From the remote to the network and back: the screens, bound to the service with the real core. */
@RunWith(RobolectricTestRunner.class)
@Config(
        sdk = {26, 35},
        qualifiers = "w960dp-h540dp-television-xhdpi")
@GraphicsMode(GraphicsMode.Mode.NATIVE)
public class ByRemoteTest {
    private RealCore core;
    private Sofa<SettingsActivity> sofa;

    @Before
    public void sitDown() {
        core = new RealCore();
        sofa = new Sofa<>(SettingsActivity.class);
    }

    @After
    public void leave() {
        if (sofa != null) {
            sofa.close();
        }
        if (core != null) {
            core.end();
        }
    }

    /** The row with the focus comes to say this. */
    private void hears(String words) {
        hears(sofa, words);
    }

    private void hears(Sofa<?> seat, String words) {
        Eventually.so(words + ", last heard: " + seat.heard(), () -> {
            core.display.refresh();
            return seat.heard().equals(words);
        });
    }

    private void sees(Sofa<?> seat, String words) {
        Eventually.so(words, () -> {
            core.display.refresh();
            return seat.seen().contains(words);
        });
    }

    /** How a card looks whose sender does not say. */
    private JSONObject defaults() {
        return core.ask("GET", "/cards", null).body().optJSONObject("defaults");
    }

    private void testCardIsOnScreen() {
        String words = core.display.words();
        assertFalse("a card is on screen", words.isBlank());
        String shown = core.ask("GET", "/cards", null).body().optString("showing");
        assertTrue(shown, shown.contains(words.substring(words.indexOf('\n') + 1)));
    }

    @Test
    public void aChoiceANumberAndAColourReachTheCoreAndComeBackOnTheirRows() {
        assertEquals("center", defaults().optString("position"));

        sofa.choose("Position, Centre");
        sofa.choose("Top left");
        hears("Position, Top left");
        sofa.choose("Width, 60\u00A0%");
        sofa.hold(Sofa.RIGHT, 2);
        Eventually.so(
                "the last wish is followed",
                () -> core.now().settings().value("widthPercent").equals("75"));
        sofa.press(Sofa.OK);
        hears("Width, 75\u00A0%");
        sofa.choose("Background, White");
        sofa.choose("Night blue");
        hears("Background, Night blue, #14213D");

        JSONObject now = defaults();
        assertEquals("top-left", now.optString("position"));
        assertEquals(75, now.optInt("widthPercent"));
        assertEquals("#14213D", now.optString("background"));

        sofa.choose("Position");
        sofa.choose("Back to the default");
        hears("Position, Centre");
        assertEquals("center", defaults().optString("position"));
    }

    @Test
    public void theTokenIsGeneratedShownAndCleared() {
        shadowOf(sofa.screen).getNextStartedActivity(); // the setup, which the first start leads to
        sofa.choose("Token, Off");
        sofa.choose("Generate a token");
        hears("Token, On");

        String token = core.now().settings().token();
        assertEquals(401, core.ask("GET", "/info", null).status());
        JSONObject info = core.ask("GET", "/info", null, token).body();
        assertTrue(info.toString(), info.optBoolean("authEnabled"));
        Intent revealed = shadowOf(sofa.screen).getNextStartedActivity();
        try (Sofa<AddressActivity> address = new Sofa<>(AddressActivity.class, revealed)) {
            sees(address, token);
        }

        sofa.choose("Token, On");
        sofa.choose("Clear it…");
        sofa.choose("Clear it now");
        hears("Token, Off");
        assertEquals(200, core.ask("GET", "/info", null).status());
    }

    @Test
    public void theTestCardIsDrawnAndTheRemoteStaysWithTheSettings() {
        core.warmUp();

        sofa.choose("Send a test card");

        hears("Send a test card, Shown");
        testCardIsOnScreen();
        sofa.press(Sofa.DOWN);
        assertTrue(sofa.heard(), sofa.heard().startsWith("Run the setup again"));
    }

    @Test
    public void theSetupRunsToItsEndAndIsNotOfferedAgain() {
        core.warmUp();
        core.overlay(false);
        assertNotNull("the first start leads to it", shadowOf(sofa.screen).getNextStartedActivity());
        sofa.walkTo("Run the setup again, Not finished");

        try (Sofa<SetupActivity> setup = new Sofa<>(SetupActivity.class)) {
            setup.press(Sofa.OK);
            setup.sees("Step 2 of 4");
            core.overlay(true);
            sees(setup, "Step 3 of 4");
            setup.press(Sofa.OK);
            sees(setup, "Shown. That is what a card looks like.");
            testCardIsOnScreen();
            hears(setup, "Next");
            setup.press(Sofa.OK);
            setup.sees("Step 4 of 4");
            assertFalse(core.now().settings().setUp());
            setup.press(Sofa.OK);
            assertTrue(setup.screen.isFinishing());
        }

        hears("Run the setup again");
        assertTrue(core.now().settings().setUp());
        sofa.close();
        sofa = new Sofa<>(SettingsActivity.class);
        assertNull(shadowOf(sofa.screen).getNextStartedActivity());
    }

    @Test
    public void whatIsChangedElsewhereShowsOnTheRowThatKeepsTheFocus() {
        sofa.walkTo("Duration");
        View focused = sofa.focus();

        core.link.send(new JSONObject(Map.of(
                "type", "set", "values", Map.of("duration", "90", "deviceName", "Küche", "position", "top-right"))));

        hears("Duration, 1\u00A0min\u00A030\u00A0s");
        assertSame(focused, sofa.focus());
        assertEquals("Küche", core.ask("GET", "/info", null).body().optString("deviceName"));
        sofa.sees("Küche");
        sofa.walkTo("Position, Top right");
        assertEquals(90, defaults().optInt("duration"));
    }
}
