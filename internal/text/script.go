package text

import (
	"github.com/go-text/typesetting/language"
)

// Script is one line of what `cuecard doctor` says about fonts.
type Script struct {
	Name    string // Arabic
	Sample  string // a few of its letters
	Font    string // the family that serves it; "": none
	Package string // the Debian package that has one
}

const (
	notoCore  = "fonts-noto-core"
	notoCJK   = "fonts-noto-cjk"
	notoEmoji = "fonts-noto-color-emoji"
)

// scripts are those that have a font of their own. A family is written as its files are: NotoSansArabic-Regular.ttf.
// Those without a sample are served and not told about.
var scripts = []struct {
	script language.Script
	name   string
	family string
	sample string
	pack   string
}{
	{language.Latin, "Latin", "NotoSans", "Aaž", notoCore},
	{language.Greek, "Greek", "NotoSans", "Ωμέγα", notoCore},
	{language.Cyrillic, "Cyrillic", "NotoSans", "Жук", notoCore},
	{language.Arabic, "Arabic", "NotoSansArabic", "مرحبا", notoCore},
	{language.Hebrew, "Hebrew", "NotoSansHebrew", "שלום", notoCore},
	{language.Armenian, "Armenian", "NotoSansArmenian", "Բարև", notoCore},
	{language.Georgian, "Georgian", "NotoSansGeorgian", "გამარჯობა", notoCore},
	{language.Devanagari, "Devanagari", "NotoSansDevanagari", "नमस्ते", notoCore},
	{language.Bengali, "Bengali", "NotoSansBengali", "বাংলা", notoCore},
	{language.Gurmukhi, "Gurmukhi", "NotoSansGurmukhi", "ਪੰਜਾਬੀ", notoCore},
	{language.Gujarati, "Gujarati", "NotoSansGujarati", "ગુજરાતી", notoCore},
	{language.Oriya, "Odia", "NotoSansOriya", "ଓଡ଼ିଆ", notoCore},
	{language.Tamil, "Tamil", "NotoSansTamil", "தமிழ்", notoCore},
	{language.Telugu, "Telugu", "NotoSansTelugu", "తెలుగు", notoCore},
	{language.Kannada, "Kannada", "NotoSansKannada", "ಕನ್ನಡ", notoCore},
	{language.Malayalam, "Malayalam", "NotoSansMalayalam", "മലയാളം", notoCore},
	{language.Sinhala, "Sinhala", "NotoSansSinhala", "සිංහල", notoCore},
	{language.Thai, "Thai", "NotoSansThai", "ภาษาไทย", notoCore},
	{language.Lao, "Lao", "NotoSansLao", "ລາວ", notoCore},
	{language.Khmer, "Khmer", "NotoSansKhmer", "ខ្មែរ", notoCore},
	{language.Myanmar, "Burmese", "NotoSansMyanmar", "မြန်မာ", notoCore},
	{language.Tibetan, "Tibetan", "NotoSerifTibetan", "བོད་ཡིག", notoCore},
	{language.Ethiopic, "Ethiopic", "NotoSansEthiopic", "አማርኛ", notoCore},
	{language.Han, "Chinese", "NotoSansCJK", "中文", notoCJK},
	{language.Hiragana, "Japanese", "NotoSansCJK", "かな", notoCJK},
	{language.Katakana, "", "NotoSansCJK", "", ""},
	{language.Bopomofo, "", "NotoSansCJK", "", ""},
	{language.Hangul, "Korean", "NotoSansCJK", "한글", notoCJK},
	{language.Mongolian, "Mongolian", "NotoSansMongolian", "ᠮᠣᠩ", notoCore},
	{language.Syriac, "Syriac", "NotoSansSyriac", "ܣܘܪ", notoCore},
	{language.Thaana, "Thaana", "NotoSansThaana", "ދިވެހި", notoCore},
	{language.Nko, "N’Ko", "NotoSansNKo", "ߒߞߏ", notoCore},
	{language.Tifinagh, "Tifinagh", "NotoSansTifinagh", "ⵜⵉⴼ", notoCore},
	{language.Cherokee, "Cherokee", "NotoSansCherokee", "ᏣᎳᎩ", notoCore},
	{language.Canadian_Aboriginal, "Canadian syllabics", "NotoSansCanadianAboriginal", "ᐃᓄᒃ", notoCore},
	{language.Javanese, "", "NotoSansJavanese", "", ""},
	{language.Balinese, "", "NotoSansBalinese", "", ""},
	{language.Sundanese, "", "NotoSansSundanese", "", ""},
	{language.Tagalog, "", "NotoSansTagalog", "", ""},
	{language.Adlam, "", "NotoSansAdlam", "", ""},
	{language.Vai, "", "NotoSansVai", "", ""},
	{language.Yi, "", "NotoSansYi", "", ""},
	{language.Lisu, "", "NotoSansLisu", "", ""},
	{language.Ol_Chiki, "", "NotoSansOlChiki", "", ""},
	{language.Meetei_Mayek, "", "NotoSansMeeteiMayek", "", ""},
	{language.New_Tai_Lue, "", "NotoSansNewTaiLue", "", ""},
	{language.Tai_Le, "", "NotoSansTaiLe", "", ""},
	{language.Tai_Tham, "", "NotoSansTaiTham", "", ""},
	{language.Cham, "", "NotoSansCham", "", ""},
	{language.Coptic, "", "NotoSansCoptic", "", ""},
	{language.Gothic, "", "NotoSansGothic", "", ""},
	{language.Runic, "", "NotoSansRunic", "", ""},
	{language.Ogham, "", "NotoSansOgham", "", ""},
	{language.Hanifi_Rohingya, "", "NotoSansHanifiRohingya", "", ""},
}

// anywhere are the families for runes of no script, in this order.
var anywhere = []string{"NotoSansSymbols2", "NotoSansSymbols", "NotoSansMath", "NotoMusic", "NotoSansCJK"}

// emojiFamilies may hold emoji in colour.
var emojiFamilies = []string{"NotoColorEmoji", "TwitterColorEmoji", "Twemoji", "TwemojiMozilla", "JoyPixels"}

func familyOf(s language.Script) string {
	for i := range scripts {
		if scripts[i].script == s {
			return scripts[i].family
		}
	}
	return ""
}

// Coverage says for every script of the table, and for emoji, which font serves it. It opens the fonts to see.
func (f *Fonts) Coverage() []Script {
	var all []Script
	for _, s := range scripts {
		if s.sample == "" {
			continue
		}
		line := Script{Name: s.name, Sample: s.sample, Package: s.pack}
		for i, r := range s.sample {
			fc := f.choose([]rune{r}, s.script, false)
			if fc == nil {
				line.Font = ""
				break
			}
			if i == 0 {
				line.Font = fc.family
			}
		}
		all = append(all, line)
	}
	line := Script{Name: "Emoji", Sample: "😀", Package: notoEmoji}
	if fc := f.emojiFace(); fc != nil {
		line.Font = fc.family
	}
	return append(all, line)
}

// spread gives every rune the script it is shaped in: a rune of no script has that of the rune before it, and at the
// start of the paragraph that of the first that has one.
func spread(text []rune, to []language.Script) {
	current := language.Common
	for i, r := range text {
		s := language.Latin
		if r >= 0x80 || !(r|0x20 >= 'a' && r|0x20 <= 'z') {
			s = language.LookupScript(r)
		}
		if !s.Strong() {
			s = current
		} else if current == language.Common {
			for k := range i {
				to[k] = s
			}
		}
		current, to[i] = s, s
	}
}
