// Package text knows fonts: which one serves a letter, how letters become glyphs, where lines break and end, and the
// pixels of every glyph. It uses the system's fonts where there are better ones than the two in the binary. It never
// knows a card, a screen or where on it a text stands.
package text

import (
	"fmt"
	"log/slog"
	"math"

	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/harfbuzz"
)

// Options say where fonts come from.
type Options struct {
	System   bool     // use the system's fonts
	Dirs     []string // use the fonts of these directories alone, beside those in the binary
	CacheDir string   // where the index of all fonts is kept; "": the system's usual place
	Log      *slog.Logger
	Opened   func() // called when the first font is opened: from then on megabytes live
	// BlueFirst: what is drawn on has blue where an image.RGBA has red, and red where it has blue, as display servers
	// want it.
	BlueFirst bool
}

// Fonts finds fonts, shapes and remembers. It is for one goroutine at a time, and so are its Blocks.
type Fonts struct {
	log        *slog.Logger
	whenOpened func()
	files      *files
	opened     []*face
	faces      map[faceKey]*face // nil: looked for and not there
	extra      []*face           // found by a rune, not by a name
	choices    map[choice]*face
	emoji      *face
	emojiKnown bool

	paragraph paragraph
	segments  []segment
	tails     map[tailKey]tail
	raster    raster
	unpackers []*unpacker
	thai      *wordList // nil until a text is Thai
	glyphs    glyphCache
	blocks    blockCache
}

// Open makes Fonts. It looks for nothing yet: a font is opened when a text needs it.
func Open(o Options) (*Fonts, error) {
	f := &Fonts{log: o.Log, whenOpened: o.Opened, faces: map[faceKey]*face{}, choices: map[choice]*face{}, tails: map[tailKey]tail{}}
	if f.log == nil {
		f.log = slog.New(slog.DiscardHandler)
	}
	f.paragraph.buffer = harfbuzz.NewBuffer()
	f.raster.blueFirst, f.raster.unpack.blueFirst = o.BlueFirst, o.BlueFirst
	f.glyphs.init(glyphBytes)
	f.blocks.init()
	switch {
	case len(o.Dirs) > 0:
		f.files = &files{
			dirs:  func() ([]string, error) { return o.Dirs, nil },
			index: func() ([]fontscan.Footprint, error) { return nil, nil },
		}
	case o.System:
		quiet := quietly{f.log}
		f.files = &files{
			dirs:  func() ([]string, error) { return fontscan.DefaultFontDirectories(quiet) },
			index: func() ([]fontscan.Footprint, error) { return fontscan.SystemFonts(quiet, o.CacheDir) },
		}
	}
	return f, nil
}

// BlueFirst is as the fonts were opened with.
func (f *Fonts) BlueFirst() bool { return f.raster.blueFirst }

// quietly takes what the index says about fonts that it leaves out.
type quietly struct{ log *slog.Logger }

func (q quietly) Printf(format string, args ...any) {
	q.log.Debug("looking for fonts", "said", fmt.Sprintf(format, args...))
}

// Style is how a text is set. Lengths are pixels.
type Style struct {
	Size       float64
	LineHeight float64 // of every line, whatever fonts are in it
	Bold       bool
}

// maxSize is the largest size that is drawn: twice what the largest title of a 4K screen has.
const maxSize = 512

func (s Style) sane() Style {
	s.Size = within(s.Size, 1, maxSize)
	s.LineHeight = within(s.LineHeight, 1, 4*maxSize)
	return s
}

func within(v, low, high float64) float64 {
	if !(v >= low) { // NaN too
		return low
	}
	return min(v, high)
}

// Lay puts the text into lines of the width; maxLines of 0 is as many as it takes. The same Block comes back for
// the same question, as long as it is remembered.
func (f *Fonts) Lay(s string, style Style, width float64, maxLines int) *Block {
	style, width, maxLines = style.sane(), within(width, 0, 1<<20), max(maxLines, 0)
	key := blockKey{s, style, width, maxLines}
	if b := f.blocks.get(key); b != nil {
		return b
	}
	b := f.lay(s, style, float32(width), maxLines)
	f.blocks.put(key, b)
	return b
}

// words are the Thai ones.
func (f *Fonts) words() *wordList {
	if f.thai == nil {
		var err error
		if f.thai, err = readWords(thaiWords); err != nil {
			panic("the words in the binary cannot be read: " + err.Error())
		}
	}
	return f.thai
}

// baseline is where the letters of a line stand, in whole pixels below the block's upper edge: the ascent and the descent
// of the main font have the same room above and below.
func (f *Fonts) baseline(line int, style Style) float64 {
	fc := f.main(style.Bold)
	ascent, descent := 0.8, 0.2
	if e, ok := fc.font.FontHExtents(); ok {
		ascent, descent = float64(e.Ascender/fc.upem), float64(-e.Descender/fc.upem)
	}
	top := float64(line) * style.LineHeight
	return math.Round(top + (style.LineHeight+(ascent-descent)*style.Size)/2)
}
