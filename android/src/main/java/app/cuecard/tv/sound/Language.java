package app.cuecard.tv.sound;

import java.lang.Character.UnicodeScript;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Guesses the language of a text from its script, as the TV page does. */
final class Language {
    private static final Map<UnicodeScript, String> READ_IN = Map.of(
            UnicodeScript.HANGUL, "ko",
            UnicodeScript.GREEK, "el",
            UnicodeScript.HEBREW, "he",
            UnicodeScript.DEVANAGARI, "hi",
            UnicodeScript.BENGALI, "bn",
            UnicodeScript.TAMIL, "ta",
            UnicodeScript.TELUGU, "te",
            UnicodeScript.THAI, "th",
            UnicodeScript.GEORGIAN, "ka",
            UnicodeScript.ARMENIAN, "hy");

    private Language() {}

    /** The language that most letters speak for. Latin ones say nothing: the device's own is the best guess then. */
    static Locale of(String text, Locale device) {
        Map<UnicodeScript, Integer> letters = new EnumMap<>(UnicodeScript.class);
        text.codePoints().filter(Character::isLetter).forEach(c -> letters.merge(script(c), 1, Integer::sum));
        UnicodeScript most = UnicodeScript.LATIN;
        for (UnicodeScript script : letters.keySet()) {
            if (letters.get(script) > letters.getOrDefault(most, 0)) {
                most = script;
            }
        }
        String language = language(most, text);
        boolean own = language == null || new Locale(language).getLanguage().equals(device.getLanguage());
        return own ? device : Locale.forLanguageTag(language);
    }

    /** Japanese is written in three scripts: its own two make the third Japanese, too. */
    private static UnicodeScript script(int letter) {
        UnicodeScript script = UnicodeScript.of(letter);
        return script == UnicodeScript.KATAKANA || script == UnicodeScript.HIRAGANA ? UnicodeScript.HAN : script;
    }

    private static String language(UnicodeScript script, String text) {
        return switch (script) {
            case HAN -> hasJapanese(text) ? "ja" : "zh";
            case CYRILLIC -> hasAny(text, "іїєґІЇЄҐ") ? "uk" : "ru";
            case ARABIC -> hasAny(text, "پچژگ") ? "fa" : "ar";
            default -> READ_IN.get(script);
        };
    }

    private static boolean hasJapanese(String text) {
        return text.codePoints()
                .mapToObj(UnicodeScript::of)
                .anyMatch(script -> script == UnicodeScript.HIRAGANA || script == UnicodeScript.KATAKANA);
    }

    private static boolean hasAny(String text, String letters) {
        return text.codePoints().anyMatch(c -> letters.indexOf(c) >= 0);
    }
}
