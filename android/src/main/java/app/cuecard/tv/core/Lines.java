package app.cuecard.tv.core;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Cuts what a program writes into lines. One that is longer than allowed is dropped, and the rest goes on. */
final class Lines implements Closeable {
    private final InputStream in;
    private final int longest;
    private final Runnable dropped;
    private final byte[] chunk = new byte[8192];
    private int at;
    private int end;

    Lines(InputStream in, int longest, Runnable dropped) {
        this.in = in;
        this.longest = longest;
        this.dropped = dropped;
    }

    /** The next line without its end, or null after the last. */
    String next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean tooLong = false;
        while (at < end || fill()) {
            int stop = at;
            while (stop < end && chunk[stop] != '\n') {
                stop++;
            }
            tooLong |= line.size() + stop - at > longest;
            if (!tooLong) {
                line.write(chunk, at, stop - at);
            }
            at = stop;
            if (stop < end) {
                at++;
                if (!tooLong) {
                    return text(line);
                }
                dropped.run();
                line.reset();
                tooLong = false;
            }
        }
        return line.size() == 0 || tooLong ? null : text(line);
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(chunk));
        return end > 0;
    }

    private static String text(ByteArrayOutputStream line) {
        return new String(line.toByteArray(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
