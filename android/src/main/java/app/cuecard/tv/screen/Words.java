package app.cuecard.tv.screen;

import android.content.Context;
import android.text.BidiFormatter;
import android.text.TextDirectionHeuristics;
import app.cuecard.tv.R;
import java.math.BigDecimal;
import java.text.NumberFormat;

/** The core's values as people read them. A value that is not understood is shown as it is. */
final class Words {
    private static final BigDecimal MINUTE = BigDecimal.valueOf(60);
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private Words() {}

    /** The words of one value. */
    interface Of {
        String say(Context context, String value);
    }

    static String plain(Context context, String value) {
        return value;
    }

    static String seconds(Context context, String value) {
        BigDecimal all = number(value);
        if (all == null) {
            return value;
        }
        BigDecimal[] parts = all.divideAndRemainder(MINUTE);
        if (parts[0].signum() == 0) {
            return context.getString(R.string.seconds, digits(all));
        }
        return parts[1].signum() == 0
                ? context.getString(R.string.minutes, digits(parts[0]))
                : context.getString(R.string.minutes_seconds, digits(parts[0]), digits(parts[1]));
    }

    static String percent(Context context, String value) {
        BigDecimal percent = number(value);
        return percent == null ? value : context.getString(R.string.percent, digits(percent));
    }

    /** A part of one, in percent. */
    static String share(Context context, String value) {
        BigDecimal share = number(value);
        return share == null ? value : context.getString(R.string.percent, digits(share.multiply(HUNDRED)));
    }

    static String shareOrOff(Context context, String value) {
        BigDecimal share = number(value);
        return share != null && share.signum() == 0 ? context.getString(R.string.off) : share(context, value);
    }

    static String place(Context context, String value) {
        return switch (value) {
            case "center" -> context.getString(R.string.center);
            case "top-left" -> context.getString(R.string.top_left);
            case "top-right" -> context.getString(R.string.top_right);
            case "bottom-left" -> context.getString(R.string.bottom_left);
            case "bottom-right" -> context.getString(R.string.bottom_right);
            default -> value;
        };
    }

    static String colour(Context context, String value) {
        return value.isEmpty() || value.equals("none") ? context.getString(R.string.none) : leftToRight(value);
    }

    static String sound(Context context, String value) {
        return switch (value) {
            case "none" -> context.getString(R.string.off);
            case "default" -> context.getString(R.string.chime);
            default -> leftToRight(value);
        };
    }

    static String onOff(Context context, boolean on) {
        return context.getString(on ? R.string.on : R.string.off);
    }

    /** What came of the test card, from the frame {@code tested}. */
    static String tested(Context context, String result, String error) {
        if (!error.isEmpty()) {
            return error;
        }
        return switch (result) {
            case "shown", "replaced" -> context.getString(R.string.test_shown);
            case "queued", "queued-dropped-oldest" -> context.getString(R.string.test_waits);
            default -> result;
        };
    }

    /** Addresses, commands and hex digits inside of text that may run the other way. */
    static String leftToRight(String text) {
        return BidiFormatter.getInstance().unicodeWrap(text, TextDirectionHeuristics.LTR);
    }

    private static String digits(BigDecimal number) {
        NumberFormat format = NumberFormat.getInstance();
        format.setGroupingUsed(false);
        format.setMaximumFractionDigits(2);
        return format.format(number);
    }

    private static BigDecimal number(String value) {
        try {
            return new BigDecimal(value);
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }
}
