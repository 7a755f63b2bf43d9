package app.cuecard.tv.sound;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.content.Context;
import android.media.AudioAttributes;
import android.os.Bundle;
import android.os.Looper;
import android.speech.tts.TextToSpeech;
import android.speech.tts.UtteranceProgressListener;
import app.cuecard.tv.testing.ShellFrames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.json.JSONObject;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowLog;
import org.robolectric.shadows.ShadowTextToSpeech;

@RunWith(RobolectricTestRunner.class)
@Config(
        sdk = {26, 35},
        shadows = SpeakerTest.Engine.class)
public class SpeakerTest {
    private final Context context = RuntimeEnvironment.getApplication();
    private final List<JSONObject> answers = new ArrayList<>();
    private final Acts acts = new Acts(new Ducking(context, () -> false), answers::add);
    private final Speaker speaker = new Speaker(context, acts);

    /** An engine that notes what it is asked. */
    @Implements(TextToSpeech.class)
    public static class Engine extends ShadowTextToSpeech {
        static final List<String> asked = new ArrayList<>();
        static AudioAttributes attributes;
        static int result;
        static String last;
        static boolean missing;

        @Override
        @Implementation
        protected void __constructor__(
                Context context, TextToSpeech.OnInitListener listener, String name, String app, boolean fallback) {
            super.__constructor__(context, listener, name, app, fallback);
            if (missing) {
                listener.onInit(TextToSpeech.ERROR);
            }
        }

        @Implementation
        protected int playSilentUtterance(long ms, int queue, String utterance) {
            asked.add("pause " + ms + (queue == TextToSpeech.QUEUE_ADD ? "" : " now"));
            return result;
        }

        @Override
        @Implementation
        protected int speak(CharSequence text, int queue, Bundle params, String utterance) {
            last = utterance;
            Locale language = getCurrentLanguage();
            asked.add((language == null ? "" : language.getLanguage() + ": ") + text
                    + " @" + params.getFloat(TextToSpeech.Engine.KEY_PARAM_VOLUME)
                    + (queue == TextToSpeech.QUEUE_ADD ? "" : " now"));
            return result;
        }

        @Override
        @Implementation
        protected int stop() {
            asked.add("stop");
            return TextToSpeech.SUCCESS;
        }

        @Implementation
        protected int setAudioAttributes(AudioAttributes wanted) {
            attributes = wanted;
            return TextToSpeech.SUCCESS;
        }
    }

    @Before
    public void begin() {
        Engine.asked.clear();
        Engine.attributes = null;
        Engine.result = TextToSpeech.SUCCESS;
        Engine.last = null;
        Engine.missing = false;
        Locale.setDefault(Locale.GERMANY);
    }

    @Test
    public void noEngineIsOpenedBeforeItIsNeeded() {
        assertNull(engine());
    }

    @Test
    public void textsAreReadWithAPauseBetween() {
        speak(2, "Front door", "Someone is at the door");
        ready();

        assertEquals(List.of("de: Front door @0.5", "pause 350", "de: Someone is at the door @0.5"), Engine.asked);
        assertEquals(AudioAttributes.USAGE_NOTIFICATION, Engine.attributes.getUsage());
        assertEquals(AudioAttributes.CONTENT_TYPE_SPEECH, Engine.attributes.getContentType());
    }

    @Test
    public void emptyTextsAreSkipped() {
        speak(2, "", "Someone is at the door", " ");
        ready();

        assertEquals(List.of("de: Someone is at the door @0.5"), Engine.asked);
    }

    @Test
    public void theEndOfTheLastTextIsAnsweredOnce() {
        speak(1, "Front door", "Someone is at the door");
        ready();
        ends(listener(), "1.1");
        assertEquals(0, answers.size());

        ends(listener(), Engine.last);
        ends(listener(), Engine.last);
        passes(600_000);

        assertFalse("another may be waiting", Engine.asked.contains("stop"));
        assertEquals(1, answers.size());
        ShellFrames.assertFrame("app-ended", answers.get(0));
    }

    @Test
    public void aTextThatCannotBeReadIsOver() {
        speak(1, "Front door");
        ready();

        listener().onError(Engine.last, TextToSpeech.ERROR_OUTPUT);
        passes(0);

        assertEquals(1, answers.size());
    }

    @Test
    public void aTextThatAnotherInterruptsIsOver() {
        speak(1, "Front door");
        ready();

        listener().onStop(Engine.last, true);
        passes(0);

        assertEquals(1, answers.size());
    }

    @Test
    public void nothingToReadIsOverAtOnce() {
        speak(1, "");
        ready();

        assertEquals(1, answers.size());
        assertEquals(List.of(), Engine.asked);
    }

    @Test
    public void anEngineThatFailsIsOverAtOnceWithOneLineInTheLog() {
        speak(1, "Front door");

        initialised(TextToSpeech.ERROR);

        assertEquals(1, answers.size());
        assertEquals(1, warnings());
        assertTrue(shadowOf(engine()).isShutdown());
    }

