package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/png"
	"io"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// readPNG walks the chunks before the pixels. Of an animated PNG only the still picture is shown, as PNG intends for
// readers that do not know animation.
func readPNG(data []byte) (*file, error) {
	f := &file{format: "PNG", data: data, turn: 1, frames: 1}
	var cost int64
	for rest := data[len(pngSignature):]; ; {
		if len(rest) < 12 {
			return nil, broken("PNG")
		}
		length, name := uint64(binary.BigEndian.Uint32(rest)), string(rest[4:8])
		if name == "IDAT" || name == "IEND" {
			break
		}
		if length > uint64(len(rest)-12) {
			return nil, broken("PNG")
		}
		body := rest[8 : 8+length]
		rest = rest[12+length:]
		switch name {
		case "IHDR":
			if len(body) != 13 || body[0]|body[4] > 127 {
				return nil, broken("PNG")
			}
			f.size = image.Pt(int(binary.BigEndian.Uint32(body)), int(binary.BigEndian.Uint32(body[4:])))
			cost = pngCost(f.size, body)
		case "iCCP":
			f.profile = unpackProfile(body)
		case "eXIf":
			f.turn = readTurn(body)
		}
	}
	f.decode = func(j *job) ([]Frame, int, error) {
		if err := j.need(cost); err != nil {
			return nil, 0, err
		}
		img, err := png.Decode(j.reader(bytes.NewReader(data)))
		if err != nil || img.Bounds().Size() != f.size {
			return nil, 0, broken("PNG")
		}
		return still(j.reduce(rowsOf(img)))
	}
	return f, nil
}

// pngCost is what the standard library holds for a picture: 1, 4 or 8 bytes a pixel, half as much again when it is
// interlaced.
func pngCost(size image.Point, header []byte) int64 {
	depth, kind, interlaced := header[8], header[9], header[12] == 1
	cost := area(size)
	const grey, palette = 0, 3
	switch {
	case depth == 16:
		cost *= 8
	case kind != palette && kind != grey:
		cost *= 4
	case kind == grey:
		cost *= 4 // one of its greys may be transparent
	}
	if interlaced {
		cost += cost / 2
	}
	return cost
}

// unpackProfile inflates an iCCP chunk: a name, a zero, the method, the profile.
func unpackProfile(chunk []byte) []byte {
	_, packed, found := bytes.Cut(chunk, []byte{0})
	if !found || len(packed) < 1 {
		return nil
	}
	inflate, err := zlib.NewReader(bytes.NewReader(packed[1:]))
	if err != nil {
		return nil
	}
	profile, err := io.ReadAll(io.LimitReader(inflate, largestProfile))
	if err != nil {
		return nil
	}
	return profile
}
