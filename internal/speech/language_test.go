package speech

import "testing"

func TestTheScriptGivesTheLanguageAway(t *testing.T) {
	for _, c := range []struct{ text, device, want string }{
		{"Someone is at the door", "de-at", "de-at"},
		{"12:30", "de", "de"},
		{"Кто-то у двери", "en", "ru"},
		{"Хтось біля дверей", "en", "uk"},
		{"有人在门口", "en", "zh"},
		{"誰かがドアの前にいます", "en", "ja"},
		{"현관에 누군가 있습니다", "en", "ko"},
		{"Κάποιος είναι στην πόρτα", "en", "el"},
		{"מישהו בדלת", "en", "he"},
		{"شخص عند الباب", "en", "ar"},
		{"چه کسی پشت در است", "en", "fa"},
		{"दरवाज़े पर कोई है", "en", "hi"},
		{"দরজায় কেউ আছে", "en", "bn"},
		{"கதவில் யாரோ", "en", "ta"},
		{"తలుపు వద్ద", "en", "te"},
		{"มีคนอยู่ที่ประตู", "en", "th"},
		{"კართან ვიღაცაა", "en", "ka"},
		{"Դռան մոտ մարդ կա", "en", "hy"},
		{"ਦਰਵਾਜ਼ੇ ਤੇ ਕੋਈ ਹੈ", "en", "pa"},
		{"દરવાજા પર કોઈ છે", "en", "gu"},
		{"ದ್ವಾರದಲ್ಲಿ ಯಾರೋ", "en", "kn"},
		{"വാതിൽക്കൽ ആരോ", "en", "ml"},
		{"දොරකඩ කවුරු", "en", "si"},
		{"တံခါးဝ", "en", "my"},
		{"በሩ ላይ ሰው አለ", "en", "am"},
		{"Kamera включена", "en", "ru"},
		{"The word дом means house", "en", "en"},
		{"你好", "zh-tw", "zh-tw"},
		{"😀", "fr", "fr"},
	} {
		if got := guess(c.text, c.device); got != c.want {
			t.Errorf("on a device in %s %q is taken for %s, want %s", c.device, c.text, got, c.want)
		}
	}
}

func TestTheOwnersLanguageIsNotGuessed(t *testing.T) {
	if got := language("Кто-то у двери", "bg"); got != "bg" {
		t.Errorf("the owner wants bg and gets %s", got)
	}
	if got := language("Кто-то у двери", "de\r\nSPEAK"); got != "ru" {
		t.Errorf("what is no language becomes %s", got)
	}
}

func TestTheDevicesLanguageIsThatOfItsMessages(t *testing.T) {
	for _, c := range []struct{ all, messages, lang, want string }{
		{"", "", "pt_BR.UTF-8", "pt-br"},
		{"", "de_DE@euro", "en_US.UTF-8", "de-de"},
		{"fr_CH", "de_DE", "en_US", "fr-ch"},
		{"", "", "C.UTF-8", "en"},
		{"", "", "", "en"},
		{"C", "", "de_DE", "en"},
		{"", "", "../../etc", "en"},
	} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_MESSAGES", c.messages)
		t.Setenv("LANG", c.lang)
		if got := deviceLanguage(); got != c.want {
			t.Errorf("%+v: the device speaks %s", c, got)
		}
	}
}

func TestOnlyTagsAreLanguages(t *testing.T) {
	for name, want := range map[string]bool{"de": true, "pt-BR": true, "zh_Hant_TW": true, "en-gb-x-rp": true, "": false, "C": false, "POSIX": false, "-v": false, "de-": false,
		"de --help": false, "d3": false, "en-../../x": false, "en-\u00e9": false, "abcdefghi": false} {
		if IsLanguage(name) != want {
			t.Errorf("%q is a language: %v", name, !want)
		}
	}
}
