package text

import (
	"github.com/go-text/typesetting/font"
)

// Block is text laid out in lines. It is never changed: it may be drawn often, and for as long as its Fonts live.
type Block struct {
	Lines         int
	EndsEarly     bool    // there was more text than lines
	RightToLeft   bool    // the first paragraph is
	Width, Height float64 // of the widest line, without spaces at its end; of all lines

	fonts    *Fonts
	size     float32
	glyphs   []placed
	pictures bool // some glyphs have colours of their own
}

// placed is a glyph with its pen: to the right of the block's left edge, below its upper edge.
type placed struct {
	face *face
	id   font.GID
	x    float32
	y    int32
}

// segment is the part of a run that is in one line.
type segment struct {
	start, end int
	run        *run
	level      uint8
}

// lay puts the text into lines.
func (f *Fonts) lay(s string, style Style, width float32, maxLines int) *Block {
	b := &Block{fonts: f, size: float32(style.Size)}
	parts := paragraphs(s)
	for i, part := range parts {
		p := &f.paragraph
		p.set(f, part, style)
		if i == 0 {
			b.RightToLeft = p.levels.base == 1
		}
		for start := 0; start < len(p.text) || start == 0; {
			l := p.fit(start, width)
			if b.Lines+1 == maxLines && (p.visible(l.next) || !empty(parts[i+1:])) {
				l = p.cutShort(start, width)
				b.EndsEarly = true
			}
			f.place(b, l, style, width)
			b.Lines++
			if b.Lines == maxLines {
				return b.finish(style)
			}
			if start = l.next; start == 0 {
				break // an empty paragraph is an empty line
			}
		}
	}
	return b.finish(style)
}

func (b *Block) finish(style Style) *Block {
	b.Height = float64(b.Lines) * style.LineHeight
	return b
}

// visible says whether anything is to be seen from this rune on.
func (p *paragraph) visible(from int) bool {
	for _, r := range p.text[from:] {
		if !blank(r) {
			return true
		}
	}
	return false
}

func empty(parts []string) bool {
	for _, part := range parts {
		for _, r := range part {
			if !blank(r) {
				return false
			}
		}
	}
	return true
}

// place puts the glyphs of a line where they are drawn.
func (f *Fonts) place(b *Block, l line, style Style, width float32) {
	p := &f.paragraph
	used := p.arrange(f, l)
	total := float32(0)
	for i := l.start; i < l.end; i++ {
		total += p.advance[i]
	}
	end := f.tailWidth(l.tail, style)
	total += end
	b.Width = max(b.Width, float64(total))
	pen := float32(0)
	if p.levels.base == 1 {
		pen = width - total
	}
	y := int32(f.baseline(b.Lines, style))
	if l.tail != none && p.levels.base == 1 {
		f.placeTail(b, l.tail, style, pen, y)
		pen += end
	}
	for _, s := range used {
		scale := b.size / s.run.face.upem
		b.pictures = b.pictures || s.run.face.colour
		for i := s.run.first; i < s.run.last; i++ {
			g := &p.glyphs[i]
			if int(g.cluster) < s.start || int(g.cluster) >= s.end {
				continue
			}
			if g.id != s.run.face.space {
				b.glyphs = append(b.glyphs, placed{s.run.face, g.id, pen + float32(g.x)*scale, y - round(float32(g.y)*scale)})
			}
			pen += float32(g.advance) * scale
		}
	}
	if l.tail != none && p.levels.base == 0 {
		f.placeTail(b, l.tail, style, pen, y)
	}
}

// arrange lists the parts of runs in the line from left to right (L2 of UAX 9).
func (p *paragraph) arrange(f *Fonts, l line) []segment {
	parts := f.segments[:0]
	top, low := uint8(0), uint8(255)
	for p.reached < len(p.runs) && p.runs[p.reached].end <= l.start {
		p.reached++
	}
	for i := p.reached; i < len(p.runs) && p.runs[i].start < l.end; i++ {
		r := &p.runs[i]
		start, end := max(r.start, l.start), min(r.end, l.end)
		if start >= end {
			continue
		}
		parts = append(parts, segment{start, end, r, r.level})
		top = max(top, r.level)
		if r.level&1 == 1 {
			low = min(low, r.level)
		}
	}
	f.segments = parts
	for level := top; level >= low && level > 0; level-- {
		for i := 0; i < len(parts); i++ {
			end := i
			for end < len(parts) && parts[end].level >= level {
				end++
			}
			for a, z := i, end-1; a < z; a, z = a+1, z-1 {
				parts[a], parts[z] = parts[z], parts[a]
			}
			i = max(i, end-1)
		}
	}
	return parts
}

func round(v float32) int32 {
	if v < 0 {
		return -int32(-v + 0.5)
	}
	return int32(v + 0.5)
}
