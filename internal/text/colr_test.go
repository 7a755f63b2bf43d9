package text

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-fonts/dejavu/dejavusans"
	ot "github.com/go-text/typesetting/font/opentype"
)

// layeredFont is the font of the binary with a face that is a red disc and a blue H on it (COLR version 0).
func layeredFont(t *testing.T, f *Fonts) []byte {
	t.Helper()
	ld, err := ot.NewLoader(bytes.NewReader(dejavusans.TTF))
	if err != nil {
		t.Fatal(err)
	}
	var tables []ot.Table
	for _, tag := range ld.Tables() {
		content, err := ld.RawTable(tag)
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, ot.Table{Tag: tag, Content: content})
	}
	glyph := func(r rune) uint16 {
		id, ok := f.embedded(false).font.NominalGlyph(r)
		if !ok {
			t.Fatalf("no %q", r)
		}
		return uint16(id)
	}
	be := binary.BigEndian
	var colr, cpal []byte
	for _, v := range []uint16{0, 1, 0, 14, 0, 20, 2, glyph('😀'), 0, 2, glyph('●'), 0, glyph('H'), 1} {
		colr = be.AppendUint16(colr, v)
	}
	for _, v := range []uint16{0, 2, 1, 2, 0, 14, 0} {
		cpal = be.AppendUint16(cpal, v)
	}
	cpal = append(cpal, 0, 0, 255, 255, 255, 0, 0, 255) // blue, green, red, alpha
	tables = append(tables, ot.Table{Tag: ot.MustNewTag("COLR"), Content: colr}, ot.Table{Tag: ot.MustNewTag("CPAL"), Content: cpal})
	return ot.WriteTTF(tables)
}

func TestLayersOfAnEmojiHaveTheirColours(t *testing.T) {
	f := embeddedFonts(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "NotoColorEmoji.ttf"), layeredFont(t, f), 0o600); err != nil {
		t.Fatal(err)
	}
	f.files = &files{dirs: func() ([]string, error) { return []string{dir}, nil }, indexed: true}
	b := f.Lay("😀", body, 100, 0)
	if len(b.glyphs) != 1 || b.glyphs[0].face != f.emojiFace() {
		t.Fatal("the emoji is not of the emoji font")
	}
	m := sheet(100, 80, color.White)
	b.Draw(m, image.Pt(10, 10), black)
	seen := map[color.RGBA]int{}
	for y := range 80 {
		for x := range 100 {
			seen[m.RGBAAt(x, y)]++
		}
	}
	if seen[color.RGBA{255, 0, 0, 255}] < 100 || seen[color.RGBA{0, 0, 255, 255}] < 100 || seen[color.RGBA{0, 0, 0, 255}] > 0 {
		t.Errorf("%d red, %d blue and %d black pixels", seen[color.RGBA{255, 0, 0, 255}], seen[color.RGBA{0, 0, 255, 255}], seen[color.RGBA{0, 0, 0, 255}])
	}
}

func TestABrokenFontCountsAsNone(t *testing.T) {
	whole := dejavusans.TTF
	dir := t.TempDir()
	for name, content := range map[string][]byte{"NotoSans-Regular.ttf": whole[:5000], "NotoSans-Bold.ttf": {}, "NotoColorEmoji.ttf": []byte("no font")} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f := embeddedFonts(t)
	f.files = &files{dirs: func() ([]string, error) { return []string{dir, "/there/is/no/such"}, nil }, indexed: true}
	equal(t, "the main font", f.main(false).family, "DejaVu Sans")
	equal(t, "the main font", f.main(true).family, "DejaVu Sans")
	equal(t, "the number of lines", f.Lay("a 😀 中", body, 500, 0).Lines, 1)
}
