package picture

import (
	"math"
	"slices"
)

// A stroke is drawn as a heap of pieces, one for each straight line, join and end. All turn the same way, so that
// where they overlap they add up instead of cutting holes.
type stroke struct {
	cover *cover
	style style
	half  float64
	ended func() error
}

func (s stroke) contour(line contour) error {
	points := slices.Compact(slices.Clone(line.points))
	if line.closed && len(points) > 1 && points[0] == points[len(points)-1] {
		points = points[:len(points)-1]
	}
	if len(points) == 1 {
		s.dot(points[0])
		return nil
	}
	count := len(points) - 1
	if line.closed {
		count++
	}
	at := func(i int) point { return points[i%len(points)] }
	for i := range count {
		if err := s.ended(); err != nil {
			return err
		}
		s.segment(at(i), at(i+1))
		if i > 0 || line.closed {
			s.corner(at(i+len(points)-1), at(i), at(i+1))
		}
	}
	if !line.closed {
		s.end(points[1], points[0])
		s.end(points[len(points)-2], points[len(points)-1])
	}
	return nil
}

// side is the way from the middle of a line to its left edge.
func (s stroke) side(from, to point) point {
	d := to.minus(from)
	return point{-d.y, d.x}.scaled(s.half / d.long())
}

func (s stroke) segment(a, b point) {
	side := s.side(a, b)
	s.piece(a.plus(side), b.plus(side), b.minus(side), a.minus(side))
}

// corner fills the gap on the outside of a bend.
func (s stroke) corner(before, at, after point) {
	in, out := s.side(before, at), s.side(at, after)
	slight := in.x*out.x+in.y*out.y > 0.95*s.half*s.half // as between the lines that make a curve
	if s.style.join == "round" && !slight {
		s.disc(at)
		return
	}
	if in.cross(out) > 0 { // it bends to the left: the gap is on the right
		in, out = in.scaled(-1), out.scaled(-1)
	}
	// The tip of a mitre is along the sum of the sides, at half² · 2 / |sum|² of it.
	sum := in.plus(out)
	square := sum.x*sum.x + sum.y*sum.y
	if s.style.join == "miter" && square*s.style.miter*s.style.miter >= 4*s.half*s.half {
		s.piece(at, at.plus(in), at.plus(sum.scaled(2*s.half*s.half/square)), at.plus(out))
		return
	}
	s.piece(at, at.plus(in), at.plus(out))
}

func (s stroke) end(before, at point) {
	switch s.style.cap {
	case "round":
		s.disc(at)
	case "square":
		side := s.side(before, at)
		ahead := point{side.y, -side.x}
		s.piece(at.plus(side), at.plus(side).plus(ahead), at.minus(side).plus(ahead), at.minus(side))
	}
}

// dot is a line without length: it shows by its ends alone.
func (s stroke) dot(at point) {
	switch s.style.cap {
	case "round":
		s.disc(at)
	case "square":
		h := s.half
		s.piece(at.plus(point{-h, -h}), at.plus(point{h, -h}), at.plus(point{h, h}), at.plus(point{-h, h}))
	}
}

func (s stroke) disc(at point) {
	n := 8 + int(min(math.Sqrt(s.half*s.style.matrix.scale())*4, 40))
	round := make([]point, n)
	for i := range round {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		round[i] = at.plus(point{cos * s.half, sin * s.half})
	}
	s.piece(round...)
}

func (s stroke) piece(points ...point) {
	var doubled float64
	for i, p := range points {
		q := points[(i+1)%len(points)]
		doubled += p.cross(q)
	}
	if doubled < 0 {
		slices.Reverse(points)
	}
	s.cover.polygon(points, s.style.matrix)
}
