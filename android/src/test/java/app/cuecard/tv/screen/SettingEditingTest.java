package app.cuecard.tv.screen;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.widget.EditText;
import android.widget.TextView;
import app.cuecard.tv.R;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

/** Every setting changed by remote: the frame to the core, and its word on the screen. */
@RunWith(RobolectricTestRunner.class)
@Config(
        sdk = {26, 35},
        qualifiers = "w960dp-h540dp-television-xhdpi")
public class SettingEditingTest {
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

    private String stepped() {
        return sofa.front().<TextView>findViewById(R.id.value).getText().toString();
    }

    /** A step up, a step down and the default, each at once the core's, and the way back to the row. */
    private void steps(String row, String name, Number up, String upWords, Number down, String downWords)
            throws Exception {
        sofa.choose(row);
        sofa.press(Sofa.RIGHT);
        core.expectSet(name, up.toString());
        core.value(name, up);
        assertEquals(upWords, stepped());
        assertEquals(upWords, sofa.row(row).value());
        assertTrue(sofa.heard(), sofa.heard().startsWith(row + ", " + upWords));
        sofa.press(Sofa.LEFT);
        core.expectSet(name, down.toString());
        core.value(name, down);
        assertEquals(downWords, stepped());
        sofa.press(Sofa.DOWN);
        assertEquals("Back to the default", sofa.heard());
        sofa.press(Sofa.OK);
        core.expectSet(name, "");
        core.value(name, up);
        assertEquals("a stepper stays open", upWords, stepped());
        sofa.press(Sofa.BACK);
        assertFalse(sofa.sheetIsOpen());
        assertEquals(row + ", " + upWords, sofa.heard());
        core.expectNothing();
    }

    /** Chooses from a list; the sheet closes when the core has said that it is so. */
    private void chooses(String row, String choice, String name, String sent, Object value, String words)
            throws Exception {
        sofa.choose(row);
        sofa.choose(choice);
        core.expectSet(name, sent);
        assertTrue("the core has not spoken yet", sofa.sheetIsOpen());
        core.value(name, value);
        assertFalse(sofa.sheetIsOpen());
        assertEquals(row + ", " + words, sofa.heard());
        core.expectNothing();
    }

    @Test
    public void theWidth() throws Exception {
        sofa.choose("Width");
        sofa.press(Sofa.RIGHT);
        core.expectSet("widthPercent", "65");
        assertEquals("the core has not spoken yet", "60\u00A0%", stepped());
        core.value("widthPercent", 65);
        assertEquals("65\u00A0%", stepped());
        assertEquals("65\u00A0%", sofa.row("Width").value());
        assertTrue(sofa.heard(), sofa.heard().startsWith("Width, 65\u00A0%"));
        sofa.press(Sofa.LEFT);
        core.expectSet("widthPercent", "60");
        core.value("widthPercent", 60);
        sofa.press(Sofa.OK);
        assertFalse("OK closes", sofa.sheetIsOpen());
        core.expectNothing();
    }

    @Test
    public void theDuration() throws Exception {
        steps("Duration", "duration", 20, "20\u00A0s", 15, "15\u00A0s");
    }

    @Test
    public void theSizeOfText() throws Exception {
        steps("Size of text", "textScale", 1.05, "105\u00A0%", 1, "100\u00A0%");
    }

    @Test
    public void theDim() throws Exception {
        steps("Dim the film", "dim", 0.05, "5\u00A0%", 0, "Off");
    }

    @Test
    public void theVolume() throws Exception {
        core.value("volume", 0.9);
        steps("Volume", "volume", 0.95, "95\u00A0%", 0.9, "90\u00A0%");
    }

    @Test
    public void atTheEndOfTheRangeNothingIsSent() throws Exception {
        sofa.choose("Volume");
        sofa.press(Sofa.RIGHT);
        core.expectNothing();
        sofa.press(Sofa.BACK);
        sofa.choose("Dim the film");
        sofa.press(Sofa.LEFT);
        core.expectNothing();
    }

