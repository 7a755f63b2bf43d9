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
	var colr []byte
	for _, v := range []uint16{0, 1, 0, 14, 0, 20, 2, glyphOf(t, f, '😀'), 0, 2, glyphOf(t, f, '●'), 0, glyphOf(t, f, 'H'), 1} {
		colr = binary.BigEndian.AppendUint16(colr, v)
	}
	return colouredFont(t, colr)
}

// gradientFont is the same with a face of COLR version 1, all of one colour.
func gradientFont(t *testing.T, f *Fonts) []byte {
	t.Helper()
	var colr []byte
	for _, v := range []uint16{1, 0, 0, 0, 0, 0, 0, 0, 34, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, glyphOf(t, f, '😀'), 0, 10} {
		colr = binary.BigEndian.AppendUint16(colr, v)
	}
	return colouredFont(t, append(colr, 2, 0, 0, 0x40, 0)) // PaintSolid
}

func glyphOf(t *testing.T, f *Fonts, r rune) uint16 {
	t.Helper()
	id, ok := f.embedded(false).font.NominalGlyph(r)
	if !ok {
		t.Fatalf("no %q", r)
	}
	return uint16(id)
}

// colouredFont is the font of the binary with a table of colours, of which there are red and blue.
func colouredFont(t *testing.T, colr []byte) []byte {
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
	var cpal []byte
	for _, v := range []uint16{0, 2, 1, 2, 0, 14, 0} {
		cpal = binary.BigEndian.AppendUint16(cpal, v)
	}
	cpal = append(cpal, 0, 0, 255, 255, 255, 0, 0, 255) // blue, green, red, alpha
	tables = append(tables, ot.Table{Tag: ot.MustNewTag("COLR"), Content: colr}, ot.Table{Tag: ot.MustNewTag("CPAL"), Content: cpal})
	return ot.WriteTTF(tables)
}

// emojiFont makes the file the only font of the system.
func emojiFont(t *testing.T, f *Fonts, file []byte) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "NotoColorEmoji.ttf"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	f.files = &files{dirs: func() ([]string, error) { return []string{dir}, nil }, indexed: true}
}

func TestAFontOfGradientsLeavesEmojiToAnOutline(t *testing.T) {
	f := embeddedFonts(t)
	emojiFont(t, f, gradientFont(t, f))
	if fc := f.family("NotoColorEmoji", false); fc == nil || fc.font.COLR == nil {
		t.Fatal("the font has no colours")
	}
	b := f.Lay("😀", body, 100, 0)
	if f.emojiFace() != nil || len(b.glyphs) != 1 || b.glyphs[0].face != f.embedded(false) || b.glyphs[0].id == 0 {
		t.Error("the emoji is not the outline of another font")
	}
	m := sheet(100, 80, color.White)
	if b.Draw(m, image.Pt(10, 10), black); inked(m).Empty() {
		t.Error("nothing is drawn")
	}
}

func TestLayersOfAnEmojiHaveTheirColours(t *testing.T) {
	f := embeddedFonts(t)
	emojiFont(t, f, layeredFont(t, f))
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

	f, err := Open(Options{BlueFirst: true})
	if err != nil {
		t.Fatal(err)
	}
	emojiFont(t, f, layeredFont(t, f))
	other := sheet(100, 80, color.White)
	f.Lay("😀", body, 100, 0).Draw(other, image.Pt(10, 10), black)
	for y := range 80 {
		for x := range 100 {
			if c, d := m.RGBAAt(x, y), other.RGBAAt(x, y); c != (color.RGBA{d.B, d.G, d.R, d.A}) {
				t.Fatalf("with blue first, the pixel at %d, %d is %v, not %v", x, y, d, c)
			}
		}
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
