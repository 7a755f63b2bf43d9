package text

import (
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
)

// What a line may end with that is not in the text.
const (
	none       rune = 0
	ellipsis   rune = '…' // the text goes on
	hyphen     rune = '-' // the line ends at a soft hyphen
	softHyphen rune = 0xad
)

type tailKey struct {
	r    rune
	bold bool
}

// tail is what a line ends with, in font units.
type tail struct {
	face    *face
	id      font.GID
	advance float32
}

func (f *Fonts) tail(r rune, bold bool) tail {
	key := tailKey{r, bold}
	if t, ok := f.tails[key]; ok {
		return t
	}
	fc := f.choose([]rune{r}, language.Common, bold)
	if fc == nil {
		fc = f.main(bold)
	}
	id, _ := fc.font.NominalGlyph(r)
	t := tail{fc, id, fc.font.HorizontalAdvance(id)}
	f.tails[key] = t
	return t
}

// tailWidth is the width of what a line ends with, in pixels.
func (f *Fonts) tailWidth(r rune, style Style) float32 {
	if r == none {
		return 0
	}
	t := f.tail(r, style.Bold)
	return t.advance * float32(style.Size) / t.face.upem
}

// placeTail draws it at the pen.
func (f *Fonts) placeTail(b *Block, r rune, style Style, x float32, y int32) {
	t := f.tail(r, style.Bold)
	b.glyphs = append(b.glyphs, placed{face: t.face, id: t.id, x: x, y: y})
}
