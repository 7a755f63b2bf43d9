package app.cuecard.tv.screen;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import app.cuecard.tv.core.OwnerSettings;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;

@RunWith(RobolectricTestRunner.class)
public class WishesTest {
    private final List<String> sent = new ArrayList<>();
    private final List<String> outcomes = new ArrayList<>();
    private final Wishes wishes =
            new Wishes(frame -> sent.add(frame.optJSONObject("values").toString()));

    private void wish(String name, String value) {
        wishes.wish(name, value, error -> outcomes.add(name + "=" + value + ":" + error));
    }

    private static OwnerSettings settings() {
        return new OwnerSettings(new JSONObject(), "", "", null, null, true, "");
    }

    @Test
    public void oneIsUnderWayAndTheOthersWaitInTheirOrder() {
        wish("dim", "0.1");
        wish("volume", "0.2");
        wish("duration", "3");
        assertEquals("[{\"dim\":\"0.1\"}]", sent.toString());
        wishes.told(settings());
        assertEquals("[{\"dim\":\"0.1\"}, {\"volume\":\"0.2\"}]", sent.toString());
        wishes.refused("no");
        assertEquals("[{\"dim\":\"0.1\"}, {\"volume\":\"0.2\"}, {\"duration\":\"3\"}]", sent.toString());
        assertEquals("[dim=0.1:, volume=0.2:no]", outcomes.toString());
    }

    @Test
    public void ofThoseThatWaitForOneSettingTheLastWins() {
        wish("dim", "0.1");
        wish("dim", "0.2");
        wish("dim", "0.3");
        assertEquals("0.3", wishes.open("dim"));
        wishes.told(settings());
        assertEquals("[{\"dim\":\"0.1\"}, {\"dim\":\"0.3\"}]", sent.toString());
        assertEquals("0.3", wishes.open("dim"));
        wishes.told(settings());
        assertNull(wishes.open("dim"));
        assertEquals("[dim=0.1:, dim=0.3:]", outcomes.toString());
    }

    @Test
    public void theSameWordOfTheCoreIsNoAnswer() {
        OwnerSettings now = settings();
        wishes.told(now);
        wish("dim", "0.1");
        wishes.told(now);
        assertEquals("[]", outcomes.toString());
        assertEquals("0.1", wishes.open("dim"));
    }

    @Test
    public void aWishThatChangesNothingIsNotWaitedForLong() {
        wish("dim", "0");
        wish("volume", "1");
        Sofa.wait(1);
        assertEquals(1, sent.size());
        Sofa.wait(1);
        assertEquals(2, sent.size());
        assertEquals("[dim=0:]", outcomes.toString());
    }

    @Test
    public void anAnswerStopsTheWaiting() {
        wish("dim", "0.1");
        Sofa.wait(1);
        wishes.told(settings());
        wish("dim", "0.2");
        wish("dim", "0.3");
        Sofa.wait(1);
        assertEquals("the second has its own two seconds", 2, sent.size());
    }

    @Test
    public void withTheCoreAllWishesGo() {
        wish("dim", "0.1");
        wish("volume", "0.2");
        wishes.lost();
        assertNull(wishes.open("dim"));
        assertNull(wishes.open("volume"));
        wishes.told(settings());
        Sofa.wait(5);
        assertEquals(1, sent.size());
        assertEquals("[]", outcomes.toString());
        wish("dim", "0.4");
        assertEquals(2, sent.size());
    }
}
