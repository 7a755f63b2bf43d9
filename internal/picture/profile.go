package picture

import (
	"encoding/binary"
	"image"
	"math"
)

// largestProfile is more than the profiles that can be used here ever have.
const largestProfile = 1 << 20

// A profile is the simple kind of ICC profile, which cameras and screens use (Display P3, Adobe RGB): three curves to
// light, and a matrix from there to the connection space.
type profile struct {
	curves [3][256]float64
	matrix [3][3]float64
}

// toSRGB gives what brings the colours of a profile to sRGB. It is nil when nothing is to be done: no profile, sRGB
// itself, or a profile of another kind (tables, grey, inks), whose pictures are shown as if they were sRGB.
func toSRGB(icc []byte) func(*image.RGBA) {
	p, ok := readProfile(icc)
	if !ok {
		return nil
	}
	// From the connection space, which has the white of D50, to linear sRGB.
	fromXYZ := [3][3]float64{
		{3.1338561, -1.6168667, -0.4906146},
		{-0.9787684, 1.9161415, 0.0334540},
		{0.0719453, -0.2289914, 1.4052427},
	}
	var matrix [3][3]float64
	for i := range 3 {
		for k := range 3 {
			for n := range 3 {
				matrix[i][k] += fromXYZ[i][n] * p.matrix[n][k]
			}
		}
	}
	convert := &conversion{curves: p.curves, matrix: matrix}
	for i := range convert.encoded {
		convert.encoded[i] = byte(255*encodeSRGB(float64(i)/float64(len(convert.encoded)-1)) + 0.5)
	}
	if convert.changesNothing() {
		return nil
	}
	return convert.apply
}

func encodeSRGB(light float64) float64 {
	if light <= 0.0031308 {
		return 12.92 * light
	}
	return 1.055*math.Pow(light, 1/2.4) - 0.055
}

type conversion struct {
	curves  [3][256]float64
	matrix  [3][3]float64
	encoded [1 << 14]byte
}

func (c *conversion) colour(rgb [3]byte) (out [3]byte) {
	light := [3]float64{c.curves[0][rgb[0]], c.curves[1][rgb[1]], c.curves[2][rgb[2]]}
	for i, row := range c.matrix {
		v := row[0]*light[0] + row[1]*light[1] + row[2]*light[2]
		v = min(max(v, 0), 1) // what sRGB cannot show becomes its strongest
		out[i] = c.encoded[int(v*float64(len(c.encoded)-1)+0.5)]
	}
	return out
}

// changesNothing tries some colours: profiles of sRGB differ by a hair from one another.
func (c *conversion) changesNothing() bool {
	for r := 0; r < 256; r += 51 {
		for g := 0; g < 256; g += 51 {
			for b := 0; b < 256; b += 51 {
				from := [3]byte{byte(r), byte(g), byte(b)}
				for i, v := range c.colour(from) {
					if d := int(v) - int(from[i]); d < -3 || d > 3 {
						return false
					}
				}
			}
		}
	}
	return true
}

func (c *conversion) apply(img *image.RGBA) {
	var last, result [3]byte
	result = c.colour(last)
	for i := 0; i+3 < len(img.Pix); i += 4 {
		pixel := img.Pix[i:][:4]
		a := uint32(pixel[3])
		if a == 0 {
			continue
		}
		rgb := [3]byte(pixel)
		if a < 255 {
			for k, v := range rgb {
				rgb[k] = byte(min(255, (uint32(v)*255+a/2)/a))
			}
		}
		if rgb != last {
			last, result = rgb, c.colour(rgb)
		}
		for k, v := range result {
			pixel[k] = share(uint32(v), a)
		}
	}
}

// readProfile takes the curves and the matrix of a profile for RGB.
func readProfile(icc []byte) (p profile, ok bool) {
	if len(icc) < 132 || string(icc[16:24]) != "RGB XYZ " {
		return p, false
	}
	for i, name := range []string{"r", "g", "b"} {
		column := iccTag(icc, name+"XYZ")
		if len(column) < 20 || string(column[:4]) != "XYZ " {
			return p, false
		}
		for k := range 3 {
			p.matrix[k][i] = fixed(column[8+4*k:])
		}
		if p.curves[i], ok = readCurve(iccTag(icc, name+"TRC")); !ok {
			return p, false
		}
	}
	return p, true
}

func iccTag(icc []byte, name string) []byte {
	for entry := range min(binary.BigEndian.Uint32(icc[128:]), 100) {
		at := 132 + 12*int(entry)
		if at+12 > len(icc) {
			break
		}
		if string(icc[at:at+4]) == name {
			from, length := uint64(binary.BigEndian.Uint32(icc[at+4:])), uint64(binary.BigEndian.Uint32(icc[at+8:]))
			if from+length > uint64(len(icc)) {
				break
			}
			return icc[from : from+length]
		}
	}
	return nil
}

// fixed reads a number with sixteen bits behind the point.
func fixed(b []byte) float64 { return float64(int32(binary.BigEndian.Uint32(b))) / 65536 }

// readCurve takes a table, a power, or one of the formulas with parameters.
func readCurve(tag []byte) (curve [256]float64, ok bool) {
	if len(tag) < 12 {
		return curve, false
	}
	var light func(float64) float64
	switch string(tag[:4]) {
	case "curv":
		light = tableCurve(tag)
	case "para":
		light = formulaCurve(tag)
	}
	if light == nil {
		return curve, false
	}
	for i := range curve {
		v := light(float64(i) / 255)
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return curve, false
		}
		curve[i] = v
	}
	return curve, true
}

func tableCurve(tag []byte) func(float64) float64 {
	count := uint64(binary.BigEndian.Uint32(tag[8:]))
	if count == 0 {
		return func(v float64) float64 { return v }
	}
	if 12+2*count > uint64(len(tag)) {
		return nil
	}
	entry := func(i int) float64 { return float64(binary.BigEndian.Uint16(tag[12+2*i:])) }
	if count == 1 {
		gamma := entry(0) / 256
		return func(v float64) float64 { return math.Pow(v, gamma) }
	}
	last := int(count) - 1
	return func(v float64) float64 {
		at, part := math.Modf(v * float64(last))
		i := int(at)
		return (entry(i)*(1-part) + entry(min(i+1, last))*part) / 65535
	}
}

// formulaCurve knows the five formulas of the standard: they differ in how many of the numbers are given.
func formulaCurve(tag []byte) func(float64) float64 {
	kind := int(binary.BigEndian.Uint16(tag[8:]))
	counts := []int{1, 3, 4, 5, 7}
	if kind >= len(counts) || len(tag) < 12+4*counts[kind] {
		return nil
	}
	var n [7]float64 // g a b c d e f
	for i := range counts[kind] {
		n[i] = fixed(tag[12+4*i:])
	}
	g, a, b, c, d, e, f := n[0], n[1], n[2], n[3], n[4], n[5], n[6]
	switch kind {
	case 0:
		a, d = 1, -1
	case 1:
		c, d = 0, -b/a
	case 2:
		c, d, e, f = 0, -b/a, c, c
	}
	return func(v float64) float64 {
		if v < d {
			return c*v + f
		}
		return math.Pow(max(0, a*v+b), g) + e
	}
}
