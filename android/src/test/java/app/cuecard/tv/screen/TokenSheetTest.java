package app.cuecard.tv.screen;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.content.Intent;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

/** The token by remote. */
@RunWith(RobolectricTestRunner.class)
@Config(
        sdk = {26, 35},
        qualifiers = "w960dp-h540dp-television-xhdpi")
public class TokenSheetTest {
    private static final String OLD = "b2xkLXRva2VuLW9mLXRoaXJ0eS10d28tYnl0ZXMtISE";
    private static final String NEW = "bmV3LXRva2VuLW9mLXRoaXJ0eS10d28tYnl0ZXMtISE";

    private FakeLink core;
    private Sofa<SettingsActivity> sofa;

    @Before
    public void sitDown() {
        core = new FakeLink();
        sofa = new Sofa<>(SettingsActivity.class);
    }

    @After
    public void leave() {
        sofa.close();
    }

    /** The token was shown on the screen for it. */
    private boolean revealed() {
        Intent shown = shadowOf(sofa.screen).getNextStartedActivity();
        return shown != null
                && shown.getComponent().getClassName().equals(AddressActivity.class.getName())
                && shown.getBooleanExtra("token", false);
    }

    @Test
    public void itIsGeneratedAndShown() throws Exception {
        sofa.choose("Token, Off");
        assertTrue(sofa.seen().contains("Anybody in your network can send cards."));
        sofa.choose("Generate a token");
        core.expect(FakeLink.fixture("app-token-generate"));
        assertFalse("there is none yet", revealed());
        core.token(NEW);
        assertFalse(sofa.sheetIsOpen());
        assertTrue(revealed());
        assertEquals("Token, On", sofa.heard());
    }

    @Test
    public void itIsShownOnlyWhenAskedFor() throws Exception {
        core.token(OLD);
        assertFalse("nowhere on the screen", sofa.seen().contains(OLD));
        sofa.choose("Token, On");
        assertFalse(sofa.seen().contains(OLD));
        sofa.choose("Show it");
        assertTrue(revealed());
        assertFalse(sofa.sheetIsOpen());
        core.expectNothing();
    }

    @Test
    public void itIsReplacedOnlyWhenTheOwnerIsSure() throws Exception {
        core.token(OLD);
        sofa.choose("Token");
        sofa.choose("Replace it…");
        assertTrue(sofa.seen().contains("The old token stops working at once"));
        assertEquals("the way out has the focus", "Keep it", sofa.heard());
        core.expectNothing();
        sofa.choose("Replace it now");
        core.expect(FakeLink.fixture("app-token-generate"));
        core.token(NEW);
        assertTrue(revealed());
        assertFalse(sofa.sheetIsOpen());
    }

    @Test
    public void itIsClearedOnlyWhenTheOwnerIsSure() throws Exception {
        core.token(OLD);
        sofa.choose("Token");
        sofa.choose("Clear it…");
        sofa.press(Sofa.OK);
        assertFalse("kept", sofa.sheetIsOpen());
        core.expectNothing();
        sofa.choose("Token");
        sofa.choose("Clear it…");
        sofa.choose("Clear it now");
        core.expect(FakeLink.fixture("app-token-clear"));
        core.token("");
        assertFalse(sofa.sheetIsOpen());
        assertEquals("Token, Off", sofa.heard());
        assertNull("nothing is left to show", shadowOf(sofa.screen).getNextStartedActivity());
    }

    @Test
    public void backIsTheWayOutEverywhere() throws Exception {
        core.token(OLD);
        sofa.choose("Token");
        sofa.choose("Clear it…");
        sofa.press(Sofa.BACK);
        assertFalse(sofa.sheetIsOpen());
        assertEquals("Token, On", sofa.heard());
        core.expectNothing();
    }

    @Test
    public void aRefusalIsTold() throws Exception {
        sofa.choose("Token");
        sofa.choose("Generate a token");
        core.refuse("token", "the settings cannot be saved");
        assertTrue(sofa.sheetIsOpen());
        assertTrue(sofa.seen().contains("the settings cannot be saved"));
        assertEquals("Off", sofa.row("Token").value());
    }

    @Test
    public void aTokenFromElsewhereClosesTheSheetButIsNotShown() throws Exception {
        sofa.choose("Token");
        core.token(NEW);
        assertFalse(sofa.sheetIsOpen());
        assertFalse(revealed());
        assertEquals("Token, On", sofa.heard());
    }
}
