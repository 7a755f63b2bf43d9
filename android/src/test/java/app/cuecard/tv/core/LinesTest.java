package app.cuecard.tv.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

public class LinesTest {
    private int dropped;

    @Test
    public void linesAreCutAtTheirEnds() throws Exception {
        assertEquals(List.of("one", "", "grüße 😀"), all("one\n\ngrüße 😀\n", 100));
    }

    @Test
    public void theLastLineNeedsNoEnd() throws Exception {
        assertEquals(List.of("one", "two"), all("one\ntwo", 100));
    }

    @Test
    public void aLineOfTheGreatestLengthIsReadAndALongerOneDropped() throws Exception {
        String longest = "x".repeat(20_000);

        assertEquals(List.of("a", longest, "b"), all("a\n" + longest + "\n" + longest + "x\nb\n", 20_000));
        assertEquals(1, dropped);
    }

    @Test
    public void aLongLineThatNeverEndsIsNotTold() throws Exception {
        assertEquals(List.of("a"), all("a\n" + "x".repeat(101), 100));
    }

    @Test
    public void nothingHasNoLines() throws Exception {
        assertNull(lines("", 100).next());
    }

    private Lines lines(String text, int longest) {
        ByteArrayInputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return new Lines(in, longest, () -> dropped++);
    }

    private List<String> all(String text, int longest) throws IOException {
        List<String> read = new ArrayList<>();
        try (Lines lines = lines(text, longest)) {
            for (String line; (line = lines.next()) != null; ) {
                read.add(line);
            }
        }
        return read;
    }
}
