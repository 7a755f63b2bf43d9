package speech

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestWhatCannotBeReadIsLeftOut(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Someone is there", "Someone is there"},
		{"  two \t\r words  ", "two\nwords"},
		{"one\r\n\r\ntwo", "one\ntwo"},
		{"\x01 50S loud\x1b[31m\x00 \x7f", "50S loud [31m"},
		{"--help", "--help"},
		{"<speak><b>bold</b></speak> & more", "<speak><b>bold</b></speak> & more"},
		{"[[h@loU]] [[[x]]]", "[ [h@loU]] [ [ [x]]]"},
		{"a\u202eb\u2066c\ufeffd\u00ade", "abcde"},
		{"\xff\xfebroken\xc3", "broken"},
		{"می\u200cخواهم", "می\u200cخواهم"},
		{"❤\ufe0f 👩\u200d🚀😀🔥", "❤ 👩 🚀 😀 🔥"},
		{"🇩🇪🇫🇷👍🏽", "🇩🇪🇫🇷 👍🏽"},
		{"z" + strings.Repeat("\u0336\u0322", 50) + "algo", "z\u0336\u0322\u0336\u0322algo"},
		{"---------- done !!!!!!", "--- done !!!"},
		{"aaaaaa 111111", "aaaaaa 111111"},
		{"\ue000\U000f0000\U0010ffff\u0378", ""},
		{"...", ""},
		{" \n\t\x00", ""},
		{"5", "5"},
		{"🔥", "🔥"},
		{"", ""},
	} {
		if got := readable(c.text); got != c.want {
			t.Errorf("%+q is read as %+q, want %+q", c.text, got, c.want)
		}
	}
	if n := utf8.RuneCountInString(readable(strings.Repeat("ab ", 100_000))); n > 2*most {
		t.Errorf("%d characters are read of a text that never ends", n)
	}
}

func FuzzReadable(f *testing.F) {
	for _, c := range hostile() {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := readable(text)
		if !utf8.ValidString(got) || strings.Contains(got, "[[") || utf8.RuneCountInString(got) > 2*most {
			t.Fatalf("%+q became %+q", text, got)
		}
		marks := 0
		for _, r := range got {
			if r != '\n' && unicode.IsControl(r) {
				t.Fatalf("%+q still has %U", text, r)
			}
			if marks++; !unicode.Is(unicode.M, r) {
				marks = 0
			}
			if marks > mostMarks {
				t.Fatalf("%+q still has %d marks on one letter", text, marks)
			}
		}
		if again := readable(got); again != got {
			t.Fatalf("%+q becomes %+q when it is read again", got, again)
		}
		_ = guess(text, "en")
	})
}

// hostile are texts that somebody might try, of up to 2,000 characters.
func hostile() []struct{ name, text string } {
	many := func(s string) string { return string([]rune(strings.Repeat(s, 2000))[:2000]) }
	every := &strings.Builder{}
	for r := range rune(2000) {
		every.WriteRune(r)
	}
	astral := &strings.Builder{}
	for r := rune(0x1f000); r < 0x1f000+2000; r++ {
		astral.WriteRune(r)
	}
	return []struct{ name, text string }{
		{"one letter", many("a")},
		{"consonants", many("xqzk")},
		{"digits", many("9")},
		{"signs", many("%$#@&*")},
		{"brackets", many("[[")},
		{"markup", many(`<voice name="de"><break time="9999s"/>`)},
		{"broken markup", many("<![CDATA[&&&;<")},
		{"an option", "--version -v de -w /tmp/cuecard-owned.wav " + many("-")},
		{"a shell", "$(touch /tmp/cuecard-owned); `id` | \"'\\"},
		{"commands of the engine", many("\x01+20S\x1b\x02")},
		{"a dot on a line", ".\n..\nCANCEL ALL\r\n.\r\nQUIT\r\n"},
		{"emoji", many("😀🔥👩‍👩‍👧‍👦🏳️‍🌈🇩🇪👍🏽")},
		{"zalgo", many("h̶̢̛̗͙e̷̛͍l̸̨̰l̵̢o̴")},
		{"the first 2,000", every.String()},
		{"pictures", astral.String()},
		{"not UTF-8", strings.Repeat("\xff\xc3(\xed\xa0\x80ab ", 200)},
		{"directions", many("a\u202eb\u2067c\u200f")},
		{"lines", many("a\n")},
		{"spaces", many("a\u00a0\u3000\u2003")},
		{"20 scripts", many("Hello Привет Γειά שלום مرحبا नमस्ते হ্যালো ਸਤ હેલો ନମ வணக்கம் నమస్తే ನಮಸ್ಕಾರ നമസ്തേ ආයුබෝවන් สวัสดี გამარჯობა Բարև 안녕 こんにちは 你好 ሰላም မင်္ဂလာပါ ")},
		{"nothing", many("\u200b")},
	}
}
