package text

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"unicode"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/harfbuzz"
	"github.com/go-text/typesetting/language"
)

// face is one open font.
type face struct {
	id     uint16
	family string
	path   string
	font   *font.Face
	shaper *harfbuzz.Font // in font units: what is shaped serves every size
	upem   float32
	space  font.GID // drawn for everything that is not seen
	colour bool     // its glyphs may have colours of their own
}

func (fc *face) has(r rune) bool {
	_, ok := fc.font.NominalGlyph(r)
	return ok
}

// faceKey names a face that was asked for, found or not.
type faceKey struct {
	family string
	index  uint16
	bold   bool
}

// family opens a family of the system: nil when it is not there or cannot be read.
func (f *Fonts) family(family string, bold bool) *face {
	key := faceKey{family: family, bold: bold}
	if fc, known := f.faces[key]; known {
		return fc
	}
	var fc *face
	if f.files != nil {
		if path, variable, ok := f.files.family(family, bold); ok {
			fc = f.open(path, 0, family, bold && variable)
		} else if bold {
			fc = f.family(family, false)
		}
	}
	f.faces[key] = fc
	return fc
}

// open reads a font file. A font that cannot be read counts as none, and the log has a line.
func (f *Fonts) open(path string, index uint16, family string, embolden bool) *face {
	fc, err := f.read(path, index, family)
	if err != nil {
		f.log.Warn("a font cannot be used", "file", filepath.Base(path), "err", err)
		return nil
	}
	if embolden {
		fc.font.SetVariations([]font.Variation{{Tag: ot.MustNewTag("wght"), Value: 700}})
	}
	return fc
}

func (f *Fonts) read(path string, index uint16, family string) (fc *face, err error) {
	defer func() { // the file is anybody's
		if wrong := recover(); wrong != nil {
			fc, err = nil, fmt.Errorf("%v", wrong)
		}
	}()
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	faces, err := ot.NewLoaders(file)
	if err != nil {
		return nil, err
	}
	if int(index) >= len(faces) {
		return nil, errors.New("no such face in the collection")
	}
	return f.add(faces[index], family, path)
}

func (f *Fonts) add(ld *ot.Loader, family, path string) (*face, error) {
	ft, err := font.NewFont(ld)
	if err != nil {
		return nil, err
	}
	if ft.Upem() == 0 {
		return nil, errors.New("the font has no units")
	}
	fc := &face{id: uint16(len(f.opened)), family: family, path: path, font: font.NewFace(ft), upem: float32(ft.Upem())}
	fc.shaper = harfbuzz.NewFont(fc.font)
	fc.space = font.EmptyGlyph
	if id, ok := ft.NominalGlyph(' '); ok {
		fc.space = id
	}
	fc.colour = ft.COLR != nil || len(ft.BitmapSizes()) > 0
	f.opened = append(f.opened, fc)
	if len(f.opened) == 1 && f.whenOpened != nil {
		f.whenOpened()
	}
	return fc, nil
}

// embedded is the font in the binary: Latin, Greek, Cyrillic, Arabic, Hebrew and many symbols.
func (f *Fonts) embedded(bold bool) *face {
	key := faceKey{family: "DejaVu Sans", bold: bold}
	if fc, known := f.faces[key]; known {
		return fc
	}
	file := dejavusans.TTF
	if bold {
		file = dejavusansbold.TTF
	}
	ld, err := ot.NewLoader(bytes.NewReader(file))
	if err != nil {
		panic("the font in the binary cannot be read: " + err.Error())
	}
	fc, err := f.add(ld, key.family, "")
	if err != nil {
		panic("the font in the binary cannot be read: " + err.Error())
	}
	f.faces[key] = fc
	return fc
}

// main is the font of everything that is in no script of its own; its ascent and descent place every line.
func (f *Fonts) main(bold bool) *face {
	if fc := f.family("NotoSans", bold); fc != nil {
		return fc
	}
	return f.embedded(bold)
}

