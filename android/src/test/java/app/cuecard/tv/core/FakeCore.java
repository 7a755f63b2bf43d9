package app.cuecard.tv.core;

import android.content.Context;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.rules.TemporaryFolder;

/** A shell script in the core's place. It notes the process that runs it. */
public final class FakeCore {
    static final String HELLO = "echo '{\"type\":\"hello\",\"version\":\"9\",\"port\":1}'\n";
    /** Reads and says nothing until its input ends. */
    static final String LISTEN = "exec cat >/dev/null\n";

    private final File folder;

    public FakeCore(Context context, TemporaryFolder temporary) throws IOException {
        folder = temporary.newFolder();
        context.getApplicationInfo().nativeLibraryDir = folder.getPath();
    }

    public FakeCore does(String... script) throws IOException {
        File program = new File(folder, "libcuecard.so");
        // Renamed, so that the note is whole as soon as it is there.
        String note = "echo $$ > '" + file("new") + "' && mv '" + file("new") + "' '" + file("pid") + "'\n";
        String text = "#!/bin/sh\n" + note + String.join("", script);
        Files.write(program.toPath(), text.getBytes(StandardCharsets.UTF_8));
        if (!program.setExecutable(true)) {
            throw new IOException("not executable: " + program);
        }
        return this;
    }

    public File file(String name) {
        return new File(folder, name);
    }

    public ProcessHandle process() throws IOException {
        long pid = Long.parseLong(Files.readString(file("pid").toPath()).trim());
        return ProcessHandle.of(pid).orElse(null);
    }

    /** Whatever a test has left of it. */
    public void end() throws IOException {
        ProcessHandle left = file("pid").exists() ? process() : null;
        if (left != null) {
            left.destroyForcibly();
        }
    }

    public boolean runs() throws IOException {
        ProcessHandle process = process();
        return process != null && process.isAlive();
    }
}
