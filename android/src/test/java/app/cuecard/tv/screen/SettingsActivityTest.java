package app.cuecard.tv.screen;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.content.ComponentName;
import android.content.Intent;
import android.view.View;
import android.view.accessibility.AccessibilityNodeInfo;
import android.widget.TextView;
import app.cuecard.tv.R;
import app.cuecard.tv.core.CoreLink;
import app.cuecard.tv.core.CoreState;
import app.cuecard.tv.core.Preferences;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;

/** The settings screen by remote: what it says of the core, and the rows that do something themselves. */
@RunWith(RobolectricTestRunner.class)
@Config(
        sdk = {26, 35},
        qualifiers = "w960dp-h540dp-television-xhdpi")
public class SettingsActivityTest {
    private FakeLink core;
    private Sofa<SettingsActivity> sofa;

    @Before
    public void sitDown() {
        core = new FakeLink();
        Preferences preferences = new Preferences(RuntimeEnvironment.getApplication());
        preferences.startAtBoot(true);
        preferences.duck(false);
        sofa = new Sofa<>(SettingsActivity.class);
    }

    @After
    public void leave() {
        sofa.close();
    }

    private String state() {
        return sofa.screen.<TextView>findViewById(R.id.state).getText().toString();
    }

    private Class<?> started() throws ClassNotFoundException {
        Intent intent = shadowOf(sofa.screen).getNextStartedActivity();
        return intent == null ? null : Class.forName(intent.getComponent().getClassName());
    }

    @Test
    public void everyRowIsReachedByTheRemoteAndSpeaksItsNameAndValue() throws Exception {
        core.value("accent", "#FF8A1F");
        String[] rows = {
            "Name of this TV, Living room",
            "Address, http://192.168.1.20:8090",
            "Start with the TV, On",
            "Position, Centre",
            "Width, 60\u00A0%",
            "Size of text, 100\u00A0%",
            "Duration, 15\u00A0s",
            "Background, White, #FFFFFF",
            "Text colour, Black, #111111",
            "Stripe, Orange, #FF8A1F",
            "Dim the film, Off",
            "Sound, Cuecard’s chime",
            "Volume, 100\u00A0%",
            "Lower the film’s sound, Off",
            "Token, Off",
            "Send a test card",
            "Run the setup again",
            "Version, " + sofa.screen.version(),
        };
        assertEquals("where the focus begins", rows[0], sofa.heard());
        for (int i = 1; i < rows.length; i++) {
            sofa.press(Sofa.DOWN);
            assertEquals(rows[i], sofa.heard());
        }
        for (int i = rows.length - 2; i >= 0; i--) {
            sofa.press(Sofa.UP);
            assertEquals(rows[i], sofa.heard());
        }
    }

    @Test
    public void theFocusedRowIsWhollyOnTheScreenAndItsMeaningBesideIt() {
        sofa.walkTo("Dim");
        View row = sofa.focus();
        int[] at = new int[2];
        row.getLocationInWindow(at);
        assertTrue("from " + at[1], at[1] >= 54 && at[1] + row.getHeight() <= 1080 - 54);
        assertTrue(sofa.seen(), sofa.seen().contains("How dark the screen gets behind a card."));
    }

    @Test
    public void theStateOfTheServerIsOnePlainLine() throws Exception {
        assertEquals("Ready at\nhttp://192.168.1.20:8090", state());
        core.field("unsaved", "no space left on device");
        assertEquals("Cards are not being saved: no space left on device", state());
        core.field("url", "");
        assertEquals("No network", state());
        assertEquals("No network", sofa.row("Address").value());
        core.overlay(false);
        assertEquals("Not allowed to draw over other apps", state());
        core.stop("");
        assertEquals("Starting…", state());
        core.stop("port 8090 is taken");
        assertEquals("Stopped: port 8090 is taken", state());
        core.push(CoreState.STARTING);
        assertEquals("Starting…", state());
        core.push(new CoreState(true, "", "0.1.0", 8090, true, null));
        assertEquals("Starting…", state());
    }

    @Test
    @Config(qualifiers = "+de-rDE")
    public void aTroubleStandsOutUntilItIsOver() throws Exception {
        TextView line = sofa.screen.findViewById(R.id.state);
        int well = line.getCurrentTextColor();
        core.field("unsaved", "no space left on device");
        assertEquals("Karten werden nicht gespeichert: no space left on device", state());
        assertEquals(sofa.screen.getColor(R.color.bad), line.getCurrentTextColor());
        core.field("unsaved", "");
        assertEquals("Bereit unter\nhttp://192.168.1.20:8090", state());
        assertEquals(well, line.getCurrentTextColor());
    }

    @Test
    public void aMissingPermissionHasARowThatLeadsToTheSetup() throws Exception {
        assertFalse(sofa.row("Not allowed to draw over other apps").isShown());
        core.overlay(false);
        sofa.choose("Not allowed to draw over other apps, How to fix");
        Intent setup = shadowOf(sofa.screen).getNextStartedActivity();
        assertEquals(SetupActivity.class.getName(), setup.getComponent().getClassName());
        assertEquals(1, setup.getIntExtra("step", 0));
        core.overlay(true);
        assertFalse(sofa.row("Not allowed to draw over other apps").isShown());
        assertTrue("the focus has gone to a row", sofa.focus() instanceof Row);
    }

