package paint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cuecard.app/internal/text"
)

const (
	notoCore  = "fonts-noto-core"
	notoEmoji = "fonts-noto-color-emoji"
	notoCJK   = "fonts-noto-cjk"
)

// goldenFonts are all fonts that golden pictures are made with, and the Debian package of each. No other font of the
// machine is looked at.
var goldenFonts = []struct{ file, pack string }{
	{"truetype/noto/NotoSans-Regular.ttf", notoCore},
	{"truetype/noto/NotoSans-Bold.ttf", notoCore},
	{"truetype/noto/NotoSansArabic-Regular.ttf", notoCore},
	{"truetype/noto/NotoSansArabic-Bold.ttf", notoCore},
	{"truetype/noto/NotoSansHebrew-Regular.ttf", notoCore},
	{"truetype/noto/NotoSansHebrew-Bold.ttf", notoCore},
	{"truetype/noto/NotoSansDevanagari-Regular.ttf", notoCore},
	{"truetype/noto/NotoSansDevanagari-Bold.ttf", notoCore},
	{"truetype/noto/NotoSansBengali-Regular.ttf", notoCore},
	{"truetype/noto/NotoSansBengali-Bold.ttf", notoCore},
	{"truetype/noto/NotoSansTamil-Regular.ttf", notoCore},
	{"truetype/noto/NotoSansTamil-Bold.ttf", notoCore},
	{"truetype/noto/NotoSansThai-Regular.ttf", notoCore},
	{"truetype/noto/NotoSansThai-Bold.ttf", notoCore},
	{"truetype/noto/NotoSansSymbols-Regular.ttf", notoCore},
	{"truetype/noto/NotoSansSymbols-Bold.ttf", notoCore},
	{"truetype/noto/NotoSansSymbols2-Regular.ttf", notoCore},
	{"truetype/noto/NotoColorEmoji.ttf", notoEmoji},
	{"opentype/noto/NotoSansCJK-Regular.ttc", notoCJK},
	{"opentype/noto/NotoSansCJK-Bold.ttc", notoCJK},
}

// goldenPainter has the fonts above alone. Another version of one is told by its checksum: its letters would be
// blamed on the painter.
func goldenPainter(t testing.TB) *Painter {
	t.Helper()
	if testing.Short() {
		t.Skip("the system's fonts are left out of a short test")
	}
	dir, sums := t.TempDir(), strings.Builder{}
	missing := map[string]bool{}
	for _, font := range goldenFonts {
		path := filepath.Join("/usr/share/fonts", font.file)
		sum, err := checksum(path)
		if err != nil {
			missing[font.pack] = true
			continue
		}
		fmt.Fprintf(&sums, "%s  %s  %s\n", sum, filepath.Base(path), font.pack)
		if err := os.Symlink(path, filepath.Join(dir, filepath.Base(path))); err != nil {
			t.Fatal(err)
		}
	}
	for pack := range missing {
		t.Errorf("a font of Debian 12's %s is not there; to install it, run: apt-get install %s", pack, pack)
	}
	if len(missing) > 0 {
		t.FailNow()
	}
	wantRecord(t, "fonts.txt", sums.String(), "the fonts are not those that the golden pictures were made with")
	fonts, err := text.Open(text.Options{Dirs: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	return New(fonts)
}

func checksum(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
