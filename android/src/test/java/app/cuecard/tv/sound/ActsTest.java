package app.cuecard.tv.sound;

import static org.junit.Assert.assertEquals;
import static org.robolectric.Shadows.shadowOf;

import android.content.Context;
import android.os.Looper;
import app.cuecard.tv.testing.ShellFrames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;

@RunWith(RobolectricTestRunner.class)
public class ActsTest {
    private final Context context = RuntimeEnvironment.getApplication();
    private final List<JSONObject> answers = new ArrayList<>();
    private final Acts acts = new Acts(new Ducking(context, () -> false), answers::add);

    /** Ends when the test says so. */
    private static final class Performed implements Performance {
        private Runnable ended;
        private int stops;

        @Override
        public void begin(Runnable ended) {
            this.ended = ended;
        }

        @Override
        public void stop() {
            stops++;
        }
    }

    @Test
    public void anActThatEndsTwiceIsAnsweredAndStoppedOnce() {
        Performed act = begin(1);

        act.ended.run();
        act.ended.run();

        assertEquals(1, answers.size());
        ShellFrames.assertFrame("app-ended", answers.get(0));
        assertEquals(1, act.stops);
    }

    @Test
    public void anActThatEndsAfterItWasHushedIsNotAnswered() {
        Performed act = begin(1);

        acts.hush(1);
        act.ended.run();
        passes(1000);

        assertEquals(0, answers.size());
        assertEquals(1, act.stops);
    }

    @Test
    public void anActOfTheSameNumberTakesTheFirstOnesPlace() {
        Performed first = begin(1);
        Performed second = begin(1);
        assertEquals(1, first.stops);

        first.ended.run();
        assertEquals(0, answers.size());
        second.ended.run();

        assertEquals(1, answers.size());
    }

    @Test
    public void anActThatTakesTooLongIsStoppedAndAnswered() {
        Performed act = begin(1);

        passes(999);
        assertEquals(0, answers.size());
        passes(1);

        assertEquals(1, answers.size());
        assertEquals(1, act.stops);
    }

    @Test
    public void allCanBeHushedAtOnce() {
        Performed first = begin(1);
        Performed second = begin(2);

        acts.hush();

        assertEquals(1, first.stops);
        assertEquals(1, second.stops);
        passes(1000);
        assertEquals(0, answers.size());
    }

    private Performed begin(long number) {
        Performed act = new Performed();
        acts.begin(number, act, 1000);
        return act;
    }

    private static void passes(long ms) {
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(ms));
    }
}
