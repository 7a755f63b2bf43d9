package paint

import (
	"image"
	"math"
)

// quarter is how much of each pixel in a corner's square the rounded corner covers, from its outer tip.
type quarter struct {
	side int
	part []uint8
}

func (p *Painter) quarter(radius float64) quarter {
	q, ok := p.quarters.get(radius)
	if !ok {
		q = corners(radius)
		p.quarters.put(radius, q, len(q.part))
	}
	return q
}

func corners(radius float64) quarter {
	const samples = 8 // a side of each pixel
	q := quarter{side: int(math.Ceil(radius))}
	q.part = make([]uint8, q.side*q.side)
	for i := range q.part {
		x, y := float64(i%q.side), float64(i/q.side)
		inside := 0
		for k := range samples * samples {
			dx := radius - (x + (float64(k%samples)+0.5)/samples)
			dy := radius - (y + (float64(k/samples)+0.5)/samples)
			if dx <= 0 || dy <= 0 || dx*dx+dy*dy <= radius*radius {
				inside++
			}
		}
		q.part[i] = uint8(inside * 255 / (samples * samples))
	}
	return q
}

// coverage of the pixel at x and y by a rounded box, from 0 to 255.
func (q quarter) coverage(x, y int, box image.Rectangle) uint32 {
	if !image.Pt(x, y).In(box) {
		return 0
	}
	x, y = min(x-box.Min.X, box.Max.X-1-x), min(y-box.Min.Y, box.Max.Y-1-y)
	if x >= q.side || y >= q.side {
		return 255
	}
	return uint32(q.part[y*q.side+x])
}
