package app.cuecard.tv.sound;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;

/** Cuts a text into pieces that an engine takes at once: after a sentence, else between words, else anywhere. */
final class Passages {
    private Passages() {}

    static List<String> of(String text, int longest) {
        List<String> passages = new ArrayList<>();
        BreakIterator sentences = BreakIterator.getSentenceInstance();
        BreakIterator words = BreakIterator.getWordInstance();
        sentences.setText(text);
        words.setText(text);
        int start = 0;
        while (text.length() - start > longest) {
            int end = before(sentences, start, start + longest);
            end = end > start ? end : before(words, start, start + longest);
            end = end > start ? end : hard(text, start, start + longest);
            add(passages, text.substring(start, end));
            start = end;
        }
        add(passages, text.substring(start));
        return passages;
    }

    private static int before(BreakIterator breaks, int start, int end) {
        int at = breaks.isBoundary(end) ? end : breaks.preceding(end);
        return Math.max(start, at);
    }

    /** Never between the two halves of a letter. */
    private static int hard(String text, int start, int end) {
        return end - start > 1 && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
    }

    private static void add(List<String> passages, String passage) {
        if (!passage.trim().isEmpty()) {
            passages.add(passage);
        }
    }
}
