package app.cuecard.tv.sound;

import static org.junit.Assert.assertEquals;

import java.util.Locale;
import org.junit.Test;

public class LanguageTest {

    @Test
    public void latinLettersSayNothing() {
        assertEquals(Locale.GERMANY, Language.of("Someone is at the door", Locale.GERMANY));
        assertEquals(Locale.GERMANY, Language.of("12:30 😀", Locale.GERMANY));
        assertEquals(Locale.GERMANY, Language.of("", Locale.GERMANY));
    }

    @Test
    public void scriptsGiveTheirLanguageAway() {
        String[][] texts = {
            {"ru", "Дверь открыта"}, {"uk", "Двері відчинено"}, {"el", "Η πόρτα είναι ανοιχτή"}, {"ar", "الباب مفتوح"},
            {"fa", "گربه پشت در است"}, {"hi", "दरवाज़ा खुला है"}, {"bn", "দরজা খোলা"}, {"ta", "கதவு திறந்துள்ளது"},
            {"te", "తలుపు తెరిచి ఉంది"}, {"th", "ประตูเปิดอยู่"}, {"ka", "კარი ღიაა"}, {"hy", "Դուռը բաց է"},
            {"ja", "玄関に誰かがいます"}, {"ja", "ドア"}, {"zh", "门口有人"}, {"ko", "문이 열려 있습니다"},
        };
        for (String[] text : texts) {
            assertEquals(text[1], text[0], Language.of(text[1], Locale.US).toLanguageTag());
        }
        assertEquals("he", Language.of("הדלת פתוחה", Locale.US).toLanguageTag());
    }

    @Test
    public void theScriptOfMostLettersCounts() {
        assertEquals(Locale.US, Language.of("The film Стекло", Locale.US));
        assertEquals("ru", Language.of("Фильм называется USB", Locale.US).getLanguage());
    }

    @Test
    public void aDeviceInThatLanguageKeepsItsCountry() {
        Locale taiwan = Locale.forLanguageTag("zh-TW");

        assertEquals(taiwan, Language.of("门口有人", taiwan));
        assertEquals(Locale.forLanguageTag("he-IL"), Language.of("הדלת פתוחה", Locale.forLanguageTag("he-IL")));
    }
}
