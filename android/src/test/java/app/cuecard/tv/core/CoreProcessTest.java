package app.cuecard.tv.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.content.Context;
import android.os.Looper;
import android.util.Log;
import app.cuecard.tv.R;
import app.cuecard.tv.testing.Eventually;
import app.cuecard.tv.testing.ShellFrames;
import java.io.File;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Collectors;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowLog;

@RunWith(RobolectricTestRunner.class)
public class CoreProcessTest implements CoreProcess.Watcher {
    @Rule
    public final TemporaryFolder temporary = new TemporaryFolder();

    private final Context context = RuntimeEnvironment.getApplication();
    private final List<JSONObject> frames = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();
    private final CoreProcess core = new CoreProcess(context, "127.0.0.1:0", this);
    private FakeCore fake;
    private int starts;

    @Before
    public void putAFakeInPlace() throws Exception {
        fake = new FakeCore(context, temporary);
    }

    @After
    public void stop() throws Exception {
        core.stop();
        fake.end();
    }

    @Override
    public void starting() {
        starts++;
    }

    @Override
    public void frame(JSONObject frame) {
        assertSame(Looper.getMainLooper(), Looper.myLooper());
        frames.add(frame);
    }

    @Override
    public void ended(String trouble) {
        assertSame(Looper.getMainLooper(), Looper.myLooper());
        troubles.add(trouble);
    }

    @Test
    public void theCoreIsStartedWithItsSurroundings() throws Exception {
        File left = new File(context.getCacheDir(), "core/pictures/left");
        assertTrue(left.getParentFile().mkdirs() && left.createNewFile());
        fake.does(
                "printf '{\"type\":\"hello\",\"args\":\"%s\",\"tmp\":\"%s\",\"home\":\"%s\",\"tz\":\"%s\"}\\n' "
                        + "\"$*\" \"$TMPDIR\" \"$HOME\" \"$TZ\"\n",
                FakeCore.LISTEN);

        core.start();
        JSONObject hello = Eventually.some("hello", () -> frames.isEmpty() ? null : frames.get(0));

        String data = context.getFilesDir().getPath();
        assertEquals("serve --screen shell --data " + data + " --listen 127.0.0.1:0", hello.getString("args"));
        assertEquals(context.getCacheDir() + "/core", hello.getString("tmp"));
        assertEquals(0, new File(hello.getString("tmp")).list().length);
        assertEquals(data, hello.getString("home"));
        assertEquals(TimeZone.getDefault().getID(), hello.getString("tz"));
    }

    @Test
    public void onlyFoldersOfCertificatesThatExistAreNamed() throws Exception {
        File one = temporary.newFolder();
        File two = temporary.newFolder();

        assertEquals(one + ":" + two, CoreCommand.certificates(List.of(one, new File("/not/there"), two)));
        assertEquals("", CoreCommand.certificates(List.of(new File("/not/there"))));
    }

    @Test
    public void framesGoToTheCoreAndComeFromIt() throws Exception {
        fake.does(FakeCore.HELLO, "exec cat\n");
        core.start();
        core.send(new JSONObject(Map.of("type", "before hello")));
        Eventually.so("the first is back", () -> frames.size() == 2);

        core.send(new JSONObject(Map.of("type", "grüße 😀\n")));

        Eventually.so("the second is back", () -> frames.size() == 3);
        assertEquals(List.of("hello", "before hello", "grüße 😀\n"), types());
    }

    @Test
    public void garbageAndHugeLinesAreDroppedAndTheRestGoesOn() throws Exception {
        fake.does(
                FakeCore.HELLO,
                "echo 'no frame'\necho\necho '[1]'\necho 17\n",
                "head -c 1100000 /dev/zero | tr '\\0' '['\necho\n",
                "head -c 900000 /dev/zero | tr '\\0' '['\necho\n",
                "printf '{\"type\":\"long\",\"text\":\"'; head -c 900000 /dev/zero | tr '\\0' x; echo '\"}'\n",
                "echo '{\"type\":\"last\"}'\n",
                FakeCore.LISTEN);

        core.start();

        Eventually.so("the last frame is there", () -> types().contains("last"));
        assertEquals(List.of("hello", "long", "last"), types());
        List<String> dropped = logged(Log.WARN);
        assertEquals(dropped.toString(), 6, dropped.size());
        assertTrue(fake.runs());
    }

