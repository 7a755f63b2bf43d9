// Package layer3 decodes MP3: MPEG-1, 2 and 2.5 audio, layer III.
//
// It knows the standard. It never knows files, tags or where a stream comes from.
package layer3

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math"
)

// searched is how far a frame is looked for.
const searched = 64 << 10

// ErrNoFrame is the error of a stream that is no MP3, or is no more.
var ErrNoFrame = errors.New("no MP3 frame is found")

// quarterZero is where 2^0 is among the quarter powers of two.
const quarterZero = 400

// Decoder decodes a stream frame by frame.
type Decoder struct {
	Rate     int
	Channels int

	r      *bufio.Reader
	header header
	main   []byte // the reservoir, and what the frame adds to it

	books    [34]*book
	powers   [512]float32 // n to the power of 4/3
	quarters [600]float32 // quarter powers of two

	aliasOwn, aliasOther [8]float32
	windows              [4][36]float32
	shortCosines         [6][6]float32
	turns, ninths        [9]complexNumber
	halves               [5][16]float32
	window               [16][32]float32

	bands     [2][]band
	factors   [2]factors
	samples   [2][576]float32
	scratch   [576]float32
	overlap   [2][32][18]float32
	synthesis [2]synthesis
	out       []int16
}

// New reads as far as the first frame.
func New(r io.Reader) (*Decoder, error) {
	d := &Decoder{r: bufio.NewReaderSize(r, 4096)}
	if err := d.seek(); err != nil {
		return nil, err
	}
	d.Rate, d.Channels = d.header.rate, d.header.channels
	for number, leaves := range books {
		d.books[number] = newBook(leaves)
	}
	for number := range 32 {
		if d.books[number] == nil && number > 16 {
			d.books[number] = d.books[16+number/24*8]
		}
	}
	for n := range d.powers {
		d.powers[n] = float32(math.Pow(float64(n), 4.0/3))
	}
	for n := range d.quarters {
		d.quarters[n] = float32(math.Exp2(float64(n-quarterZero) / 4))
	}
	d.prepareBlocks()
	d.prepareSynthesis()
	return d, nil
}

// seek finds the next frame: a header that is followed by another, or by the end.
func (d *Decoder) seek() error {
	for range searched {
		head, err := d.r.Peek(4)
		if err != nil {
			return err
		}
		if h, ok := parseHeader(head); ok && (d.Rate == 0 || h.like(d.header)) && d.followed(h) {
			d.header = h
			return nil
		}
		_, _ = d.r.Discard(1)
	}
	return ErrNoFrame
}

// followed guards against bytes that only look like a header. Within a stream its likeness is enough.
func (d *Decoder) followed(h header) bool {
	if d.Rate != 0 {
		return true
	}
	next, err := d.r.Peek(h.bytes + 4)
	if err != nil {
		return len(next) >= h.bytes
	}
	following, ok := parseHeader(next[h.bytes:])
	return ok && following.like(h)
}

// Next decodes a frame, which is good until the next call. It ends with io.EOF.
func (d *Decoder) Next() ([]int16, error) {
	for {
		if err := d.seek(); err != nil {
			if errors.Is(err, ErrNoFrame) || errors.Is(err, io.EOF) {
				return nil, io.EOF // tags, or padding
			}
			return nil, err
		}
		frame := make([]byte, d.header.bytes)
		if _, err := io.ReadFull(d.r, frame); err != nil {
			if errors.Is(err, io.ErrUnexpectedEOF) {
				err = io.EOF
			}
			return nil, err
		}
		if d.frame(frame) {
			return d.out, nil
		}
	}
}

// frame decodes a frame if what it builds on is there.
func (d *Decoder) frame(frame []byte) bool {
	h := d.header
	at := 4
	if h.checked {
		at += 2
	}
	if len(frame) < at+h.sideBytes() {
		return false
	}
	info, body := frame[at:at+h.sideBytes()], frame[at+h.sideBytes():]
	if bytes.HasPrefix(body, []byte("Xing")) || bytes.HasPrefix(body, []byte("Info")) {
		return false // about the file
	}
	b := newBits(info, 0)
	reservoir, sides := readSides(&b, h)
	const most = 511
	have := len(d.main)
	d.main = append(d.main, body...)
	if have < reservoir {
		d.keep(most)
		return false
	}
	d.out = d.out[:0]
	place := 8 * (have - reservoir)
	for g := range h.granules() {
		place = d.granule(h, &sides[g], place)
	}
	d.keep(most)
	return true
}

// keep leaves only the last bytes in the reservoir.
func (d *Decoder) keep(most int) {
	if over := len(d.main) - most; over > 0 {
		d.main = append(d.main[:0], d.main[over:]...)
	}
}

func (d *Decoder) granule(h header, sides *[2]side, place int) (end int) {
	var counts [2]int
	for c := range h.channels {
		s := &sides[c]
		b := newBits(d.main, place)
		place += s.length
		d.bands[c] = layout(d.bands[c], h, s)
		if h.old {
			before := d.factors[c]
			d.factors[c].readOld(&b, s, &before)
		} else {
			d.factors[c].readNew(&b, s, c == 1 && h.joint&jointIntensity != 0)
		}
		counts[c] = d.readSamples(&b, s, d.bands[c], &d.factors[c], &d.samples[c], place)
	}
	if h.channels == 2 {
		d.unshare(h, &sides[1], &counts)
	}
	from := len(d.out)
	d.out = append(d.out, make([]int16, 576*d.Channels)...)
	for c := range min(h.channels, d.Channels) {
		d.channel(c, &sides[c], counts[c], d.out[from+c:])
	}
	if h.channels < d.Channels { // one channel in a stream of two
		for i := from; i < len(d.out); i += 2 {
			d.out[i+1] = d.out[i]
		}
	}
	return place
}

// channel makes sound of the frequencies of a granule, and puts it to every place of its channel.
func (d *Decoder) channel(c int, s *side, count int, out []int16) {
	samples := &d.samples[c]
	subbands := min((count+17)/18+1, 32) // with what smoothing adds
	smoothed := subbands
	if s.block == short {
		d.order(c)
		subbands, smoothed = 32, 0
		if s.mixed {
			smoothed = 2
		}
	}
	d.smooth(samples, smoothed)
	var times [18][32]float32
	for band := range 32 {
		overlap := &d.overlap[c][band]
		var part [18]float32
		if band < subbands {
			kind := s.block
			if s.mixed && band < 2 {
				kind = normal
			}
			d.toTime((*[18]float32)(samples[18*band:]), overlap, kind, &part)
		} else {
			part, *overlap = *overlap, part
		}
		for i, v := range part {
			if i&band&1 == 1 {
				v = -v // odd subbands run backwards
			}
			times[i][band] = v
		}
	}
	var sound [32]float32
	for i := range times {
		d.synthesis[c].turn(d, &times[i], &sound)
		for j, v := range sound {
			out[(32*i+j)*d.Channels] = clip(v)
		}
	}
}

func clip(v float32) int16 {
	switch {
	case v >= math.MaxInt16:
		return math.MaxInt16
	case v <= math.MinInt16:
		return math.MinInt16
	case v >= 0:
		return int16(v + 0.5)
	}
	return int16(v - 0.5)
}
