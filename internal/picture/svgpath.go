package picture

import (
	"math"
	"strings"
)

// A contour is a line through points; a closed one ends where it began.
type contour struct {
	points []point
	closed bool
}

// A pen draws contours, with curves as short straight lines.
type pen struct {
	contours []contour
	scale    float64 // pixels for one unit
	at       point
	left     int // points that may still be drawn
}

func (p *pen) move(to point) {
	p.contours = append(p.contours, contour{})
	p.at = to
	p.add(to)
}

func (p *pen) add(to point) {
	if p.left--; p.left < 0 {
		return
	}
	last := &p.contours[len(p.contours)-1]
	last.points = append(last.points, to)
	p.at = to
}

// close ends the contour; what follows without a move begins where it did.
func (p *pen) close() {
	if len(p.contours) == 0 {
		return
	}
	last := &p.contours[len(p.contours)-1]
	last.closed = true
	if len(last.points) > 0 {
		p.at = last.points[0]
	}
}

// line continues, after a close in a contour of its own.
func (p *pen) line(to point) {
	if p.contours[len(p.contours)-1].closed {
		p.move(p.at)
	}
	p.add(to)
}

// steps is how many straight lines a curve of this length needs to look round.
func (p *pen) steps(long float64) int {
	return 2 + int(min(2*math.Sqrt(long*p.scale), 100))
}

func (p *pen) cubic(b, c, d point) {
	a := p.at
	n := p.steps(b.minus(a).long() + c.minus(b).long() + d.minus(c).long())
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		ab, bc, cd := between(a, b, t), between(b, c, t), between(c, d, t)
		p.line(between(between(ab, bc, t), between(bc, cd, t), t))
	}
}

func (p *pen) quadratic(b, c point) {
	p.cubic(between(p.at, b, 2.0/3), between(c, b, 2.0/3), c)
}

// arc draws a part of an ellipse to a point, as the standard's notes on implementation describe it.
func (p *pen) arc(rx, ry, turned float64, large, sweep bool, to point) {
	from := p.at
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx < 1e-9 || ry < 1e-9 || from == to {
		p.line(to)
		return
	}
	sin, cos := math.Sincos(turned * math.Pi / 180)
	half := from.minus(to).scaled(0.5)
	// In the coordinates of the ellipse, made a circle of radius 1.
	u := point{(cos*half.x + sin*half.y) / rx, (cos*half.y - sin*half.x) / ry}
	if long := u.long(); long > 1 { // too small to reach: it grows until it does
		rx, ry, u = rx*long, ry*long, u.scaled(1/long)
	}
	d := math.Sqrt(max(0, 1/(u.x*u.x+u.y*u.y)-1))
	if large == sweep {
		d = -d
	}
	centre := point{d * u.y, -d * u.x}
	start, end := u.minus(centre), u.scaled(-1).minus(centre)
	first := math.Atan2(start.y, start.x)
	angle := math.Atan2(end.y, end.x) - first
	if sweep && angle < 0 {
		angle += 2 * math.Pi
	} else if !sweep && angle > 0 {
		angle -= 2 * math.Pi
	}
	middle := between(from, to, 0.5).plus(point{cos*centre.x*rx - sin*centre.y*ry, sin*centre.x*rx + cos*centre.y*ry})
	n := p.steps(math.Abs(angle) * max(rx, ry))
	for i := 1; i < n; i++ {
		s, c := math.Sincos(first + angle*float64(i)/float64(n))
		p.line(middle.plus(point{cos*c*rx - sin*s*ry, sin*c*rx + cos*s*ry}))
	}
	p.line(to)
}

// path draws path data up to its first mistake, as the standard has it.
func (p *pen) path(data string) {
	scan := scanner{text: data}
	var command, before byte
	var control point // of the curve before
	for p.left > 0 {
		scan.skip()
		if scan.at >= len(data) {
			return
		}
		if strings.IndexByte("MmLlHhVvCcSsQqTtAaZz", data[scan.at]) >= 0 {
			command = data[scan.at]
			scan.at++
		} else if command == 'Z' || command == 'z' || command == 0 {
			return
		}
		lower := command | 0x20
		if lower != 'm' && len(p.contours) == 0 {
			return
		}
		n, ok := scan.arguments(lower)
		if !ok {
			return
		}
		control = p.command(command, before, n, control)
		before = lower
		if lower == 'm' {
			command -= 'm' - 'l' // more points after a move are lines
		}
	}
}

// arguments reads the numbers of a command.
func (s *scanner) arguments(lower byte) (n [7]float64, ok bool) {
	counts := map[byte]int{'m': 2, 'l': 2, 'h': 1, 'v': 1, 'c': 6, 's': 4, 'q': 4, 't': 2, 'a': 7}
	for i := range counts[lower] {
		read := s.number
		if lower == 'a' && (i == 3 || i == 4) {
			read = s.flag
		}
		if n[i], ok = read(); !ok {
			return n, false
		}
	}
	return n, true
}

// command draws one command, and answers the control point that a smooth curve after it mirrors.
func (p *pen) command(command, before byte, n [7]float64, control point) point {
	lower := command | 0x20
	var origin point
	if command == lower {
		origin = p.at
	}
	to := func(i int) point { return origin.plus(point{n[i], n[i+1]}) }
	mirrored := p.at.scaled(2).minus(control)
	switch lower {
	case 'm':
		p.move(to(0))
	case 'l':
		p.line(to(0))
	case 'h':
		p.line(point{origin.x + n[0], p.at.y})
	case 'v':
		p.line(point{p.at.x, origin.y + n[0]})
	case 'c':
		end, second := to(4), to(2)
		p.cubic(to(0), second, end)
		return second
	case 's':
		if before != 'c' && before != 's' {
			mirrored = p.at
		}
		end, second := to(2), to(0)
		p.cubic(mirrored, second, end)
		return second
	case 'q':
		end, middle := to(2), to(0)
		p.quadratic(middle, end)
		return middle
	case 't':
		if before != 'q' && before != 't' {
			mirrored = p.at
		}
		p.quadratic(mirrored, to(0))
		return mirrored
	case 'a':
		p.arc(n[0], n[1], n[2], n[3] == 1, n[4] == 1, to(5))
	case 'z':
		p.close()
	}
	return p.at
}
