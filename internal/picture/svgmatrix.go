package picture

import (
	"math"
	"strconv"
	"strings"
)

type point struct{ x, y float64 }

func (p point) plus(q point) point        { return point{p.x + q.x, p.y + q.y} }
func (p point) minus(q point) point       { return point{p.x - q.x, p.y - q.y} }
func (p point) scaled(by float64) point   { return point{p.x * by, p.y * by} }
func (p point) long() float64             { return math.Hypot(p.x, p.y) }
func (p point) cross(q point) float64     { return p.x*q.y - p.y*q.x }
func between(p, q point, t float64) point { return p.plus(q.minus(p).scaled(t)) }

// A matrix is an affine transform, in SVG's order: x' = m0·x + m2·y + m4, y' = m1·x + m3·y + m5.
type matrix [6]float64

func (m matrix) apply(p point) point {
	return point{m[0]*p.x + m[2]*p.y + m[4], m[1]*p.x + m[3]*p.y + m[5]}
}

// times applies n first.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1],
		m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

// scale is how much longer a line becomes at most.
func (m matrix) scale() float64 { return max(math.Hypot(m[0], m[1]), math.Hypot(m[2], m[3])) }

// transform reads a list of transforms, up to what it does not understand.
func transform(list string) matrix {
	m := matrix{1, 0, 0, 1, 0, 0}
	for {
		name, rest, found := strings.Cut(list, "(")
		arguments, after, closed := strings.Cut(rest, ")")
		if !found || !closed {
			return m
		}
		next, ok := oneTransform(strings.Trim(name, " ,\t\r\n"), numbers(arguments))
		if !ok {
			return m
		}
		m, list = m.times(next), after
	}
}

func oneTransform(name string, n []float64) (matrix, bool) {
	move := func(x, y float64) matrix { return matrix{1, 0, 0, 1, x, y} }
	const degree = math.Pi / 180
	switch {
	case name == "matrix" && len(n) == 6:
		return matrix(n), true
	case name == "translate" && len(n) == 1:
		return move(n[0], 0), true
	case name == "translate" && len(n) == 2:
		return move(n[0], n[1]), true
	case name == "scale" && len(n) == 1:
		return matrix{n[0], 0, 0, n[0], 0, 0}, true
	case name == "scale" && len(n) == 2:
		return matrix{n[0], 0, 0, n[1], 0, 0}, true
	case name == "rotate" && (len(n) == 1 || len(n) == 3):
		sin, cos := math.Sincos(n[0] * degree)
		turned := matrix{cos, sin, -sin, cos, 0, 0}
		if len(n) == 3 {
			turned = move(n[1], n[2]).times(turned).times(move(-n[1], -n[2]))
		}
		return turned, true
	case name == "skewX" && len(n) == 1:
		return matrix{1, 0, math.Tan(n[0] * degree), 1, 0, 0}, true
	case name == "skewY" && len(n) == 1:
		return matrix{1, math.Tan(n[0] * degree), 0, 1, 0, 0}, true
	}
	return matrix{}, false
}

// numbers reads a list of numbers, up to the first thing that is none.
func numbers(list string) []float64 {
	var all []float64
	for scan := (scanner{text: list}); len(all) < mostSVGPoints; {
		v, ok := scan.number()
		if !ok {
			break
		}
		all = append(all, v)
	}
	return all
}

// A scanner reads numbers as SVG writes them, which may follow one another without a space: "1-2.5.5".
type scanner struct {
	text string
	at   int
}

func (s *scanner) skip() {
	for s.at < len(s.text) && strings.IndexByte(" ,\t\r\n\f", s.text[s.at]) >= 0 {
		s.at++
	}
}

func (s *scanner) number() (float64, bool) {
	s.skip()
	start := s.at
	digits := func() (any bool) {
		for ; s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9'; s.at++ {
			any = true
		}
		return any
	}
	is := func(set string) bool { return s.at < len(s.text) && strings.IndexByte(set, s.text[s.at]) >= 0 }
	if is("+-") {
		s.at++
	}
	any := digits()
	if is(".") {
		s.at++
		any = digits() || any
	}
	if any && is("eE") {
		back := s.at
		s.at++
		if is("+-") {
			s.at++
		}
		if !digits() {
			s.at = back
		}
	}
	v, err := strconv.ParseFloat(s.text[start:s.at], 64)
	if !any || err != nil || math.Abs(v) > 1e6 {
		s.at = start
		return 0, false
	}
	return v, true
}

// flag reads one of the two flags of an arc, which need nothing between them.
func (s *scanner) flag() (float64, bool) {
	s.skip()
	if s.at < len(s.text) && (s.text[s.at] == '0' || s.text[s.at] == '1') {
		s.at++
		return float64(s.text[s.at-1] - '0'), true
	}
	return 0, false
}
