package app.cuecard.tv.sound;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class ChimeTest {
    private final short[] samples = Chime.compose();

    @Test
    public void itIsShort() {
        assertTrue(samples.length < 1.2 * Chime.RATE);
        assertTrue(samples.length > 0.8 * Chime.RATE);
    }

    @Test
    public void itBeginsAndEndsAtSilence() {
        assertEquals(0, samples[0]);
        assertEquals(0, samples[samples.length - 1]);
    }

    @Test
    public void itIsSoftButHeard() {
        double decibels = 20 * Math.log10(loudest(0, Chime.SECONDS) / 32768.0);
        assertTrue(decibels + " dBFS", decibels <= -14 && decibels > -20);
    }

    /** A click is a step that is larger than any that these notes make. */
    @Test
    public void nothingClicks() {
        double steepest = 2 * Math.PI * 1760 / Chime.RATE * 0.2 * 32768;
        for (int i = 1; i < samples.length; i++) {
            assertTrue("at " + i, Math.abs(samples[i] - samples[i - 1]) < steepest);
        }
    }

    @Test
    public void itComesGradually() {
        assertTrue(loudest(0, 0.003) < 0.4 * loudest(0.012, 0.02));
    }

    private int loudest(double from, double to) {
        int loudest = 0;
        for (int i = (int) (from * Chime.RATE); i < (int) (to * Chime.RATE); i++) {
            loudest = Math.max(loudest, Math.abs(samples[i]));
        }
        return loudest;
    }

    /** The notes of the TV page: E5, and A5 after it. */
    @Test
    public void itIsARisingFourthOfTheTvPagesNotes() {
        assertTrue("the first note", strength(659.26, 0.02, 0.16) > 20 * strength(880, 0.02, 0.16));
        assertTrue("the second note", strength(880, 0.3, 0.9) > 2 * strength(659.26, 0.3, 0.9));
        assertTrue("its pitch", strength(880, 0.3, 0.9) > 5 * strength(932, 0.3, 0.9));
        assertTrue("the first note's pitch", strength(659.26, 0.02, 0.16) > 2 * strength(698, 0.02, 0.16));
    }

    @Test
    public void itGetsQuieterTowardsItsEnd() {
        assertTrue(strength(880, 0.2, 0.4) > 5 * strength(880, 0.7, 0.9));
    }

    /** How much of a pitch is in a part of the chime. */
    private double strength(double pitch, double from, double to) {
        double sine = 0;
        double cosine = 0;
        int first = (int) (from * Chime.RATE);
        int last = (int) (to * Chime.RATE);
        for (int i = first; i < last; i++) {
            // A window that opens and closes smoothly keeps other pitches out.
            double window = Math.pow(Math.sin(Math.PI * (i - first) / (last - first)), 2);
            double turn = 2 * Math.PI * pitch * i / Chime.RATE;
            sine += window * samples[i] * Math.sin(turn);
            cosine += window * samples[i] * Math.cos(turn);
        }
        return Math.hypot(sine, cosine) / (last - first);
    }
}
