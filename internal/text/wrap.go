package text

// line is a part of the paragraph's text. The runes up to end are drawn; those up to next are used up.
type line struct {
	start, end, next int
	tail             rune // what it ends with that is not in the text, or none
}

// slack is how far a line may reach over the width, in pixels: sums of advances are not exact.
const slack = 1.0 / 64

// fit finds the line that begins at start: as much as fits the width.
func (p *paragraph) fit(start int, width float32) line {
	n := len(p.text)
	var last [free + 1]int       // the last stop of each kind that fits
	var filled [free + 1]float32 // how much of the line it fills
	used := float32(0)
	at := start
	for ; at < n; at++ {
		p.reach(at)
		if at > start && (p.text[at-1] != softHyphen || used+p.fonts.tailWidth(hyphen, p.style) <= width+slack) {
			last[p.stops[at]], filled[p.stops[at]] = at, used
		}
		used += p.advance[at]
		if used > width+slack && !hangs(p.text[at]) {
			break
		}
	}
	if at == n {
		return p.ended(start, n)
	}
	next := last[best(last, filled, width)]
	if next == 0 { // one cluster is wider than the line
		for next = start + 1; next < n && (p.stops[next] == inside || hangs(p.text[next])); next++ {
			p.reach(next + 1)
		}
	}
	return p.ended(start, next)
}

// best takes the kind of stop for the line's end. In a script without spaces a better stop is worth a quarter of the
// line, but not half of it.
func best(last [free + 1]int, filled [free + 1]float32, width float32) stop {
	kind := free
	for _, worse := range []stop{better, soft} {
		if last[worse] > last[kind] && filled[worse]-filled[kind] > width/4 {
			kind = worse
		}
	}
	if last[kind] == 0 || kind != free && filled[kind] < width/2 && last[edge] > last[kind] {
		kind = edge
	}
	return kind
}

// ended makes a line of the runes before next, without the spaces at its end.
func (p *paragraph) ended(start, next int) line {
	end := next
	for end > start && (hangs(p.text[end-1]) || ignorable(p.text[end-1]) && end-1 > start && hangs(p.text[end-2])) {
		end--
	}
	l := line{start: start, end: end, next: next}
	if next > start && next < len(p.text) && end == next && p.text[next-1] == softHyphen {
		l.tail = hyphen
	}
	return l
}

// hangs says which runes need no room at the end of a line.
func hangs(r rune) bool {
	return r == ' ' || r == 0x1680 || r >= 0x2000 && r <= 0x200b && r != 0x2007 || r == 0x205f || r == 0x3000
}

// cutShort finds the last line of a text that goes on: whole graphemes, with room for the ellipsis.
func (p *paragraph) cutShort(start int, width float32) line {
	end := start
	used := p.fonts.tailWidth(ellipsis, p.style)
	for at := start; at <= len(p.text); at++ {
		p.reach(at)
		if at == len(p.text) || p.stops[at] != inside && at > start {
			if used > width+slack {
				break
			}
			end = at
		}
		if at < len(p.text) {
			used += p.advance[at]
		}
	}
	l := p.ended(start, end)
	l.next, l.tail = len(p.text), ellipsis
	return l
}
