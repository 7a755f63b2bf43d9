package app.cuecard.tv.screen;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Everything that people read is there in every language. */
public class StringsTest {
    private static final Pattern PLACE = Pattern.compile("%(\\d\\$)?[ds%]");

    @Test
    public void everyTextHasAGermanOneWithTheSamePlacesForValues() throws Exception {
        TreeMap<String, String> english = texts("values", false);
        TreeMap<String, String> german = texts("values-de", false);
        assertTrue("texts were found", english.size() > 100);
        assertEquals(english.keySet(), german.keySet());
        english.forEach((name, text) -> {
            assertEquals(name, places(text), places(german.get(name)));
            assertFalse(name, german.get(name).isBlank());
        });
    }

    @Test
    public void whatIsTheSameEverywhereIsNotTranslated() throws Exception {
        Set<String> twice = new TreeSet<>(texts("values", true).keySet());
        twice.retainAll(texts("values-de", false).keySet());
        assertEquals(Set.of(), twice);
    }

    /** The texts of a folder by name, either those that are not to be translated or the others. */
    private static TreeMap<String, String> texts(String folder, boolean fixed) throws Exception {
        TreeMap<String, String> texts = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("src/main/res", folder), "*.xml")) {
            for (Path file : files) {
                NodeList strings = parse(file.toFile());
                for (int i = 0; i < strings.getLength(); i++) {
                    Element text = (Element) strings.item(i);
                    if (text.getAttribute("translatable").equals("false") == fixed) {
                        texts.put(text.getAttribute("name"), text.getTextContent());
                    }
                }
            }
        }
        return texts;
    }

    private static NodeList parse(File file) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file)
                .getElementsByTagName("string");
    }

    private static Set<String> places(String text) {
        Set<String> places = new TreeSet<>();
        Matcher matcher = PLACE.matcher(text);
        while (matcher.find()) {
            places.add(matcher.group());
        }
        return places;
    }
}
