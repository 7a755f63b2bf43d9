package text

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestThaiBreaksBetweenWords(t *testing.T) {
	f := embeddedFonts(t)
	for _, want := range []string{
		"มี|คน|อยู่|ที่|ประตู|หน้า|บ้าน",
		"ซัก|ผ้า|เสร็จ|แล้ว",
		"กรุณา|ตรวจ|สอบ|กล้อง|วงจรปิด",
		"ฝน|จะ|ตก|ตอน|บ่าย",
		"เปิด|โทรทัศน์|แล้ว|ปิด|ไฟ",
		"ประเทศไทย|มี|อากาศ|ร้อน",
		"แบตเตอรี่|ต่ำ",
		"ฉัน|รัก|ภาษา|ไทย",
		"รถ|โรงเรียน|มา|ถึง|แล้ว",
	} {
		got := stopped(f, strings.ReplaceAll(want, "|", ""), free)
		if got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// stopped is the text with a bar wherever a line may end that well.
func stopped(f *Fonts, s string, least stop) string {
	p := &f.paragraph
	p.set(f, s, body)
	var b strings.Builder
	for i, r := range p.text {
		if i > 0 && p.stops[i] >= least {
			b.WriteByte('|')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func TestThaiWordsAreThoseOfTheListAsItWasPublished(t *testing.T) {
	r, err := gzip.NewReader(bytes.NewReader(thaiWords))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, r); err != nil {
		t.Fatal(err)
	}
	equal(t, "the checksum in thai/README.md", fmt.Sprintf("%x", sum.Sum(nil)), "6bf8bbdc28e34eb3cba996f1644028380aac89eba4f907f5175fe70880b3cd9c")
	w, err := readWords(thaiWords)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(w.starts) - 1; n < 26300 {
		t.Errorf("%d words", n)
	}
	var found []string
	w.at([]rune("ประเทศไทยนี้"), func(n int) { found = append(found, string([]rune("ประเทศไทยนี้")[:n])) })
	if want := []string{"ปร", "ประ", "ประเทศ", "ประเทศไทย"}; !slices.Equal(found, want) {
		t.Errorf("%q, not %q", found, want)
	}
}

func TestLaoKhmerAndBurmeseBreakBetweenSyllables(t *testing.T) {
	f := embeddedFonts(t)
	for _, want := range []string{
		"ມີ|ຄົນ|ຢູ່|ປະ|ຕູ|ໜ້າ|ບ້ານ|ກະ|ລຸ|ນາກວດສອບ|ກ້ອງວົງຈອນ|ປິດ|ເພື່ອຄວາມປອດ|ໄພ",
		"ຊັກ|ຜ້າ|ແລ້ວໆ",
		"មានមនុស្សនៅ|មាត់|ទ្វារ|សូម|ពិ|និត្យមើល|កា|មេ|រ៉ា|សុវត្ថិ|ភាព",
		"ម៉ា|ស៊ីន|បោក|ខោ|អាវ|រួច|រាល់|ហើយ",
		"တံ|ခါး|ဝ|မှာ|လူ|ရှိ|သည်|ကင်|မ|ရာ|ကို|ကြည့်|ပါ",
		"အ|ဝတ်|လျှော်|ပြီး|ပါ|ပြီ",
	} {
		if got := stopped(f, strings.ReplaceAll(want, "|", ""), soft); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

func TestAThaiNameThatIsNoWordBreaksAtASyllable(t *testing.T) {
	f := embeddedFonts(t)
	const name = "ฌฌิฌฌึฌฌีฌฌิฌฌึฌฌี"
	if got := stopped(f, name, soft); !strings.Contains(got, "|") || strings.Contains(got, "|ิ") || strings.Contains(got, "|ี") {
		t.Errorf("%s", got)
	}
	equal(t, "the name with stops between words", stopped(f, name, free), name)
}
