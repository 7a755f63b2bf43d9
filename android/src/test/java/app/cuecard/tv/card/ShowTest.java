package app.cuecard.tv.card;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;

import org.json.JSONException;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;

/** The frames that bring a card, as the core writes them. */
@RunWith(RobolectricTestRunner.class)
public class ShowTest {

    @Test
    public void aShowFrameIsReadWhole() throws Exception {
        Show show = Show.of(CardFixture.frame("core-show"));
        Card door = new Card(
                "door",
                "Front door",
                "Someone is at the door",
                "http://camera.local/door.jpg",
                "http://home.local/bell.png",
                "top-right",
                40,
                0xFFFFFFFF,
                0xFF111111,
                0xFFFF8A1F,
                0.5f);
        assertEquals(door, show.card());
        assertEquals(new PictureNews(true, null), show.image());
        assertEquals(new PictureNews(false, "/cache/cuecard-pictures-1/2"), show.icon());
        assertEquals(1, show.textScale(), 0);
    }

    @Test
    public void aCardMayHaveNoAccentNoTitleAndATranslucentBackground() throws Exception {
        Show show = Show.of(CardFixture.frame("core-show-persistent"));
        assertNull(show.card().accent());
        assertEquals("", show.card().title());
        assertEquals(0xCC000000, show.card().background());
        assertEquals(PictureNews.NONE, show.image());
        assertEquals(1.5f, show.textScale(), 0);
    }

    @Test
    public void aPictureFrameChangesThePicturesOnly() throws Exception {
        Show before = Show.of(CardFixture.frame("core-show"));
        Show after = before.with(CardFixture.frame("core-picture"));
        assertEquals(before.card(), after.card());
        assertEquals(new PictureNews(false, "/cache/cuecard-pictures-1/3"), after.image());
        assertEquals(PictureNews.NONE, after.icon());
    }

    @Test
    public void everyNumberOfTheLookIsRead() throws Exception {
        JSONObject sent = CardFixture.frame("core-hello").getJSONObject("look");
        Look look = Look.of(sent);
        for (String name : sent.keySet()) {
            Number read = (Number) Look.class.getDeclaredMethod(name).invoke(look);
            assertEquals(name, sent.getDouble(name), read.doubleValue(), 0.0001);
        }
    }

    @Test
    public void aLookWithANumberMissingIsRefused() throws Exception {
        JSONObject sent = CardFixture.frame("core-hello").getJSONObject("look");
        sent.remove("rise");
        assertThrows(IllegalArgumentException.class, () -> Look.of(sent));
    }

    @Test
    public void textIsCleanedForDrawing() throws Exception {
        assertEquals("a\nb\nc\nd\ne", message("a\r\nb\rc\u2028d\u0085e"));
        assertEquals("a    b", message("a\tb"));
        assertEquals("ab", message("a\u0000\u0007\u001Bb"));
        assertEquals("a b", title(" a \n\u00A0 b "));
        assertEquals("", title(" \u2003\n\t "));
    }

    @Test
    public void aCardThatIsNotCompleteIsRefused() {
        assertThrows(JSONException.class, () -> Card.of(new JSONObject("{\"message\":\"a\"}")));
    }

    private static String title(String title) throws Exception {
        return Card.of(CardFixture.frame("core-show").getJSONObject("card").put("title", title))
                .title();
    }

    private static String message(String message) throws Exception {
        return Card.of(CardFixture.frame("core-show").getJSONObject("card").put("message", message))
                .message();
    }
}