// emojiFace is the font of emoji in colour, or nil.
func (f *Fonts) emojiFace() *face {
	if f.emojiKnown {
		return f.emoji
	}
	f.emojiKnown = true
	for _, name := range emojiFamilies {
		if fc := f.family(name, false); fc != nil && fc.colour && fc.has('😀') && paintable(fc, '😀') {
			f.emoji = fc
			break
		}
	}
	return f.emoji
}

// choice is what choose remembers.
type choice struct {
	r      rune
	script language.Script
	bold   bool
}

// maxChoices bounds what choose remembers. When it is full it starts anew.
const maxChoices = 4096

// choose finds the face for a cluster that is no emoji: nil when no font has its first rune.
func (f *Fonts) choose(cluster []rune, script language.Script, bold bool) *face {
	key := choice{cluster[0], script, bold}
	if len(cluster) == 1 {
		if fc, known := f.choices[key]; known {
			return fc
		}
	}
	var base *face // has the first rune at least
	var whole *face
	f.candidates(cluster[0], script, bold, func(fc *face) bool {
		if fc == nil || !fc.has(cluster[0]) {
			return true
		}
		if base == nil {
			base = fc
		}
		for _, r := range cluster[1:] {
			if !ignorable(r) && !fc.has(r) {
				return true
			}
		}
		whole = fc
		return false
	})
	if whole == nil {
		whole = base
	}
	if len(cluster) == 1 {
		if len(f.choices) >= maxChoices {
			clear(f.choices)
		}
		f.choices[key] = whole
	}
	return whole
}

// candidates gives the faces for a rune, best first, until one is taken.
func (f *Fonts) candidates(r rune, script language.Script, bold bool, next func(*face) bool) {
	own := language.LookupScript(r)
	mainFirst := !own.Strong() || own == language.Latin || own == language.Greek || own == language.Cyrillic
	if mainFirst && !next(f.main(bold)) {
		return
	}
	if own.Strong() {
		script = own
	}
	if family := familyOf(script); family != "" && !next(f.family(family, bold)) {
		return
	}
	if !next(f.embedded(bold)) || !mainFirst && !next(f.main(bold)) {
		return
	}
	for _, family := range anywhere {
		if (family != "NotoSansCJK" || eastern(r)) && !next(f.family(family, bold)) {
			return
		}
	}
	if r >= 0x2000 && r < 0x3300 || r >= firstPic && r < 0x20000 {
		if fc := f.emojiFace(); fc != nil && !next(fc) {
			return
		}
	}
	for _, fc := range f.extra {
		if fc.has(r) && !next(fc) {
			return
		}
	}
	if fc := f.anyFont(r, bold); fc != nil {
		next(fc)
	}
}

// eastern says where the fonts for Chinese, Japanese and Korean may have a rune. They are large: no other rune opens one.
func eastern(r rune) bool {
	return r >= 0x2000 && r < 0x2800 || r >= 0x2e80 && r < 0xd800 || r >= 0xf900 && r < 0xfb00 || r >= 0xfe10 && r < 0xfe70 ||
		r >= 0xff00 && r < 0xfff0 || r >= 0x1f100 && r < 0x1f300 || r >= 0x20000 && r < 0x40000
}

// maxExtra is how many fonts are opened that have no name here: some are many megabytes.
const maxExtra = 24

// anyFont opens whatever font of the system has the rune. Runes that no two fonts agree about, or that Unicode does not
// have, are not worth the search.
func (f *Fonts) anyFont(r rune, bold bool) *face {
	if f.files == nil || len(f.extra) >= maxExtra || !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S) {
		return nil
	}
	at, family, ok := f.files.having(r, bold)
	if !ok {
		return nil
	}
	key := faceKey{family: at.File, index: at.Index}
	fc, known := f.faces[key]
	if !known {
		fc = f.open(at.File, at.Index, family, false)
		if fc != nil && fc.colour && !paintable(fc, r) {
			fc = nil // its glyphs are nothing without their colours
		}
		f.faces[key] = fc
		if fc != nil {
			f.extra = append(f.extra, fc)
		}
	}
	return fc
}
