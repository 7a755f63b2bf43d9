package app.cuecard.tv.screen;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.content.Intent;
import android.provider.Settings;
import android.view.View;
import app.cuecard.tv.R;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowSettings;

/** The first run by remote. */
@RunWith(RobolectricTestRunner.class)
@Config(
        sdk = {26, 35},
        qualifiers = "w960dp-h540dp-television-xhdpi")
public class SetupActivityTest {
    private static final String COMMAND = "adb shell appops set app.cuecard.tv SYSTEM_ALERT_WINDOW allow";

    private FakeLink core;
    private Sofa<SetupActivity> sofa;

    @Before
    public void plugIn() {
        core = new FakeLink();
        core.overlay(false);
        ShadowSettings.setCanDrawOverlays(false);
    }

    @After
    public void leave() {
        sofa.close();
    }

    private void start() {
        sofa = new Sofa<>(SetupActivity.class);
    }

    private void startAllowed() {
        core.overlay(true);
        ShadowSettings.setCanDrawOverlays(true);
        start();
        sofa.press(Sofa.OK);
    }

    @Test
    public void itBeginsWithASentenceAndOneButton() {
        start();
        sofa.sees("Step 1 of 4");
        sofa.sees("Cuecard shows messages");
        assertEquals("what a screen reader begins with", "Welcome to Cuecard", sofa.screen.getTitle());
        assertEquals("Let’s begin", sofa.heard());
        sofa.press(Sofa.RIGHT, Sofa.DOWN, Sofa.LEFT, Sofa.UP);
        assertEquals("the only one", "Let’s begin", sofa.heard());
        sofa.press(Sofa.OK);
        sofa.sees("Step 2 of 4");
    }

    @Test
    public void thePermissionIsAskedForOnTheSystemsPage() throws Exception {
        Sofa.addPermissionPage();
        start();
        sofa.press(Sofa.OK);
        sofa.seesNot("adb");
        assertEquals("Open that page", sofa.heard());
        sofa.press(Sofa.OK);
        Intent page = shadowOf(sofa.screen).getNextStartedActivity();
        assertEquals(Settings.ACTION_MANAGE_OVERLAY_PERMISSION, page.getAction());
        assertEquals("package:app.cuecard.tv", page.getDataString());
    }

    @Test
    public void backFromThePageWithThePermissionTheSetupMovesOn() throws Exception {
        Sofa.addPermissionPage();
        start();
        sofa.press(Sofa.OK, Sofa.OK);
        sofa.controller.pause();
        ShadowSettings.setCanDrawOverlays(true);
        sofa.controller.resume();
        Sofa.settle();
        sofa.sees("Step 3 of 4");
    }

    @Test
    public void aPageThatDidNotHelpIsFollowedByTheCommand() throws Exception {
        Sofa.addPermissionPage();
        start();
        sofa.press(Sofa.OK, Sofa.OK);
        sofa.controller.pause().resume();
        Sofa.settle();
        sofa.sees("Step 2 of 4");
        sofa.sees(COMMAND);
        assertEquals("Try the page", sofa.heard());
        sofa.press(Sofa.BACK, Sofa.OK);
        sofa.sees(COMMAND);
    }

    @Test
    public void withoutThePageTheCommandAndTheWayToItAreThereAtOnce() {
        start();
        sofa.press(Sofa.OK);
        sofa.sees(COMMAND);
        sofa.sees("press OK seven times");
        sofa.sees("adb connect 192.168.1.20");
    }

    @Test
    public void aPageThatCannotBeOpenedIsNoEnd() throws Exception {
        Sofa.addPermissionPage();
        start();
        sofa.press(Sofa.OK);
        sofa.seesNot(COMMAND);
        shadowOf(RuntimeEnvironment.getApplication()).checkActivities(true);
        Sofa.removePermissionPage();
        sofa.press(Sofa.OK);
        sofa.sees(COMMAND);
    }

    @Test
    public void withoutANetworkTheCommandStillSaysWhatGoesThere() throws Exception {
        core.field("url", "");
        start();
        sofa.press(Sofa.OK);
        sofa.sees("adb connect IP of this TV");
        core.field("url", "http://10.0.0.7:8090");
        sofa.sees("adb connect 10.0.0.7");
    }

    @Test
    public void aPermissionGrantedFromAComputerIsNoticedWithinASecond() {
        start();
        sofa.press(Sofa.OK);
        Sofa.wait(5);
        sofa.sees("Step 2 of 4");
        shadowOf(sofa.screen).clearStartedServices();
        ShadowSettings.setCanDrawOverlays(true);
        Sofa.wait(1);
        sofa.sees("Step 3 of 4");
        assertNotNull("the service looks again", shadowOf(sofa.screen).getNextStartedService());
    }

    @Test
    public void theServicesWordCountsToo() {
        start();
        sofa.press(Sofa.OK);
        core.overlay(true);
        sofa.sees("Step 3 of 4");
    }

    @Test
    public void aHiddenSetupDoesNotLook() {
        start();
        sofa.press(Sofa.OK);
        sofa.controller.pause();
        shadowOf(sofa.screen).clearStartedServices();
        ShadowSettings.setCanDrawOverlays(true);
        Sofa.wait(5);
        assertNull(shadowOf(sofa.screen).getNextStartedService());
    }

