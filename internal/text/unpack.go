package text

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"image"
	"image/png"
	"io"
)

// maxPicture is the largest side of a picture in a font that is decoded.
const maxPicture = 512

// unpacker decodes the pictures of a font and scales them. Its buffers are used again: image/png makes them anew for every
// picture, and that took most of the time. It reads the kind that emoji fonts have and leaves every other to image/png.
type unpacker struct {
	scaler  scaler
	in      bytes.Reader
	inflate io.ReadCloser
	pix     []byte
	palette [256]uint64
}

// fill decodes the picture into the room that p has. A picture that cannot be read stays empty.
func (u *unpacker) fill(p *pixels, data []byte) {
	src, ok := u.indexed(data)
	if !ok {
		src, ok = anyPNG(data)
	}
	if ok {
		u.scaler.scale(p.colour, p.width, p.height, src)
	}
}

// anyPNG decodes any PNG of a sensible size.
func anyPNG(data []byte) (source, bool) {
	head, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || head.Width < 1 || head.Height < 1 || head.Width > maxPicture || head.Height > maxPicture {
		return source{}, false
	}
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return source{}, false
	}
	return source{head.Width, head.Height, func(to []uint64, y int) { readRow(to, m, y) }}, true
}

func readRow(to []uint64, m image.Image, y int) {
	at := m.Bounds().Min
	for x := range to {
		r, g, b, a := m.At(at.X+x, at.Y+y).RGBA()
		to[x] = lane(uint8(r>>8), uint8(g>>8), uint8(b>>8), uint8(a>>8))
	}
}

// indexed decodes a PNG of 8 bits a pixel with a palette, not interlaced, in one piece.
func (u *unpacker) indexed(data []byte) (source, bool) {
	const signature = 8
	if len(data) < signature+25 || string(data[12:16]) != "IHDR" {
		return source{}, false
	}
	head := data[16:29]
	width, height := int(binary.BigEndian.Uint32(head)), int(binary.BigEndian.Uint32(head[4:]))
	if width < 1 || height < 1 || width > maxPicture || height > maxPicture || head[8] != 8 || head[9] != 3 || head[12] != 0 {
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
	if len(packed) < 2 || len(colours) == 0 || !u.unzip(packed[2:], (width+1)*height) || !unfilter(u.pix, width+1) {
		return source{}, false
	}
	u.setPalette(colours, alphas)
	return source{width, height, func(to []uint64, y int) {
		for x, i := range u.pix[y*(width+1)+1:][:width] {
			to[x] = u.palette[i]
		}
	}}, true
}

func (u *unpacker) unzip(packed []byte, size int) bool {
	u.in.Reset(packed)
	if u.inflate == nil {
		u.inflate = flate.NewReader(&u.in)
	} else if err := u.inflate.(flate.Resetter).Reset(&u.in, nil); err != nil {
		return false
	}
	u.pix = resize(u.pix, size)
	_, err := io.ReadFull(u.inflate, u.pix)
	return err == nil
}

func (u *unpacker) setPalette(colours, alphas []byte) {
	clear(u.palette[:])
	for i := 0; i < 256 && 3*i+3 <= len(colours); i++ {
		a := uint32(255)
		if i < len(alphas) {
			a = uint32(alphas[i])
		}
		of := func(c byte) uint8 { return uint8((uint32(c)*a + 127) / 255) }
		u.palette[i] = lane(of(colours[3*i]), of(colours[3*i+1]), of(colours[3*i+2]), uint8(a))
	}
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
