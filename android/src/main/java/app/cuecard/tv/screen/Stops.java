package app.cuecard.tv.screen;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** The values at which a stepper stops, the smallest first. Decimal, so that three steps of 0.05 are 0.15. */
record Stops(List<BigDecimal> values) {

    static Stops at(int... values) {
        List<BigDecimal> stops = new ArrayList<>();
        for (int value : values) {
            stops.add(BigDecimal.valueOf(value));
        }
        return new Stops(stops);
    }

    static Stops every(String step, String from, String upTo) {
        List<BigDecimal> stops = new ArrayList<>();
        BigDecimal last = new BigDecimal(upTo);
        for (BigDecimal at = new BigDecimal(from); at.compareTo(last) <= 0; at = at.add(new BigDecimal(step))) {
            stops.add(at);
        }
        return new Stops(stops);
    }

    /** The next stop above the value, as text for the core; the value's own when there is none. */
    String above(String value) {
        BigDecimal from = new BigDecimal(value);
        return values.stream()
                .filter(stop -> stop.compareTo(from) > 0)
                .findFirst()
                .map(Stops::text)
                .orElse(value);
    }

    /** The next stop below the value, likewise. */
    String below(String value) {
        BigDecimal from = new BigDecimal(value);
        return values.stream()
                .filter(stop -> stop.compareTo(from) < 0)
                .reduce((first, second) -> second)
                .map(Stops::text)
                .orElse(value);
    }

    private static String text(BigDecimal stop) {
        return stop.signum() == 0 ? "0" : stop.stripTrailingZeros().toPlainString();
    }
}