    @Test
    public void aPermissionTakenAwayLeadsBackToItsStep() {
        startAllowed();
        sofa.sees("Step 3 of 4");
        ShadowSettings.setCanDrawOverlays(false);
        shadowOf(sofa.screen).clearStartedServices();
        Sofa.wait(1);
        assertNotNull("the service looks again", shadowOf(sofa.screen).getNextStartedService());
        core.overlay(false);
        sofa.sees("Step 2 of 4");
        sofa.sees(COMMAND);
    }

    @Test
    public void whoCannotGrantItNowGoesOnWithoutIt() {
        start();
        sofa.press(Sofa.OK, Sofa.RIGHT);
        assertEquals("Skip for now", sofa.heard());
        sofa.press(Sofa.OK);
        Sofa.wait(3);
        sofa.sees("Step 3 of 4");
        sofa.press(Sofa.BACK);
        sofa.sees("Step 2 of 4");
    }

    @Test
    public void thePermissionIsNotAskedForWhenItIsThere() {
        startAllowed();
        sofa.sees("Step 3 of 4");
        sofa.press(Sofa.BACK);
        sofa.sees("Step 1 of 4");
    }

    @Test
    public void theTestCardIsSentAndSeen() throws Exception {
        startAllowed();
        assertEquals("Send a test card", sofa.heard());
        core.expectNothing();
        sofa.press(Sofa.OK);
        core.expect(FakeLink.fixture("app-test"));
        sofa.sees("Sending…");
        core.tested("shown", "");
        sofa.sees("Shown. That is what a card looks like.");
        core.tell();
        sofa.sees("Shown. That is what a card looks like.");
        assertEquals("Next", sofa.heard());
        sofa.press(Sofa.RIGHT, Sofa.OK);
        core.expect(FakeLink.fixture("app-test"));
        core.tested("queued", "");
        sofa.sees("It waits for the card on screen");
        sofa.press(Sofa.OK);
        sofa.sees("Step 4 of 4");
    }

    @Test
    public void aTestCardThatFailsSaysWhyAndCanBeSentAgainOrSkipped() throws Exception {
        startAllowed();
        sofa.press(Sofa.OK);
        core.frames.clear();
        core.tested("", "nothing answers on port 8090");
        sofa.sees("nothing answers on port 8090");
        assertEquals("Send it again", sofa.heard());
        sofa.press(Sofa.OK);
        core.expect(FakeLink.fixture("app-test"));
        core.refuse("test", "not now");
        sofa.sees("not now");
        sofa.press(Sofa.RIGHT);
        assertEquals("Skip for now", sofa.heard());
        sofa.press(Sofa.OK);
        sofa.sees("Step 4 of 4");
    }

    @Test
    public void withoutTheCoreNoTestCardIsSent() {
        startAllowed();
        core.stop("it has ended");
        sofa.sees("Stopped: it has ended");
        sofa.press(Sofa.OK);
        core.expectNothing();
    }

    @Test
    public void theAddressEndsIt() throws Exception {
        startAllowed();
        sofa.press(Sofa.RIGHT, Sofa.OK);
        sofa.sees("http://192.168.1.20:8090");
        sofa.sees("Open this on your phone");
        View code = sofa.screen.findViewById(R.id.code);
        assertTrue(code.isShown());
        assertEquals("QR code of http://192.168.1.20:8090", Sofa.spoken(code));
        assertEquals("Done", sofa.heard());
        core.field("url", "");
        sofa.sees("No network");
        assertFalse(code.isShown());
        core.field("url", "http://10.0.0.7:8090");
        sofa.sees("http://10.0.0.7:8090");
        core.expectNothing();
        sofa.press(Sofa.OK);
        core.expect(FakeLink.fixture("app-set-up"));
        assertTrue(sofa.screen.isFinishing());
    }

    @Test
    public void backGoesAStepBackAndLeavesAtTheFirst() {
        startAllowed();
        sofa.press(Sofa.RIGHT, Sofa.OK);
        sofa.sees("Step 4 of 4");
        sofa.press(Sofa.BACK);
        sofa.sees("Step 3 of 4");
        sofa.press(Sofa.BACK);
        sofa.sees("Step 1 of 4");
        assertFalse(sofa.screen.isFinishing());
        sofa.press(Sofa.BACK);
        assertTrue(sofa.screen.isFinishing());
        core.expectNothing();
    }

    @Test
    public void anotherLanguageOrSizeOfTextGoesOnAtTheSameStep() {
        startAllowed();
        sofa.press(Sofa.RIGHT, Sofa.OK);
        sofa.controller.recreate();
        Sofa.settle();
        sofa.sees("Step 4 of 4");
    }

    @Test
    public void theWayFromTheSettingsLeadsToThePermission() {
        sofa = new Sofa<>(SetupActivity.class, SetupActivity.atPermission(RuntimeEnvironment.getApplication()));
        sofa.sees("Step 2 of 4");
    }
}
