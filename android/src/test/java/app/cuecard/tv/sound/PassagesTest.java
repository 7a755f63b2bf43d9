package app.cuecard.tv.sound;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.Test;

public class PassagesTest {

    @Test
    public void aTextThatFitsStaysWhole() {
        assertEquals(List.of("One. Two."), Passages.of("One. Two.", 9));
    }

    @Test
    public void aLongerOneIsCutAfterSentences() {
        assertEquals(List.of("One. Two. ", "Three is the last."), Passages.of("One. Two. Three is the last.", 20));
    }

    @Test
    public void aLongSentenceIsCutBetweenWords() {
        assertEquals(List.of("one two ", "three four"), Passages.of("one two three four", 10));
    }

    @Test
    public void aLongWordIsCutAnywhereButNotInALetter() {
        String text = "𐐨".repeat(7);

        List<String> passages = Passages.of(text, 3);

        assertEquals(text, String.join("", passages));
        for (String passage : passages) {
            assertTrue(passage, passage.length() <= 3 && !Character.isLowSurrogate(passage.charAt(0)));
        }
    }

    @Test
    public void nothingHasNoPassages() {
        assertEquals(List.of(), Passages.of("  ", 10));
        assertEquals(List.of(), Passages.of("", 10));
    }
}
