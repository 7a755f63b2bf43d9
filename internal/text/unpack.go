package text

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/png"
)

// maxPicture is the largest side of a picture in a font that is decoded.
const maxPicture = 512

// unpacker decodes the pictures of a font and scales them. Its buffers are used again: image/png makes them anew for every
// picture, and that took most of the time. It reads the kind that emoji fonts have and leaves every other to image/png.
type unpacker struct {
	scaler  scaler
	inflate inflater
	pix     []byte
	palette [256]uint64

	blueFirst bool
}

// fill decodes the picture into the room that p has. A picture that cannot be read stays empty.
func (u *unpacker) fill(p *pixels, data []byte) {
	src, ok := u.indexed(data)
	if !ok {
		src, ok = u.anyPNG(data)
	}
	if ok {
		u.scaler.scale(p.colour, p.width, p.height, src)
	}
}

// anyPNG decodes any PNG of a sensible size.
func (u *unpacker) anyPNG(data []byte) (source, bool) {
	head, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || head.Width < 1 || head.Height < 1 || head.Width > maxPicture || head.Height > maxPicture {
		return source{}, false
	}
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return source{}, false
	}
	return source{width: head.Width, height: head.Height, read: func(to []uint64, y int) { u.readRow(to, m, y) }}, true
}

func (u *unpacker) readRow(to []uint64, m image.Image, y int) {
	at := m.Bounds().Min
	for x := range to {
		r, g, b, a := m.At(at.X+x, at.Y+y).RGBA()
		to[x] = u.lane(uint8(r>>8), uint8(g>>8), uint8(b>>8), uint8(a>>8))
	}
}

// indexed decodes a PNG with a palette, not interlaced, in one piece.
func (u *unpacker) indexed(data []byte) (source, bool) {
	const signature = 8
	if len(data) < signature+25 || string(data[12:16]) != "IHDR" {
		return source{}, false
	}
	head := data[16:29]
	width, height := int(binary.BigEndian.Uint32(head)), int(binary.BigEndian.Uint32(head[4:]))
	depth := int(head[8])
	if width < 1 || height < 1 || width > maxPicture || height > maxPicture || head[9] != 3 || head[12] != 0 ||
		depth != 1 && depth != 2 && depth != 4 && depth != 8 {
		return source{}, false
	}
	var colours, alphas, packed []byte
	for rest := data[signature:]; len(rest) >= 12; {
		n := int(binary.BigEndian.Uint32(rest))
		if n < 0 || n > len(rest)-12 {
			return source{}, false
		}
		body := rest[8 : 8+n]
		switch string(rest[4:8]) {
		case "PLTE":
			colours = body
		case "tRNS":
			alphas = body
		case "IDAT":
			if packed != nil {
				return source{}, false
			}
			packed = body
		}
		rest = rest[12+n:]
	}
	stride := 1 + (width*depth+7)/8
	u.pix = resize(u.pix, max(stride, 1+width)*height)
	rows := u.pix[:stride*height]
	if len(packed) < 2 || len(colours) == 0 || !u.inflate.inflate(rows, packed[2:]) || !unfilter(rows, stride) {
		return source{}, false
	}
	if depth < 8 {
		spreadBits(u.pix, stride, width, height, depth)
	}
	u.setPalette(colours, alphas)
	return source{width, height, u.row, u.halfRow}, true
}

// spreadBits gives every pixel a byte of its own, in place: from the last to the first, nothing is written over before it is read.
func spreadBits(pix []byte, stride, width, height, depth int) {
	for y := height - 1; y >= 0; y-- {
		from, to := pix[y*stride+1:], pix[y*(width+1)+1:]
		for x := width - 1; x >= 0; x-- {
			shift := 8 - depth - x*depth%8
			to[x] = from[x*depth/8] >> shift & (1<<depth - 1)
		}
	}
}

// row reads a row of the picture with a palette.
func (u *unpacker) row(to []uint64, y int) {
	for x, i := range u.pix[y*(len(to)+1)+1:][:len(to)] {
		to[x] = u.palette[i]
	}
}

// halfRow reads the rows 2y and 2y+1 at half their size: four pixels are one.
func (u *unpacker) halfRow(to []uint64, y, width int) {
	above := u.pix[2*y*(width+1)+1:][:width]
	below := u.pix[(2*y+1)*(width+1)+1:][:width]
	for x := range to {
		a, b := above[2*x:2*x+2:2*x+2], below[2*x:2*x+2:2*x+2]
		to[x] = quarter(u.palette[a[0]] + u.palette[a[1]] + u.palette[b[0]] + u.palette[b[1]])
	}
}

func (u *unpacker) setPalette(colours, alphas []byte) {
	clear(u.palette[:])
	for i := 0; i < 256 && 3*i+3 <= len(colours); i++ {
		a := uint32(255)
		if i < len(alphas) {
			a = uint32(alphas[i])
		}
		of := func(c byte) uint8 { return uint8((uint32(c)*a + 127) / 255) }
		u.palette[i] = u.lane(of(colours[3*i]), of(colours[3*i+1]), of(colours[3*i+2]), uint8(a))
	}
}

// lane is a pixel in the order of what is drawn on.
func (u *unpacker) lane(r, g, b, a uint8) uint64 {
	if u.blueFirst {
		r, b = b, r
	}
	return lane(r, g, b, a)
}

// unfilter undoes PNG's filters in place; every row begins with the kind of its filter.
func unfilter(pix []byte, stride int) bool {
	above := make([]byte, stride)
	for ; len(pix) >= stride; pix = pix[stride:] {
		row := pix[:stride]
		left, corner := byte(0), byte(0)
		switch row[0] {
		case 0:
		case 1:
			for i := 2; i < stride; i++ {
				row[i] += row[i-1]
			}
		case 2:
			for i := 1; i < stride; i++ {
				row[i] += above[i]
			}
		case 3:
			for i := 1; i < stride; i++ {
				row[i] += byte((int(left) + int(above[i])) / 2)
				left = row[i]
			}
		case 4:
			for i := 1; i < stride; i++ {
				row[i] += paeth(left, above[i], corner)
				left, corner = row[i], above[i]
			}
		default:
			return false
		}
		above = row
	}
	return true
}

// paeth is PNG's guess of a pixel from those to the left, above, and above to the left.
func paeth(a, b, c byte) byte {
	pa, pb := int(b)-int(c), int(a)-int(c)
	pc := max(pa+pb, -pa-pb)
	pa, pb = max(pa, -pa), max(pb, -pb)
	switch {
	case pa <= pb && pa <= pc:
		return a
	case pb <= pc:
		return b
	}
	return c
}