    @Test
    public void nothingIsHeardOfACoreBeforeItsHello() throws Exception {
        fake.does("echo '{\"type\":\"show\"}'\n", FakeCore.HELLO, FakeCore.LISTEN);

        core.start();

        Eventually.so("hello is there", () -> !frames.isEmpty());
        assertEquals(List.of("hello"), types());
    }

    @Test
    public void itsLogReachesTheSystemsWithItsLevel() throws Exception {
        fake.does(
                "echo 'level=INFO msg=\"a card\"' >&2\necho 'level=WARN msg=slow' >&2\necho oh >&2\n", FakeCore.LISTEN);

        core.start();

        Eventually.so("all is logged", () -> logged(Log.ERROR).contains("oh"));
        assertTrue(logged(Log.INFO).contains("level=INFO msg=\"a card\""));
        assertTrue(logged(Log.WARN).contains("level=WARN msg=slow"));
    }

    @Test
    public void aCoreThatEndsAtOnceIsStartedAgainWithLongerAndLongerPauses() throws Exception {
        fake.does("echo 'cuecard: cannot listen on :8090: address already in use' >&2\nexit 1\n");
        core.start();

        for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            int before = starts;
            Eventually.so("it ended", () -> troubles.size() == before);
            passes(Duration.ofSeconds(seconds).minusMillis(1));
            assertEquals("too early, after a pause of " + seconds, before, starts);
            passes(Duration.ofMillis(1));
            assertEquals("not after " + seconds + " s", before + 1, starts);
        }
        assertEquals("cannot listen on :8090: address already in use", troubles.get(7));
    }

    @Test
    public void afterAMinuteOfRunningWellThePausesBeginAnew() throws Exception {
        failTimes(3);
        fake.does(FakeCore.HELLO, FakeCore.LISTEN);
        passes(Duration.ofSeconds(4));
        Eventually.so("it runs", () -> !frames.isEmpty());
        passes(Duration.ofSeconds(60));

        fake.process().destroyForcibly();

        Eventually.so("it ended", () -> troubles.size() == 4);
        passes(Duration.ofSeconds(1));
        assertEquals(5, starts);
    }

    @Test
    public void whatRunsForLessThanAMinuteIsNotWell() throws Exception {
        failTimes(3);
        fake.does(FakeCore.HELLO, FakeCore.LISTEN);
        passes(Duration.ofSeconds(4));
        Eventually.so("it runs", () -> !frames.isEmpty());
        passes(Duration.ofSeconds(59));

        fake.process().destroyForcibly();

        Eventually.so("it ended", () -> troubles.size() == 4);
        passes(Duration.ofMillis(7999));
        assertEquals(4, starts);
        passes(Duration.ofMillis(1));
        assertEquals(5, starts);
    }

    @Test
    public void aCoreThatNeverSaysHelloIsEndedAndStartedAgain() throws Exception {
        fake.does("exec sleep 600\n");
        core.start();
        Eventually.so("it runs", fake.file("pid")::exists);
        passes(Duration.ofMillis(14_999));
        assertTrue(fake.runs());

        passes(Duration.ofMillis(1));

        Eventually.so("it ended", () -> !troubles.isEmpty());
        assertFalse(fake.runs());
        assertEquals(context.getString(R.string.core_silent), troubles.get(0));
        passes(Duration.ofSeconds(1));
        assertEquals(2, starts);
    }

    @Test
    public void aCoreThatSaidHelloIsLeftAlone() throws Exception {
        fake.does(FakeCore.HELLO, FakeCore.LISTEN);
        core.start();
        Eventually.so("it runs", () -> !frames.isEmpty());

        passes(Duration.ofSeconds(30));

        assertFalse("nobody ends it", logged(Log.ERROR).toString().contains("started again"));
        assertTrue(fake.runs());
        assertEquals(1, starts);
    }

    @Test
    public void aCoreThatDoesNotReadIsEndedAndStartedAgainAndNobodyWaitsForIt() throws Exception {
        fake.does(FakeCore.HELLO, "exec sleep 600\n");
        core.start();
        Eventually.so("it runs", () -> !frames.isEmpty());
        JSONObject large = new JSONObject(Map.of("type", "set", "text", "x".repeat(1000)));

        for (int i = 0; i < 1000; i++) {
            core.send(large);
        }

        Eventually.so("it ended", () -> !troubles.isEmpty());
        assertEquals(List.of(context.getString(R.string.core_stuck)), troubles);
        assertFalse(fake.runs());
        passes(Duration.ofSeconds(1));
        assertEquals(2, starts);
    }

    @Test
    public void aCrashIsToldByItsFirstLine() throws Exception {
        fake.does(
                "echo 'panic: no card' >&2\necho >&2\n",
                "echo 'goroutine 1 [running]:' >&2\necho '\tmain.go:7' >&2\nexit 2\n");

        core.start();

        Eventually.so("it ended", () -> !troubles.isEmpty());
        assertEquals("panic: no card", troubles.get(0));
    }

    @Test
    public void aCoreThatEndsWithoutAWordIsInTroubleAllTheSame() throws Exception {
        fake.does("exit 0\n");

        core.start();

        Eventually.so("it ended", () -> !troubles.isEmpty());
        assertEquals(context.getString(R.string.core_ended), troubles.get(0));
    }

    @Test
    public void aProgramThatIsMissingIsTroubleAndTriedAgain() throws Exception {
        core.start();

        Eventually.so("it failed", () -> !troubles.isEmpty());
        assertTrue(troubles.get(0), troubles.get(0).contains("libcuecard.so"));
        fake.does(FakeCore.HELLO, FakeCore.LISTEN);
        passes(Duration.ofSeconds(1));
        Eventually.so("it runs", () -> !frames.isEmpty());
    }

    @Test
    public void stoppingAsksTheCoreToEndAndItStaysSo() throws Exception {
        File word = fake.file("word");
        fake.does(FakeCore.HELLO, "read line\necho \"$line\" > '" + word + "'\necho '{\"type\":\"late\"}'\n");
        core.start();
        Eventually.so("it runs", () -> !frames.isEmpty());

        core.stop();

        ProcessHandle process = fake.process();
        Eventually.so("it ended", () -> process == null || !process.isAlive());
        ShellFrames.assertFrame("app-stop", new JSONObject(Files.readString(word.toPath())));
        passes(Duration.ofMinutes(2));
        assertEquals(1, starts);
        assertEquals(List.of("hello"), types());
        assertEquals(List.of(), troubles);
    }

    @Test
    public void aCoreThatDoesNotWantToEndIsMadeTo() throws Exception {
        fake.does("trap '' TERM\n", FakeCore.HELLO, "exec sleep 600\n");
        core.start();
        Eventually.so("it runs", () -> !frames.isEmpty());

        ProcessHandle process = fake.process();
        core.stop();

        Eventually.so("it ended", () -> !process.isAlive());
    }

    @Test
    public void stoppingDuringAPauseStartsNothingAnymore() throws Exception {
        failTimes(1);

        core.stop();

        passes(Duration.ofMinutes(2));
        assertEquals(1, starts);
    }

    @Test
    public void noThreadIsLeftBehind() throws Exception {
        fake.does(FakeCore.HELLO, FakeCore.LISTEN);
        core.start();
        Eventually.so("it runs", () -> !frames.isEmpty());
        assertFalse(threads().isEmpty());

        core.stop();

        Eventually.so("all threads ended", () -> threads().isEmpty());
    }

    private void failTimes(int times) throws Exception {
        fake.does("exit 1\n");
        core.start();
        for (int i = 1; i <= times; i++) {
            int failed = i;
            Eventually.so("it ended", () -> troubles.size() == failed);
            if (i < times) {
                passes(Duration.ofSeconds(1L << (i - 1)));
            }
        }
    }

    private static void passes(Duration time) {
        shadowOf(Looper.getMainLooper()).idleFor(time);
    }

    private List<String> types() {
        return frames.stream().map(frame -> frame.optString("type")).collect(Collectors.toList());
    }

    private static List<String> logged(int level) {
        return ShadowLog.getLogsForTag("cuecard").stream()
                .filter(entry -> entry.type == level)
                .map(entry -> entry.msg)
                .collect(Collectors.toList());
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.equals("core") || name.startsWith("core-"))
                .collect(Collectors.toList());
    }
}
