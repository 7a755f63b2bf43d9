package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/gif"
	"io"
	"time"
)

// An animation's frames wait undecoded, so that each can be decoded, drawn and let go.
type gifFile struct {
	head   []byte // up to the first block, with the palette
	frames []gifFrame
	loops  int
}

type gifFrame struct {
	control []byte // the extension with the transparent colour, if any
	image   []byte // the block with the pixels
	lasts   time.Duration
	after   disposal
}

// A disposal is what happens to a frame's place before the next one is drawn.
type disposal int

const (
	stays disposal = iota
	toTransparent
	toPrevious
)

func readGIF(data []byte) (*file, error) {
	g, err := splitGIF(data)
	if err != nil {
		return nil, err
	}
	f := &file{format: "GIF", data: data, turn: 1, frames: len(g.frames)}
	f.size = image.Pt(int(binary.LittleEndian.Uint16(data[6:])), int(binary.LittleEndian.Uint16(data[8:])))
	f.decode = func(j *job) ([]Frame, int, error) {
		frame := func(i int) (patch, error) { return g.decode(j, i) }
		return j.animate(len(g.frames), g.loops, 2, frame)
	}
	return f, nil
}

// splitGIF finds the frames by the lengths of the blocks alone.
func splitGIF(data []byte) (*gifFile, error) {
	if len(data) < 13 {
		return nil, broken("GIF")
	}
	at := 13 + paletteLength(data[10])
	if at > len(data) {
		return nil, broken("GIF")
	}
	g := &gifFile{head: data[:at], loops: 1}
	next := gifFrame{}
	for at < len(data) && data[at] != ';' {
		start := at
		switch data[at] {
		case '!':
			at = skipBlocks(data, at+2)
			if at < 0 {
				return nil, broken("GIF")
			}
			g.extension(data[start:at], &next)
		case ',':
			if at+10 > len(data) {
				return nil, broken("GIF")
			}
			at = skipBlocks(data, at+10+paletteLength(data[at+9])+1)
			if at < 0 {
				return nil, broken("GIF")
			}
			next.image = data[start:at]
			g.frames = append(g.frames, next)
			next = gifFrame{}
		default:
			return nil, broken("GIF")
		}
	}
	if len(g.frames) == 0 {
		return nil, broken("GIF")
	}
	return g, nil
}

func paletteLength(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// skipBlocks answers the place behind a chain of blocks, or -1 when it is cut off.
func skipBlocks(data []byte, at int) int {
	for at < len(data) {
		length := int(data[at])
		at += 1 + length
		if length == 0 {
			return at
		}
	}
	return -1
}

func (g *gifFile) extension(block []byte, next *gifFrame) {
	switch {
	case block[1] == 0xf9 && len(block) == 8:
		next.control = block
		next.lasts = time.Duration(binary.LittleEndian.Uint16(block[4:])) * 10 * time.Millisecond
		switch block[3] >> 2 & 7 {
		case 2:
			next.after = toTransparent
		case 3:
			next.after = toPrevious
		}
	case block[1] == 0xff && len(block) >= 18 && string(block[3:14]) == "NETSCAPE2.0" && block[14] == 3:
		// The number counts repetitions: one more is how often it plays.
		if g.loops = int(binary.LittleEndian.Uint16(block[16:])); g.loops > 0 {
			g.loops++
		}
	}
}

// decode gives the standard library a GIF of this one frame.
func (g *gifFile) decode(j *job, i int) (patch, error) {
	frame := g.frames[i]
	parts := io.MultiReader(bytes.NewReader(g.head), bytes.NewReader(frame.control), bytes.NewReader(frame.image), bytes.NewReader([]byte{';'}))
	img, err := gif.Decode(j.reader(parts))
	if err != nil {
		return patch{}, broken("GIF")
	}
	return patch{pixels: rowsOf(img), at: img.Bounds().Min, over: true, lasts: frame.lasts, after: frame.after}, nil
}