    @Test
    public void aDeviceWithoutAnEngineIsOverAtOnceWithOneLineInTheLog() {
        Engine.missing = true;

        speak(1, "Front door");
        assertEquals("not within the call", 0, answers.size());
        passes(0);

        assertEquals(1, answers.size());
        assertEquals(1, warnings());
    }

    @Test
    public void anEngineThatNeverGetsReadyIsGivenUpAfterFiveSeconds() {
        speak(1, "Front door");
        TextToSpeech stuck = engine();

        passes(4999);
        assertEquals(0, answers.size());
        passes(1);

        assertEquals(1, answers.size());
        assertEquals(1, warnings());
        shadowOf(stuck).getOnInitListener().onInit(TextToSpeech.SUCCESS);
        passes(0);
        assertEquals("what comes later is not read", List.of(), Engine.asked);
    }

    @Test
    public void anEngineThatIsGoneIsOverAtOnceAndTheNextTextOpensAnother() {
        speak(1, "Front door");
        ready();
        ends(listener(), Engine.last);
        TextToSpeech gone = engine();
        Engine.result = TextToSpeech.ERROR;

        speak(2, "Back door");
        passes(0);
        assertEquals(2, answers.size());
        Engine.result = TextToSpeech.SUCCESS;
        speak(3, "Garden door");

        assertNotSame(gone, engine());
        assertTrue(shadowOf(gone).isShutdown());
    }

    @Test
    public void anEngineThatHangsIsNotWaitedForForever() {
        speak(1, "Front door");
        ready();

        passes(300_000);

        assertEquals(1, answers.size());
        assertTrue(Engine.asked.contains("stop"));
    }

    @Test
    public void hushStopsAtOnceAndIsNotAnswered() {
        speak(2, "Front door");
        ready();

        acts.hush(2);

        assertEquals(List.of("de: Front door @0.5", "stop"), Engine.asked);
        listener().onStop(Engine.last, true);
        passes(600_000);
        assertEquals(0, answers.size());
    }

    @Test
    public void whatIsHushedBeforeTheEngineIsReadyIsNeverRead() {
        speak(2, "Front door");

        acts.hush(2);
        ready();
        passes(600_000);

        assertEquals(List.of(), Engine.asked);
        assertEquals(0, answers.size());
    }

    @Test
    public void theEngineStaysForTheNextTextAndIsLetGoWhenIdle() {
        speak(1, "Front door");
        ready();
        ends(listener(), Engine.last);
        TextToSpeech first = engine();
        passes(119_999);
        speak(2, "Back door");
        passes(0);
        assertSame(first, engine());
        assertEquals(2, Engine.asked.size());
        passes(130_000);
        assertFalse("in use", shadowOf(first).isShutdown());
        ends(listener(), Engine.last);

        passes(119_999);
        assertFalse(shadowOf(first).isShutdown());
        passes(1);

        assertTrue(shadowOf(first).isShutdown());
    }

    @Test
    public void aTextInAnotherScriptIsReadInItsLanguageWhereTheEngineHasIt() {
        ShadowTextToSpeech.addLanguageAvailability(Locale.GERMANY);
        ShadowTextToSpeech.addLanguageAvailability(Locale.forLanguageTag("ru"));

        speak(1, "Дверь", "Haustür", "門口有人");
        ready();

        assertEquals(
                List.of("ru: Дверь @0.5", "pause 350", "de: Haustür @0.5", "pause 350", "de: 門口有人 @0.5"), Engine.asked);
    }

    @Test
    public void aTextThatIsTooLongForTheEngineIsReadInPieces() {
        String sentence = "This is a sentence with fifty letters, and no more. ";
        String text = sentence.repeat(100).trim();

        speak(1, text);
        ready();

        assertEquals(2, Engine.asked.size());
        String read = Engine.asked.stream()
                .map(piece -> piece.replace("de: ", "").replace(" @0.5", ""))
                .collect(Collectors.joining());
        assertTrue("all of it", text.equals(read));
    }

    @Test
    public void closingLetsTheEngineGo() {
        speak(1, "Front door");
        ready();
        acts.hush();

        speaker.close();

        assertTrue(shadowOf(engine()).isShutdown());
        assertEquals(0, answers.size());
    }

    private void speak(long act, String... texts) {
        speaker.speak(act, List.of(texts), 0.5f);
    }

    private static void ready() {
        initialised(TextToSpeech.SUCCESS);
    }

    private static void initialised(int status) {
        shadowOf(engine()).getOnInitListener().onInit(status);
        passes(0);
    }

    private static void ends(UtteranceProgressListener listener, String utterance) {
        listener.onDone(utterance);
        passes(0);
    }

    private static UtteranceProgressListener listener() {
        return shadowOf(engine()).getUtteranceProgressListener();
    }

    private static TextToSpeech engine() {
        return ShadowTextToSpeech.getLastTextToSpeechInstance();
    }

    private static long warnings() {
        return ShadowLog.getLogsForTag("cuecard").size();
    }

    private static void passes(long ms) {
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(ms));
    }
}
