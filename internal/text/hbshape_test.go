package text

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// words are shaped here and by HarfBuzz's own program with the same font file.
var words = []struct{ script, words string }{
	{"Latin", "Příliš žluťoučký kůň naïve façade Việt đẹp ﬁnal office AVATAR Tołstoj Ærø þing ĳs ŒUVRE ʻokina Đồng ñandú ffl"},
	{"Latin marks", "e\u0301 a\u0308\u0304 o\u0302\u0301 x\u0302 q\u0307\u0323 n\u0303 z\u030c ü̃ Ą́ ė́"},
	{"Greek", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία ᾧ ἀγαθόν Ἀθῆναι ὕδωρ λόγος ΑΥΤΟΣ ῥόδον ὦμος"},
	{"Cyrillic", "Кто-то входной двери съешь ещё мягких булок Ґедзь їжак љубав њива джміль Ўладзімір ӘЛЕМ қазақ"},
	{"Arabic", "مرحبا بالعالم هناك شخص عند الباب الأمامي الساعة يرجى التحقق لا الله محمد ﷲ كتاب مَدْرَسَة قُرْآن فارسی پنجره گل چای ہے ئۇيغۇر ١٢٣٤"},
	{"Hebrew", "שלום עולם מישהו נמצא בדלת הקדמית בשעה בְּרֵאשִׁית אֱלֹהִים יְרוּשָׁלַיִם ״צה״ל״ כּוֹכָב שׁוּק"},
	{"Armenian", "Բարև ձեզ դուռը զանգ տեսախցիկ հայերեն և մարդ"},
	{"Georgian", "გამარჯობა კარი ზარი კამერა საქართველო ქართული ᲗᲑᲘᲚᲘᲡᲘ"},
	{"Devanagari", "हिन्दी सामने दरवाज़े पर कोई है कृपया कैमरा देखें क्षत्रिय श्री ज्ञान त्रिशूल र्\u200dय कर्म द्ध्र्य नमस्ते संस्कृतम् ॐ मराठी ऱ्य हृदय"},
	{"Bengali", "বাংলা সামনের দরজায় কেউ আছে ক্ষমা জ্ঞান শ্রী র্য কর্ম স্ত্রী বাঙালি ৎ উজ্জ্বল"},
	{"Gurmukhi", "ਪੰਜਾਬੀ ਦਰਵਾਜ਼ੇ ਕੋਈ ਹੈ ਕੈਮਰਾ ਵੇਖੋ ਸ੍ਰੀ ਗੁਰਮੁਖੀ ਪ੍ਰੇਮ ਖ਼ੁਸ਼"},
	{"Gujarati", "ગુજરાતી દરવાજા પર કોઈ છે કેમેરા જુઓ શ્રી ક્ષમા જ્ઞાન કર્મ સ્ત્રી"},
	{"Odia", "ଓଡ଼ିଆ ଦ୍ୱାରରେ କିଏ ଅଛି କ୍ୟାମେରା ଦେଖନ୍ତୁ ଶ୍ରୀ କ୍ଷମା କର୍ମ"},
	{"Tamil", "தமிழ் யாரோ கதவில் உள்ளனர் ஸ்ரீ கௌரவம் கோயில் லை க்ஷ நன்றி"},
	{"Telugu", "తెలుగు తలుపు వద్ద ఎవరో ఉన్నారు శ్రీ క్షమ కర్మ స్త్రీ జ్ఞానం"},
	{"Kannada", "ಕನ್ನಡ ಬಾಗಿಲಲ್ಲಿ ಯಾರೋ ಇದ್ದಾರೆ ಶ್ರೀ ಕ್ಷಮೆ ಕರ್ಮ ಸ್ತ್ರೀ ಜ್ಞಾನ"},
	{"Malayalam", "മലയാളം വാതിൽക്കൽ ആരോ ഉണ്ട് ശ്രീ ക്ഷമ കർമ്മം സ്ത്രീ ജ്ഞാനം ന്റെ"},
	{"Sinhala", "සිංහල දොරකඩ කවුරු හරි ඉන්නවා ශ්\u200dරී ක්\u200dරමය කර්මය ලංකාව"},
	{"Thai", "ภาษาไทย มีคนอยู่ที่ประตูหน้าบ้าน กรุณา ตรวจสอบ น้ำ ปิ่น ญี่ปุ่น ฐานันดร กี๊ เก้าอี้ ๑๒๓"},
	{"Lao", "ພາສາລາວ ມີຄົນຢູ່ປະຕູ ກະລຸນາ ກວດສອບ ນໍ້າ ຫຼວງ ໝາ"},
	{"Khmer", "ភាសាខ្មែរ មានមនុស្ស នៅមាត់ទ្វារ សូមពិនិត្យ កាមេរ៉ា ស្ត្រី ព្រះ ក្រុម"},
	{"Burmese", "မြန်မာ တံခါးဝ လူရှိသည် ကင်မရာ ကြည့်ပါ င်္ဂ သင်္ဘော ဗုဒ္ဓ ကျွန်ုပ်"},
	{"Tibetan", "བོད་ཡིག སྒོ་འདུག བཀྲ་ཤིས་ བདེ་ལེགས རྒྱལ་པོ"},
	{"Ethiopic", "አማርኛ በሩ ላይ ሰው አለ ካሜራ ተመልከት ፩፪፫"},
	{"Han", "门铃响了 有人在前门 請注意 查看攝影機 骨直海"},
	{"Kana", "カメラ てください テスト がぎ ギター ばか か゚"},
	{"Hangul", "현관에 누군가 있습니다 카메라를 확인하세요 한글 각"},
	{"Syriac", "ܣܘܪܝܝܐ ܫܠܡܐ ܬܪܥܐ ܐܢܫ"},
	{"Thaana", "ދިވެހި ދޮރުކައިރި މީހެއް"},
	{"N’Ko", "ߒߞߏ ߛߓߍߛߎ߲ ߡߐ߱"},
	{"Mongolian", "ᠮᠣᠩᠭᠣᠯ ᠬᠦᠮᠦᠨ ᠪᠠᠢᠨ\u180eᠠ"},
	{"Cherokee", "ᏣᎳᎩ ᎣᏏᏲ ᎠᏂ"},
	{"Canadian", "ᐃᓄᒃᑎᑐᑦ ᐅᒃᑯᐊᖅ ᓄᓇᕗᑦ"},
	{"Tifinagh", "ⵜⵉⴼⵉⵏⴰⵖ ⴰⵣⵓⵍ"},
	{"Emoji", "😀 👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪🇯🇵🇺🇦 👍🏽 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👨🏿‍🚀 ⚠️ ✅ 🫠 👩🏽‍💻 #️⃣"},
}

// explained are the words that differ, with the reason.
var explained = map[string]string{}

func needs(t *testing.T, what string, there bool) {
	t.Helper()
	if there {
		return
	}
	if os.Getenv("CI") == "" {
		t.Skip(what + " is not installed")
	}
	t.Fatal(what + " is not installed")
}

func TestGlyphsAreThoseOfHarfBuzz(t *testing.T) {
	_, err := exec.LookPath("hb-shape")
	needs(t, "hb-shape (Debian's libharfbuzz-bin)", err == nil)
	f := systemFonts(t)
	type asked struct{ word, ours string }
	by := map[string][]asked{} // by the arguments
	count := 0
	for _, w := range words {
		for _, word := range strings.Fields(w.words) {
			p := &f.paragraph
			p.set(f, word, Style{Size: 16})
			p.reach(len(p.text))
			if len(p.runs) != 1 {
				t.Errorf("%s: %q is %d runs", w.script, word, len(p.runs))
				continue
			}
			r := p.runs[0]
			var b strings.Builder
			for i, g := range p.glyphs {
				if i > 0 {
					b.WriteByte('|')
				}
				fmt.Fprintf(&b, "%d=%d", g.id, g.cluster)
				if g.x != 0 || g.y != 0 {
					fmt.Fprintf(&b, "@%d,%d", g.x, g.y)
				}
				fmt.Fprintf(&b, "+%d", g.advance)
			}
			args := "--no-glyph-names --font-file=" + r.face.path
			if lang := p.language(r.script); lang != "" {
				args += " --language=" + string(lang)
			}
			if r.level == 2 {
				args += " --direction=ltr" // numbers: HarfBuzz alone knows no bidi
			}
			by[args] = append(by[args], asked{word, b.String()})
			count++
		}
	}
	for args, all := range by {
		var in strings.Builder
		for _, a := range all {
			in.WriteString(a.word + "\n")
		}
		hb := exec.Command("hb-shape", strings.Fields(args)...)
		hb.Stdin = strings.NewReader(in.String())
		out, err := hb.Output()
		if err != nil {
			t.Fatalf("hb-shape %v: %v", args, err)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		for i, a := range all {
			theirs := strings.Trim(lines[i], "[]")
			if same := theirs == a.ours; !same && explained[a.word] == "" {
				t.Errorf("%q by %s:\n ours   %s\n theirs %s", a.word, args, a.ours, theirs)
			} else if same && explained[a.word] != "" {
				t.Errorf("%q differs no more: strike it from the table", a.word)
			}
		}
	}
	if count < 300 || len(words) < 20 {
		t.Errorf("%d words of %d scripts", count, len(words))
	}
	t.Logf("%d words of %d scripts", count, len(words))
}
