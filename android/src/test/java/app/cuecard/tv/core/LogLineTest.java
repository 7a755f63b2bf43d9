package app.cuecard.tv.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.util.Log;
import org.junit.Test;

public class LogLineTest {

    @Test
    public void anEntryHasTheLevelItNames() {
        assertEquals(new LogLine(Log.DEBUG, "tick"), LogLine.of("level=DEBUG msg=tick"));
        assertEquals(new LogLine(Log.INFO, "tick"), LogLine.of("level=INFO msg=tick card=1"));
        assertEquals(new LogLine(Log.WARN, "too slow"), LogLine.of("level=WARN msg=\"too slow\""));
        assertEquals(new LogLine(Log.ERROR, "broken"), LogLine.of("time=2026-01-01T00:00:00Z level=ERROR msg=broken"));
    }

    @Test
    public void peopleAreToldTheMessageAndItsError() {
        LogLine line =
                LogLine.of("level=ERROR msg=\"cards are not kept\" at=3 error=\"open \\\"/data\\\": no space\" n=1");

        assertEquals("cards are not kept: open \"/data\": no space", line.text());
    }

    @Test
    public void anyOtherLineIsAnError() {
        assertEquals(new LogLine(Log.ERROR, "out of memory"), LogLine.of("out of memory"));
        assertEquals(new LogLine(Log.ERROR, "cannot listen on :8090"), LogLine.of("cuecard: cannot listen on :8090"));
        assertEquals(new LogLine(Log.ERROR, "level=INFO"), LogLine.of("level=INFO"));
    }

    @Test
    public void theFirstLineOfACrashIsKnown() {
        assertTrue(LogLine.of("panic: runtime error: index out of range").crash());
        assertTrue(LogLine.of("fatal error: all goroutines are asleep").crash());
        assertFalse(LogLine.of("level=ERROR msg=broken").crash());
    }

    @Test
    public void aVeryLongEntryIsReadLikeAShortOne() {
        String message = "x\\\"y".repeat(100_000);

        assertEquals(
                "x\"y".repeat(100_000),
                LogLine.of("level=WARN msg=\"" + message + "\"").text());
    }
}
