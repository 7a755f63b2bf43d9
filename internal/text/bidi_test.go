package text

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// unicodeBidiTest is where Debian's unicode-data has Unicode's own test of UAX 9.
const unicodeBidiTest = "/usr/share/unicode/BidiCharacterTest.txt"

func TestLevelsAreUnicodesOwn(t *testing.T) {
	file, err := os.Open(unicodeBidiTest)
	needs(t, "Unicode's test (Debian's unicode-data)", err == nil)
	defer file.Close()
	var l levels
	checked, wrong := 0, 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Split(lines.Text(), ";")
		if len(fields) < 5 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		var text []rune
		for _, code := range strings.Fields(fields[0]) {
			r, _ := strconv.ParseUint(code, 16, 32)
			text = append(text, rune(r))
		}
		if slices.ContainsFunc(text, func(r rune) bool { return r == 0x2029 || r == '\t' }) {
			continue // tabs and ends of paragraphs never come this far
		}
		checked++
		if fields[1] == "2" {
			l.resolve(text)
		} else {
			l.classify(text)
			l.base = fields[1][0] - '0'
			l.explicit()
			l.sequences(text)
		}
		if strconv.Itoa(int(l.base)) != fields[2] {
			t.Errorf("%s: paragraph level %d, not %s", fields[0], l.base, fields[2])
		}
		end := len(text) // L1 is the line's business: spaces at its end are not drawn
		for end > 0 && (slices.Contains([]rune{' ', 0x2028}, text[end-1]) || text[end-1] >= 0x2066 && text[end-1] <= 0x2069) {
			end--
		}
		for i, want := range strings.Fields(fields[3])[:end] {
			if want != "x" && want != strconv.Itoa(int(l.of[i])) {
				wrong++
				t.Errorf("%s: levels %v, not %s", fields[0], l.of, fields[3])
				break
			}
		}
		if wrong > 20 {
			t.FailNow()
		}
	}
	if checked < 30000 {
		t.Errorf("only %d texts checked", checked)
	}
}