    @Test
    public void aKeyHeldDownHasOneWishUnderWayAndTheLastWins() throws Exception {
        sofa.choose("Width");
        sofa.hold(Sofa.RIGHT, 4);
        core.expectSet("widthPercent", "65");
        core.expectNothing();
        assertEquals("60\u00A0%", stepped());
        core.value("widthPercent", 65);
        core.expectSet("widthPercent", "85");
        core.expectNothing();
        core.value("widthPercent", 85);
        assertEquals("85\u00A0%", stepped());
        core.expectNothing();
    }

    @Test
    public void theCoresNumberMayStandBetweenTheStops() throws Exception {
        core.value("duration", 17.5);
        assertEquals("17.5\u00A0s", sofa.row("Duration").value());
        sofa.choose("Duration");
        sofa.press(Sofa.LEFT);
        core.expectSet("duration", "15");
    }

    @Test
    public void thePosition() throws Exception {
        chooses("Position", "Top left", "position", "top-left", "top-left", "Top left");
        chooses("Position", "Bottom right", "position", "bottom-right", "bottom-right", "Bottom right");
        sofa.choose("Position");
        assertEquals("the one that holds has the focus", "Bottom right", sofa.heard());
        assertTrue(sofa.focus().isSelected());
        sofa.press(Sofa.BACK);
        chooses("Position", "Back to the default", "position", "", "center", "Centre");
    }

    @Test
    public void theBackground() throws Exception {
        chooses("Background", "Night blue", "background", "#14213D", "#14213D", "Night blue, #14213D");
        chooses("Background", "Back to the default", "background", "", "#FFFFFF", "White, #FFFFFF");
        assertEquals("#FFFFFF", sofa.row("Background").value());
    }

    @Test
    public void theTextColour() throws Exception {
        chooses("Text colour", "Cream", "textColor", "#FFF3DC", "#FFF3DC", "Cream, #FFF3DC");
        chooses("Text colour", "Back to the default", "textColor", "", "#111111", "Black, #111111");
    }

    @Test
    public void theStripe() throws Exception {
        assertEquals("None", sofa.row("Stripe").value());
        chooses("Stripe", "Orange", "accent", "#FF8A1F", "#FF8A1F", "Orange, #FF8A1F");
        chooses("Stripe", "None", "accent", "none", JSONObject.NULL, "None");
        sofa.choose("Stripe");
        assertEquals("None", sofa.heard());
    }

    @Test
    public void aColourThatIsTyped() throws Exception {
        sofa.choose("Background");
        sofa.choose("Another colour…");
        EditText field = (EditText) sofa.focus();
        assertEquals("what there is to change", "#FFFFFF", field.getText().toString());
        sofa.type("c000");
        sofa.choose("Save");
        core.expectSet("background", "c000");
        core.value("background", "#CC000000");
        assertFalse(sofa.sheetIsOpen());
        assertEquals("Background, Black glass, #CC000000", sofa.heard());
        core.value("background", "#123456");
        sofa.choose("Background");
        assertEquals("a typed one has the focus again", "Another colour…, #123456", sofa.heard());
    }

    @Test
    public void theSound() throws Exception {
        chooses("Sound", "Off", "sound", "none", "none", "Off");
        chooses("Sound", "Cuecard’s chime", "sound", "default", "default", "Cuecard’s chime");
        sofa.choose("Sound");
        sofa.choose("From an address…");
        assertEquals(
                "a word is no address", "", ((EditText) sofa.focus()).getText().toString());
        sofa.type("http://nas/ding.mp3");
        sofa.choose("Save");
        core.expectSet("sound", "http://nas/ding.mp3");
        core.value("sound", "http://nas/ding.mp3");
        assertEquals("Sound, http://nas/ding.mp3", sofa.heard());
        chooses("Sound", "Back to the default", "sound", "", "default", "Cuecard’s chime");
    }