    @Test
    public void theServiceIsStartedAndAskedToLookAgainWheneverTheScreenComesBack() {
        ComponentName service = CoreLink.Door.at(sofa.screen).getComponent();
        assertEquals(service, shadowOf(sofa.screen).getNextStartedService().getComponent());
        shadowOf(sofa.screen).clearStartedServices();
        sofa.controller.pause().resume();
        assertEquals(service, shadowOf(sofa.screen).getNextStartedService().getComponent());
    }

    @Test
    public void aHiddenScreenWatchesNothing() {
        assertEquals(2, core.listening());
        sofa.controller.pause().stop();
        assertEquals(0, core.listening());
        sofa.controller.restart().resume();
        Sofa.settle();
        assertEquals(2, core.listening());
    }

    @Test
    public void whatIsChangedElsewhereIsSeenHereAndTheFocusStays() throws Exception {
        sofa.walkTo("Duration");
        View focused = sofa.focus();
        core.value("duration", 90);
        core.value("background", "#80123456");
        core.value("deviceName", "Küche");
        assertSame(focused, sofa.focus());
        assertEquals("Duration, 1\u00A0min\u00A030\u00A0s", sofa.heard());
        assertEquals("#80123456", sofa.row("Background").value());
        assertEquals("Küche", sofa.row("Name of this TV").value());
        assertTrue(sofa.seen().startsWith("Cuecard\nKüche\n"));
        core.overlay(false);
        assertSame(focused, sofa.focus());
    }

    @Test
    public void whileTheCoreIsAwayItsRowsDoNothingAndTheAppsOwnStillDo() {
        sofa.walkTo("Width");
        View focused = sofa.focus();
        core.stop("it has ended");
        assertSame(focused, sofa.focus());
        assertFalse(sofa.row("Width").available());
        AccessibilityNodeInfo said = sofa.row("Width").createAccessibilityNodeInfo();
        assertFalse(said.isEnabled());
        for (String row : new String[] {"Width", "Name of this TV", "Token", "Send a test card"}) {
            sofa.choose(row);
            assertFalse(row, sofa.sheetIsOpen());
        }
        core.expectNothing();
        sofa.choose("Start with the TV");
        assertEquals("Off", sofa.row("Start with the TV").value());
    }

    @Test
    public void theAppsOwnSwitchesAreKept() {
        Preferences kept = new Preferences(sofa.screen);
        boolean boot = kept.startAtBoot();
        boolean duck = kept.duck();
        sofa.choose("Start with the TV");
        sofa.choose("Lower the film’s sound");
        assertEquals(!boot, kept.startAtBoot());
        assertEquals(!duck, kept.duck());
        assertEquals("Lower the film’s sound, " + (duck ? "Off" : "On"), sofa.heard());
        sofa.press(Sofa.OK);
        assertEquals(duck, kept.duck());
        assertEquals("Lower the film’s sound, " + (duck ? "On" : "Off"), sofa.heard());
        core.expectNothing();
    }

    @Test
    public void theTestCardIsSentAndItsFateTold() throws Exception {
        sofa.choose("Send a test card");
        core.expect(FakeLink.fixture("app-test"));
        assertEquals("Send a test card, Sending…", sofa.heard());
        core.tested("shown", "");
        assertEquals("Send a test card, Shown", sofa.heard());
        sofa.press(Sofa.OK);
        core.expect(FakeLink.fixture("app-test"));
        core.tested("", "the overlay permission is missing");
        assertEquals("Send a test card, the overlay permission is missing", sofa.heard());
        assertTrue(sofa.seen().contains("the overlay permission is missing"));
        sofa.press(Sofa.OK);
        core.tested("queued", "");
        assertEquals("Send a test card, It waits for the card on screen", sofa.heard());
        core.stop("");
        assertEquals("Send a test card", sofa.heard());
    }

    @Test
    public void theAddressAndTheSetupHaveTheirOwnScreens() throws Exception {
        sofa.choose("Address");
        assertEquals(AddressActivity.class, started());
        sofa.choose("Run the setup again");
        assertEquals(SetupActivity.class, started());
        core.expectNothing();
    }

    @Test
    public void theFirstStartGoesToTheSetupOnceAndOffersItAgainNextTime() throws Exception {
        assertNull("set up already", started());
        core.field("setUp", false);
        assertEquals(SetupActivity.class, started());
        core.value("dim", 0.5);
        assertNull("it was left", started());
        assertEquals("Not finished", sofa.row("Run the setup again").value());
        sofa.controller.recreate();
        assertNull("the same visit", shadowOf(sofa.controller.get()).getNextStartedActivity());
        sofa.close();
        sofa = new Sofa<>(SettingsActivity.class);
        assertEquals(SetupActivity.class, started());
    }

    @Test
    public void beforeTheCoreHasSpokenThereIsNoSetup() throws Exception {
        core.push(CoreState.STARTING);
        sofa.close();
        sofa = new Sofa<>(SettingsActivity.class);
        assertNull(started());
        assertEquals("Starting…", state());
    }

    @Test
    public void anAnswerToNothingIsIgnored() throws Exception {
        core.refuse("set", "too late");
        core.refuse("token", "too late");
        core.say(new JSONObject().put("type", "later addition"));
        assertFalse(sofa.seen(), sofa.seen().contains("too late"));
    }
}
