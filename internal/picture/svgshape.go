package picture

import (
	"errors"
	"image"
	"image/color"
)

// A page is the SVG being drawn.
type page struct {
	img   *image.RGBA
	cover *cover // for what is filled
	lines *cover // for what is stroked
	left  int    // points that may still be drawn
	drawn bool
	ended func() error
}

// draw fills and strokes one shape. Elements that are no shapes draw nothing.
func (p *page) draw(element string, a map[string]string, s style) error {
	shape := &pen{scale: s.matrix.scale(), left: p.left}
	if !shape.shape(element, a) {
		return nil
	}
	p.left = shape.left
	if p.left < 0 {
		return errors.New("the SVG picture has too many points for an icon")
	}
	if c, ok := s.colour(s.fill, s.fillAlpha); ok {
		for _, line := range shape.contours {
			p.cover.polygon(line.points, s.matrix)
		}
		p.cover.paint(p.img, c, s.evenOdd)
		p.drawn = true
	}
	if c, ok := s.colour(s.stroke, s.lineAlpha); ok && s.width > 0 {
		outline := stroke{cover: p.lines, style: s, half: s.width / 2, ended: p.ended}
		for _, line := range shape.contours {
			if err := outline.contour(line); err != nil {
				return err
			}
		}
		p.lines.paint(p.img, c, false)
		p.drawn = true
	}
	return p.ended()
}

// colour is what a paint puts down, unless that is nothing.
func (s style) colour(p paint, alpha float64) (color.NRGBA, bool) {
	c := p.colour
	if p.current {
		c = s.current
	}
	c.A = byte(float64(c.A)*alpha*s.opacity + 0.5)
	return c, !p.none && c.A > 0
}

// shape draws the outline of an element, and tells whether it is one that has an outline.
func (p *pen) shape(element string, a map[string]string) bool {
	number := func(name string) float64 {
		if n := numbers(a[name]); len(n) > 0 {
			return n[0]
		}
		return 0
	}
	switch element {
	case "path":
		p.path(a["d"])
	case "rect":
		p.rectangle(number("x"), number("y"), number("width"), number("height"), a, number)
	case "circle":
		p.ellipse(number("cx"), number("cy"), number("r"), number("r"))
	case "ellipse":
		p.ellipse(number("cx"), number("cy"), number("rx"), number("ry"))
	case "line":
		p.move(point{number("x1"), number("y1")})
		p.line(point{number("x2"), number("y2")})
	case "polyline", "polygon":
		n := numbers(a["points"])
		for i := 0; i+1 < len(n); i += 2 {
			if i == 0 {
				p.move(point{n[0], n[1]})
			} else {
				p.line(point{n[i], n[i+1]})
			}
		}
		if element == "polygon" {
			p.close()
		}
	default:
		return false
	}
	return len(p.contours) > 0
}

func (p *pen) ellipse(x, y, rx, ry float64) {
	if rx <= 0 || ry <= 0 {
		return
	}
	p.move(point{x + rx, y})
	p.arc(rx, ry, 0, false, true, point{x - rx, y})
	p.arc(rx, ry, 0, false, true, point{x + rx, y})
	p.close()
}

// rectangle draws one whose corners may be round; one radius stands for both.
func (p *pen) rectangle(x, y, width, height float64, a map[string]string, number func(string) float64) {
	if width <= 0 || height <= 0 {
		return
	}
	rx, ry := number("rx"), number("ry")
	if a["rx"] == "" {
		rx = ry
	}
	if a["ry"] == "" {
		ry = rx
	}
	rx, ry = min(max(rx, 0), width/2), min(max(ry, 0), height/2)
	right, bottom := x+width, y+height
	p.move(point{x + rx, y})
	p.line(point{right - rx, y})
	p.arc(rx, ry, 0, false, true, point{right, y + ry})
	p.line(point{right, bottom - ry})
	p.arc(rx, ry, 0, false, true, point{right - rx, bottom})
	p.line(point{x + rx, bottom})
	p.arc(rx, ry, 0, false, true, point{x, bottom - ry})
	p.line(point{x, y + ry})
	p.arc(rx, ry, 0, false, true, point{x + rx, y})
	p.close()
}
