package text

import (
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/harfbuzz"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/segmenter"
)

// glyph is one shaped glyph, in font units.
type glyph struct {
	id      font.GID
	cluster int32 // the rune it begins with
	advance int32
	x, y    int32 // its offset from the pen, up
}

// run is a stretch of one level, script and face. Its glyphs stand as they are drawn, from left to right.
type run struct {
	start, end  int // runes
	first, last int // glyphs
	level       uint8
	script      language.Script
	face        *face
}

// paragraph holds one paragraph on its way to lines. It is used again for the next.
type paragraph struct {
	fonts    *Fonts
	style    Style
	source   string // as it was given
	text     []rune
	levels   levels
	scripts  []language.Script
	faces    []*face // nil: no font has the cluster
	stops    []stop  // what may happen before each rune
	cut      []bool  // a cluster that is too long ends before the rune
	ways     []way   // to cut Thai
	runs     []run
	shaped   int // so many runs have their glyphs
	reached  int // the first run that no line has used up
	glyphs   []glyph
	advance  []float32 // in pixels, at the first rune of a cluster
	begun    []bool    // a cluster of glyphs begins with the rune
	han      language.Language
	segments segmenter.Segmenter
	buffer   *harfbuzz.Buffer
}

// set takes the text and finds out everything about it but its glyphs and lines. The same text again, which had too many
// lines, keeps what is known of it.
func (p *paragraph) set(f *Fonts, s string, style Style) {
	p.reached = 0
	if p.fonts == f && p.source == s && p.style == style {
		return
	}
	p.fonts, p.source, p.style = f, s, style
	p.text = p.text[:0]
	for _, r := range s {
		p.text = append(p.text, r)
	}
	n := len(p.text)
	p.runs, p.glyphs, p.shaped = p.runs[:0], p.glyphs[:0], 0
	p.levels.resolve(p.text)
	p.scripts = resize(p.scripts, n)
	p.faces = resize(p.faces, n)
	p.advance = resize(p.advance, n)
	clear(p.advance)
	p.begun = resize(p.begun, n)
	clear(p.begun)
	spread(p.text, p.scripts)
	p.han = p.chinese()
	p.segments.Init(p.text)
	p.findStops()
	p.findFaces(f, style.Bold)
	p.findRuns()
}

// reach shapes the runs up to the rune. A text of which only two lines are shown is not shaped to its end.
func (p *paragraph) reach(at int) {
	for p.shaped < len(p.runs) && p.runs[p.shaped].start <= at {
		p.shape(p.fonts, &p.runs[p.shaped], p.style)
		p.shaped++
	}
}

// findFaces chooses a face for every grapheme cluster. Blanks take the face before them, so that they make no run.
func (p *paragraph) findFaces(f *Fonts, bold bool) {
	body := f.main(bold)
	current := body
	for i := 0; i < len(p.text); {
		end := i + 1
		for end < len(p.text) && p.stops[end] == inside {
			end++
		}
		cluster := p.text[i:end]
		fc := current
		if !blank(cluster[0]) || len(cluster) > 1 && !ignorable(cluster[0]) {
			fc = f.faceOf(cluster, p.scripts[i], bold)
		} else if fc == nil || fc.colour {
			fc = body
		}
		for ; i < end; i++ {
			p.faces[i] = fc
		}
		current = fc
	}
}

func (f *Fonts) faceOf(cluster []rune, script language.Script, bold bool) *face {
	if pictured(cluster) {
		if fc := f.emojiFace(); fc != nil && fc.has(cluster[0]) {
			return fc
		}
	}
	return f.choose(cluster, script, bold)
}

// maxRun is how long a run becomes before it ends where a line may: the longer, the more is shaped for nothing.
const maxRun = 200

func (p *paragraph) findRuns() {
	for i := range p.text {
		long := len(p.runs) > 0 && p.stops[i] == free && i-p.runs[len(p.runs)-1].start > maxRun
		if i > 0 && !long && p.levels.of[i] == p.levels.of[i-1] && p.faces[i] == p.faces[i-1] &&
			(p.scripts[i] == p.scripts[i-1] || p.stops[i] == inside) && !p.cut[i] {
			p.runs[len(p.runs)-1].end = i + 1
			continue
		}
		p.runs = append(p.runs, run{start: i, end: i + 1, level: p.levels.of[i], script: p.scripts[i], face: p.faces[i]})
	}
}

// shape fills in the glyphs of a run and the advances of its clusters.
func (p *paragraph) shape(f *Fonts, r *run, style Style) {
	b := p.buffer
	b.Clear()
	b.AddRunes(p.text, r.start, r.end-r.start)
	b.Props.Direction = harfbuzz.LeftToRight
	if r.level&1 == 1 {
		b.Props.Direction = harfbuzz.RightToLeft
	}
	b.Props.Script = r.script
	b.Props.Language = p.language(r.script)
	missing := r.face == nil
	if missing {
		r.face = f.main(style.Bold)
	}
	b.Shape(r.face.shaper, nil)

	scale := float32(style.Size) / r.face.upem
	r.first = len(p.glyphs)
	boxed := int32(-1) // the grapheme that has its box already
	for i := range b.Info {
		g := glyph{
			id:      b.Info[i].Glyph,
			cluster: int32(b.Info[i].Cluster),
			advance: b.Pos[i].XAdvance,
			x:       b.Pos[i].XOffset,
			y:       b.Pos[i].YOffset,
		}
		p.begun[g.cluster] = true
		if missing || g.id == 0 {
			start := p.grapheme(int(g.cluster))
			if !missing || boxed == start {
				continue // a mark that the font does not have is left out; one box stands for a whole cluster
			}
			boxed = start
			g.id = 0
		}
		p.glyphs = append(p.glyphs, g)
		p.advance[g.cluster] += float32(g.advance) * scale
	}
	r.last = len(p.glyphs)
	for i := r.start + 1; i < r.end; i++ {
		if !p.begun[i] {
			p.stops[i] = inside // of a ligature, or of a syllable that was put in another order
		}
	}
}

// grapheme is the first rune of the grapheme cluster that holds the rune.
func (p *paragraph) grapheme(i int) int32 {
	for i > 0 && p.stops[i] == inside {
		i--
	}
	return int32(i)
}

// language matters where one font has several forms of the same Han letter.
func (p *paragraph) language(s language.Script) language.Language {
	switch s {
	case language.Hiragana, language.Katakana:
		return "ja"
	case language.Hangul:
		return "ko"
	case language.Han, language.Bopomofo:
		return p.han
	}
	return ""
}

// chinese is the language of the paragraph's Han letters, as its other letters tell it.
func (p *paragraph) chinese() language.Language {
	found := language.Language("zh-hans")
	for _, s := range p.scripts {
		switch s {
		case language.Hiragana, language.Katakana:
			return "ja"
		case language.Hangul:
			found = "ko"
		case language.Bopomofo:
			found = "zh-hant"
		}
	}
	return found
}
