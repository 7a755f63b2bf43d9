package app.cuecard.tv.card;

import android.graphics.Canvas;
import android.graphics.Paint;
import android.icu.text.BreakIterator;
import android.text.Layout;
import android.text.SpannableString;
import android.text.Spanned;
import android.text.StaticLayout;
import android.text.TextDirectionHeuristics;
import android.text.TextPaint;
import android.text.style.LineHeightSpan;
import java.util.ArrayList;
import java.util.List;

/** A text in lines of one exact height, whatever scripts and emoji are in it. */
final class CardText {
    private final String text;
    private final TextPaint paint;
    private final float lineHeight;
    private final StaticLayout layout;
    private final boolean endsEarly;

    CardText(String text, TextPaint paint, float width, float lineHeight) {
        this(text, paint, (int) Math.max(1, width), lineHeight, false);
    }

    private CardText(String text, TextPaint paint, int width, float lineHeight, boolean endsEarly) {
        this.text = text;
        this.paint = paint;
        this.lineHeight = lineHeight;
        this.endsEarly = endsEarly;
        SpannableString spanned = new SpannableString(closed(text));
        spanned.setSpan(new ExactHeight(paint, lineHeight), 0, spanned.length(), Spanned.SPAN_INCLUSIVE_INCLUSIVE);
        layout = StaticLayout.Builder.obtain(spanned, 0, spanned.length(), paint, width)
                .setAlignment(Layout.Alignment.ALIGN_NORMAL)
                .setTextDirection(TextDirectionHeuristics.FIRSTSTRONG_LTR)
                .setBreakStrategy(Layout.BREAK_STRATEGY_SIMPLE)
                .setHyphenationFrequency(Layout.HYPHENATION_FREQUENCY_NONE)
                .setIncludePad(false)
                .build();
    }

    /** Of the line breaks at the end, the last begins no line. The others need a character to get their height. */
    private static String closed(String text) {
        String rest = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        return rest.isEmpty() || rest.endsWith("\n") ? rest + "\u200B" : rest;
    }

    int lines() {
        return layout.getLineCount();
    }

    float height() {
        return lines() * lineHeight;
    }

    float lineHeight() {
        return lineHeight;
    }

    /** Of the letters. */
    float size() {
        return paint.getTextSize();
    }

    boolean endsEarly() {
        return endsEarly;
    }

    boolean rightToLeft() {
        return layout.getParagraphDirection(0) == Layout.DIR_RIGHT_TO_LEFT;
    }

    /** What is drawn, the ellipsis included. */
    String drawn() {
        return text;
    }

    void draw(Canvas canvas, float x, float y) {
        canvas.save();
        canvas.translate(x, y);
        layout.draw(canvas);
        canvas.restore();
    }

    /**
     * The text in at most so many lines, with an ellipsis where it is read last. The layout's own ellipsis forgets
     * paragraphs that follow, and in right-to-left text takes away letters that are not the last.
     */
    CardText endingAfter(int most) {
        if (lines() <= most) {
            return this;
        }
        // The start of the last line leaves room for the ellipsis, its end may not: the answer is between them.
        List<Integer> ends = lettersOf(layout.getLineStart(most - 1), layout.getLineEnd(most - 1));
        int fits = 0;
        int tooFar = ends.size();
        while (tooFar - fits > 1) {
            int middle = (fits + tooFar) / 2;
            if (ended(ends.get(middle)).lines() <= most) {
                fits = middle;
            } else {
                tooFar = middle;
            }
        }
        return ended(ends.get(fits));
    }

    /** Where the letters between two places begin, as a reader takes them for letters, and the end. */
    private List<Integer> lettersOf(int start, int end) {
        BreakIterator letters = BreakIterator.getCharacterInstance();
        letters.setText(text.substring(start, end));
        List<Integer> ends = new ArrayList<>();
        for (int at = letters.first(); at != BreakIterator.DONE; at = letters.next()) {
            ends.add(start + at);
        }
        return ends;
    }

    /** Neither a space nor a second kind of dots stands before the ellipsis. */
    private CardText ended(int end) {
        int last = end;
        while (last > 0 && blank(text.charAt(last - 1))) {
            last--;
        }
        if (last > 0 && ".,;:".indexOf(text.charAt(last - 1)) >= 0) {
            last--;
        }
        return new CardText(text.substring(0, last) + "…", paint, layout.getWidth(), lineHeight, true);
    }

    private static boolean blank(char c) {
        return c == '\n' || Character.isSpaceChar(c);
    }

    /** Gives every line the same height up to rounding, without the error adding up, its letters in the middle. */
    private static final class ExactHeight implements LineHeightSpan {
        private final float exact;
        private final float ascent;
        private final float descent;

        ExactHeight(TextPaint paint, float exact) {
            Paint.FontMetrics font = paint.getFontMetrics();
            this.exact = exact;
            this.ascent = -font.ascent;
            this.descent = font.descent;
        }

        @Override
        public void chooseHeight(
                CharSequence text, int start, int end, int spanTop, int top, Paint.FontMetricsInt line) {
            int number = Math.round(top / exact);
            int height = Math.round((number + 1) * exact) - top;
            line.ascent = -Math.round((height - ascent - descent) / 2 + ascent);
            line.descent = height + line.ascent;
            line.top = line.ascent;
            line.bottom = line.descent;
        }
    }
}
