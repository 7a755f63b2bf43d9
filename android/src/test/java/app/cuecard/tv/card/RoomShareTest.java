package app.cuecard.tv.card;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** Too much of everything, in lines of 10 with a gap of 5 before an image that may shrink to 40. */
public class RoomShareTest {

    @Test
    public void thereIsRoomForAll() {
        assertEquals(new RoomShare(3, 80), share(115, 3, 80));
        assertEquals(new RoomShare(3, 0), share(115, 3, 0));
    }

    @Test
    public void firstTheImageShrinks() {
        assertEquals(new RoomShare(3, 79), share(114, 3, 80));
        assertEquals(new RoomShare(3, 40), share(75, 3, 80));
    }

    @Test
    public void thenTheMessageEndsEarlyOnAWholeLine() {
        assertEquals(new RoomShare(5, 40), share(104, 9, 80));
        assertEquals(new RoomShare(3, 40), share(75, 9, 80));
    }

    @Test
    public void thenTheImageGoes() {
        assertEquals(new RoomShare(7, 0), share(74, 9, 80));
        assertEquals(new RoomShare(2, 0), share(64, 2, 80));
    }

    @Test
    public void anImageSmallerThanItsLeastStaysAsItIs() {
        assertEquals(new RoomShare(3, 20), share(55, 9, 20));
    }

    @Test
    public void aLineAlwaysStaysAndRoundingCostsNone() {
        assertEquals(new RoomShare(1, 0), share(3, 9, 0));
        assertEquals(new RoomShare(5, 0), share(49.99f, 9, 0));
        assertEquals(new RoomShare(4, 0), share(49.9f, 9, 0));
    }

    private static RoomShare share(float room, int lines, float image) {
        return RoomShare.of(room, lines, 10, image, 5, 40, 3);
    }
}
