package app.cuecard.tv.core;

import android.util.Log;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of the core's log.
 *
 * @param level as Android's log counts them
 * @param text what it says to people: the message and its error, without the rest
 */
record LogLine(int level, String text) {
    private static final String VALUE = "(\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"|\\S*+)";
    private static final Pattern ENTRY = Pattern.compile("(?:time=\\S++ )?level=([A-Z]++)\\S*+ msg=" + VALUE + "(.*)");
    private static final Pattern ERROR = Pattern.compile(" error=" + VALUE);

    static LogLine of(String line) {
        Matcher entry = ENTRY.matcher(line);
        if (!entry.matches()) {
            return new LogLine(Log.ERROR, line.startsWith("cuecard: ") ? line.substring("cuecard: ".length()) : line);
        }
        Matcher error = ERROR.matcher(entry.group(3));
        String message = plain(entry.group(2));
        return new LogLine(level(entry.group(1)), error.find() ? message + ": " + plain(error.group(1)) : message);
    }

    /** The first line of a crash; those that follow it are the stack, which tells people nothing. */
    boolean crash() {
        return text.startsWith("panic: ") || text.startsWith("fatal error: ");
    }

    private static int level(String name) {
        return switch (name) {
            case "DEBUG" -> Log.DEBUG;
            case "INFO" -> Log.INFO;
            case "WARN" -> Log.WARN;
            default -> Log.ERROR;
        };
    }

    private static String plain(String value) {
        if (!value.startsWith("\"")) {
            return value;
        }
        String inside = value.substring(1, value.length() - 1);
        return inside.replace("\\n", " ").replace("\\t", " ").replaceAll("\\\\(.)", "$1");
    }
}
