package app.cuecard.tv;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.Test;

/** Holds the app's packages to their design. */
public class RoomsTest {
    private static final String APP = "app.cuecard.tv";
    private static final Path SOURCES = Path.of("src/main/java", APP.split("\\."));

    /** Which package may know which; the app's own, with the empty name, brings them together. */
    private static final Map<String, Set<String>> KNOWS = Map.of(
            "", Set.of("screen", "card", "sound", "core"),
            "screen", Set.of("core"),
            "core", Set.of(),
            "card", Set.of(),
            "sound", Set.of());

    /** What stands in the app's own package and knows nothing: the resources, and a mark for the build. */
    private static final Set<String> FOR_ALL = Set.of("R", "SinceApi");

    /** Also without an import, by the full name. */
    private static final Pattern NAMED = Pattern.compile("\\bapp\\.cuecard\\.tv\\.(?:([a-z]+)\\.)?([A-Z]\\w*|\\*)");

    private record Source(Path file, String room, String text) {}

    private static List<Source> sources() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(RoomsTest::read)
                    .collect(Collectors.toList());
        }
    }

    private static Source read(Path file) {
        try {
            String room = SOURCES.relativize(file.getParent()).toString();
            return new Source(file, room, Files.readString(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    public void importsRunOneWay() throws IOException {
        Set<String> wrong = new TreeSet<>();
        int seen = 0;
        for (Source source : sources()) {
            Set<String> known = KNOWS.get(source.room);
            String code = source.text.replaceAll("\"[^\"\n]*\"", "\"\"");
            for (MatchResult named : NAMED.matcher(code).results().toList()) {
                String room = named.group(1) == null ? "" : named.group(1);
                boolean free = room.isEmpty() && FOR_ALL.contains(named.group(2));
                if (!room.equals(source.room) && !free && !known.contains(room)) {
                    wrong.add(SOURCES.relativize(source.file) + " knows " + named.group());
                }
                seen++;
            }
        }
        assertTrue("imports were found", seen > 50);
        assertEquals(Set.of(), wrong);
    }

    @Test
    public void everyPackageIsPartOfTheDesignAndSaysWhatItKnows() throws IOException {
        Set<String> said = new TreeSet<>();
        Set<String> there = new TreeSet<>();
        for (Source source : sources()) {
            there.add(source.room);
            if (source.file.endsWith("package-info.java")) {
                assertTrue(source.room, source.text.startsWith("/**") && source.text.contains("never"));
                said.add(source.room);
            }
        }
        assertEquals(new TreeSet<>(KNOWS.keySet()), there);
        assertEquals(there, said);
    }

    @Test
    public void onlyWhatAnotherPackageOrTheSystemUsesIsPublic() throws IOException {
        List<Source> all = sources();
        String manifest = Files.readString(Path.of("src/main/AndroidManifest.xml"));
        Pattern open = Pattern.compile("^public [a-z@ ]*(?:class|record|interface) (\\w+)", Pattern.MULTILINE);
        Set<String> forNobody = new TreeSet<>();
        for (Source source : all) {
            for (MatchResult found : open.matcher(source.text).results().toList()) {
                Pattern name = Pattern.compile("\\b" + found.group(1) + "\\b");
                boolean used = all.stream()
                        .filter(other -> !other.room.equals(source.room))
                        .anyMatch(other -> name.matcher(other.text).find());
                if (!used && !name.matcher(manifest).find()) {
                    forNobody.add(found.group(1));
                }
            }
        }
        assertEquals(Set.of(), forNobody);
    }
}