    @Test
    public void theName() throws Exception {
        sofa.choose("Name of this TV");
        assertEquals("Name of this TV, Living room", sofa.heard());
        sofa.type(" Wohnzimmer 📺 ");
        sofa.pressDone();
        core.expectSet("deviceName", "Wohnzimmer 📺");
        core.value("deviceName", "Wohnzimmer 📺");
        assertFalse(sofa.sheetIsOpen());
        assertEquals("Name of this TV, Wohnzimmer 📺", sofa.heard());
        chooses("Name of this TV", "Back to the default", "deviceName", "", "Shield", "Shield");
    }

    @Test
    public void backLeavesEverythingAsItWas() throws Exception {
        sofa.choose("Name of this TV");
        sofa.type("Nobody wants this");
        sofa.press(Sofa.BACK);
        assertFalse(sofa.sheetIsOpen());
        core.expectNothing();
        assertEquals("Name of this TV, Living room", sofa.heard());
    }

    @Test
    public void aRefusalIsToldInTheSheetAndTheOldValueStays() throws Exception {
        sofa.choose("Background");
        sofa.choose("Another colour…");
        sofa.type("blue");
        sofa.choose("Save");
        core.expectSet("background", "blue");
        core.refuse("set", "field 'background' must be a hex color");
        assertTrue(sofa.sheetIsOpen());
        assertTrue(sofa.seen(), sofa.seen().contains("field 'background' must be a hex color"));
        assertEquals("#FFFFFF", sofa.row("Background").value());
        core.overlay(true);
        assertTrue("it stays until the next wish", sofa.seen().contains("must be a hex color"));
        sofa.press(Sofa.OK);
        core.value("background", "#0000FF");
        assertFalse(sofa.sheetIsOpen());
        assertFalse(sofa.seen().contains("must be"));
    }

    @Test
    public void aRefusalThatComesAfterTheSheetIsClosedIsToldAtTheRow() throws Exception {
        sofa.choose("Dim the film");
        sofa.press(Sofa.RIGHT, Sofa.BACK);
        core.refuse("set", "the settings cannot be saved");
        assertEquals("the settings cannot be saved", sofa.row("Dim the film").note());
        assertEquals("Dim the film, Off, the settings cannot be saved", sofa.heard());
        assertTrue(sofa.seen().contains("the settings cannot be saved"));
        sofa.press(Sofa.OK, Sofa.BACK);
        assertEquals("Dim the film, Off", sofa.heard());
    }

    @Test
    public void afterARefusalTheStepsBeginAtTheCoresValueAgain() throws Exception {
        sofa.choose("Width");
        sofa.press(Sofa.RIGHT);
        core.expectSet("widthPercent", "65");
        core.refuse("set", "no");
        sofa.press(Sofa.RIGHT);
        core.expectSet("widthPercent", "65");
    }

    @Test
    public void aSheetSaysThatTheCoreIsAwayAndWhenItIsBack() throws Exception {
        sofa.choose("Width");
        core.stop("it has ended");
        assertTrue(sofa.seen(), sofa.seen().contains("Stopped: it has ended"));
        sofa.press(Sofa.RIGHT);
        core.expectNothing();
        core.tell();
        assertFalse(sofa.seen(), sofa.seen().contains("Stopped"));
        sofa.press(Sofa.RIGHT);
        core.expectSet("widthPercent", "65");
    }

    @Test
    public void aSheetFollowsWhatIsChangedElsewhere() throws Exception {
        sofa.choose("Position");
        core.value("position", "top-right");
        assertEquals("the focus stays", "Centre", sofa.heard());
        assertFalse(sofa.focus().isSelected());
        sofa.walkTo("Top right");
        assertTrue(sofa.focus().isSelected());
    }

    @Test
    @Config(qualifiers = "+ar-rEG-ldrtl")
    public void whereWritingRunsFromTheRightMoreIsLeft() throws Exception {
        sofa.choose("Width");
        sofa.press(Sofa.LEFT);
        core.expectSet("widthPercent", "65");
    }
}
