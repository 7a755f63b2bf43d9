package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"time"

	"golang.org/x/image/webp"
)

// A webpFrame is a picture inside a WebP file: the only one, or one of an animation.
type webpFrame struct {
	place image.Rectangle
	alpha []byte // the ALPH chunk of a lossy frame, if any
	name  string // of the chunk with the pixels: "VP8 " or "VP8L"
	body  []byte
	lasts time.Duration
	after disposal
	over  bool
}

type webpFile struct {
	canvas image.Point
	frames []webpFrame
	loops  int
}

// readWebP walks the container itself: the decoder of x/image takes no animations, and a file that is split into its
// frames can be decoded one by one.
func readWebP(data []byte) (*file, error) {
	f := &file{format: "WebP", data: data, turn: 1}
	w := &webpFile{loops: 1}
	still := webpFrame{}
	if uint64(binary.LittleEndian.Uint32(data[4:]))+8 > uint64(len(data))+1 { // the last byte may be no more than padding
		return nil, broken("WebP")
	}
	for name, body := range chunks(data[12:]) {
		switch name {
		case "VP8X":
			if len(body) < 10 {
				return nil, broken("WebP")
			}
			w.canvas = image.Pt(int(uint24(body[4:]))+1, int(uint24(body[7:]))+1)
		case "ICCP":
			f.profile = body[:min(len(body), largestProfile)]
		case "EXIF":
			f.turn = readTurn(bytes.TrimPrefix(body, []byte("Exif\x00\x00")))
		case "ANIM":
			if len(body) < 6 {
				return nil, broken("WebP")
			}
			w.loops = int(binary.LittleEndian.Uint16(body[4:]))
		case "ANMF":
			if err := w.animationFrame(body); err != nil {
				return nil, err
			}
		default:
			still.take(name, body)
		}
	}
	if len(w.frames) == 0 {
		size, ok := still.size()
		if !ok {
			return nil, broken("WebP")
		}
		still.place.Max, w.canvas = size, size
		w.frames = []webpFrame{still}
	}
	f.size, f.frames = w.canvas, len(w.frames)
	f.decode = w.decode
	return f, nil
}

// chunks walks the parts of a RIFF file: a name of four letters, a length, a body, and a byte where the length is odd.
// A part that is cut off ends the walk.
func chunks(data []byte) func(func(string, []byte) bool) {
	return func(yield func(string, []byte) bool) {
		for len(data) >= 8 {
			length := uint64(binary.LittleEndian.Uint32(data[4:]))
			if length > uint64(len(data)-8) || !yield(string(data[:4]), data[8:8+length]) {
				return
			}
			data = data[min(8+length+length%2, uint64(len(data))):]
		}
	}
}

func uint24(b []byte) uint32 { return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 }

func (w *webpFile) animationFrame(body []byte) error {
	if len(body) < 16 {
		return broken("WebP")
	}
	at := image.Pt(2*int(uint24(body)), 2*int(uint24(body[3:])))
	size := image.Pt(int(uint24(body[6:]))+1, int(uint24(body[9:]))+1)
	frame := webpFrame{
		place: image.Rectangle{Min: at, Max: at.Add(size)},
		lasts: time.Duration(uint24(body[12:])) * time.Millisecond,
		over:  body[15]&2 == 0,
	}
	if body[15]&1 != 0 {
		frame.after = toTransparent
	}
	for name, part := range chunks(body[16:]) {
		frame.take(name, part)
	}
	if stored, ok := frame.size(); !ok || stored != size {
		return broken("WebP")
	}
	w.frames = append(w.frames, frame)
	return nil
}

func (f *webpFrame) take(name string, body []byte) {
	switch name {
	case "ALPH":
		f.alpha = body
	case "VP8 ", "VP8L":
		f.name, f.body = name, body
	}
}

// size is what the compressed pixels say themselves: the decoder believes nothing else.
func (f *webpFrame) size() (image.Point, bool) {
	switch {
	case f.name == "VP8 " && len(f.body) >= 10:
		return image.Pt(int(binary.LittleEndian.Uint16(f.body[6:])&0x3fff), int(binary.LittleEndian.Uint16(f.body[8:])&0x3fff)), true
	case f.name == "VP8L" && len(f.body) >= 5:
		bits := binary.LittleEndian.Uint32(f.body[1:])
		return image.Pt(int(bits&0x3fff)+1, int(bits>>14&0x3fff)+1), true
	}
	return image.Point{}, false
}

func (w *webpFile) decode(j *job) ([]Frame, int, error) {
	const cost = 12 // a byte or four a pixel for the result, and as much twice for the transforms of a lossless one
	if len(w.frames) > 1 || w.frames[0].place.Size() != w.canvas {
		return j.animate(len(w.frames), w.loops, cost, func(i int) (patch, error) {
			frame := w.frames[i]
			pixels, err := frame.decode(j)
			return patch{pixels, frame.place.Min, frame.over, frame.lasts, frame.after}, err
		})
	}
	if err := j.need(cost * area(w.canvas)); err != nil {
		return nil, 0, err
	}
	pixels, err := w.frames[0].decode(j)
	if err != nil {
		return nil, 0, err
	}
	return still(j.reduce(pixels))
}

// decode gives the decoder a file of this one frame.
func (f *webpFrame) decode(j *job) (source, error) {
	var packed bytes.Buffer
	if f.alpha != nil && f.name == "VP8 " {
		header := make([]byte, 10)
		header[0] = 1 << 4 // there is alpha
		putUint24(header[4:], f.place.Dx()-1)
		putUint24(header[7:], f.place.Dy()-1)
		writeChunk(&packed, "VP8X", header)
		writeChunk(&packed, "ALPH", f.alpha)
	}
	writeChunk(&packed, f.name, f.body)
	riff := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(4+packed.Len()))
	riff = append(append(riff, "WEBP"...), packed.Bytes()...)
	img, err := webp.Decode(j.reader(bytes.NewReader(riff)))
	if err != nil {
		return source{}, broken("WebP")
	}
	switch img := img.(type) {
	case *image.YCbCr:
		return (&planes{img, videoRange}).source(), nil
	case *image.NYCbCrA:
		colours := (&planes{&img.YCbCr, videoRange}).rows()
		return source{size: img.Rect.Size(), row: func(y int, into []byte) {
			colours(y, into)
			for x, a := range img.A[y*img.AStride:][:img.Rect.Dx()] {
				into[4*x+3] = a
			}
			premultiply(into, into)
		}}, nil
	}
	return rowsOf(img), nil
}

func putUint24(into []byte, v int) { into[0], into[1], into[2] = byte(v), byte(v>>8), byte(v>>16) }

func writeChunk(to *bytes.Buffer, name string, body []byte) {
	to.WriteString(name)
	to.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(body))))
	to.Write(body)
	if len(body)%2 == 1 {
		to.WriteByte(0)
	}
}
