package app.cuecard.tv.screen;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class StopsTest {
    private final Stops shares = Stops.every("0.05", "0", "1");
    private final Stops seconds = Stops.at(1, 2, 3, 5, 8, 10, 3600);

    @Test
    public void decimalStepsStayDecimal() {
        String at = "0";
        StringBuilder all = new StringBuilder(at);
        while (!shares.above(at).equals(at)) {
            at = shares.above(at);
            all.append(' ').append(at);
        }
        assertEquals(
                "0 0.05 0.1 0.15 0.2 0.25 0.3 0.35 0.4 0.45 0.5 0.55 0.6 0.65 0.7 0.75 0.8 0.85 0.9 0.95 1",
                all.toString());
    }

    @Test
    public void fromBetweenTwoStopsTheNextIsTheNearerOnThatSide() {
        assertEquals("5", seconds.above("3.5"));
        assertEquals("3", seconds.below("3.5"));
        assertEquals("3600", seconds.above("10"));
        assertEquals("0", shares.below("0.01"));
    }

    @Test
    public void atTheEndsTheValueStays() {
        assertEquals("3600", seconds.above("3600"));
        assertEquals("1.0", shares.above("1.0"));
        assertEquals("0", shares.below("0"));
    }

    @Test
    public void roundNumbersHaveNoExponent() {
        assertEquals("10", seconds.above("9"));
        assertEquals("100", Stops.every("5", "10", "100").above("97"));
    }
}
