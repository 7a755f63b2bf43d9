package layer3

import "math"

// escapeBits are how many bits follow the largest value of a pair's book, by number.
var escapeBits = [32]int{16: 1, 2, 3, 4, 6, 8, 10, 13, 4, 5, 6, 7, 8, 9, 11, 13}

// readSamples decodes the frequencies of a granule up to a place in the stream, and returns how many are not zero.
func (d *Decoder) readSamples(b *bits, s *side, bands []band, factors *factors, to *[576]float32, end int) int {
	scale := scaler{d: d, side: s, bands: bands, factors: factors}
	edges := [3]int{edge(bands, s.regions[0]), edge(bands, s.regions[1]), 576}
	at := 0
	for region, number := range s.books {
		until := min(edges[region], 2*s.pairs)
		if number == 0 || d.books[number] == nil {
			clear(to[min(at, until):until])
			at = max(at, until)
			scale.forward(at)
			continue
		}
		at = d.readPairs(b, number, to, at, until, &scale)
	}
	if b.place() > end {
		clear(to[:])
		return 0 // more than there was: nothing of it can be believed
	}
	at = d.readQuads(b, s.quadBook, to, at, end, &scale)
	clear(to[at:])
	return at
}

// edge is where a band begins.
func edge(bands []band, index int) (at int) {
	for _, band := range bands[:min(index, len(bands))] {
		at += band.width
	}
	return at
}

func (d *Decoder) readPairs(b *bits, number int, to *[576]float32, at, until int, scale *scaler) int {
	book, escape := d.books[number], escapeBits[number]
	for at < until {
		gain, stop := scale.gain(at)
		for stop = min(stop, until); at < stop; at += 2 {
			pair := book.next(b)
			to[at] = d.sample(b, pair>>4, escape) * gain
			if at+1 == stop && stop < until { // a band of an odd width
				gain, stop = scale.gain(at + 1)
				stop = min(stop, until)
			}
			to[at+1] = d.sample(b, pair&15, escape) * gain
		}
	}
	return at
}

// sample reads what follows a value: more of it, and its sign.
func (d *Decoder) sample(b *bits, value, escape int) float32 {
	if value == 0 {
		return 0
	}
	if value == 15 && escape > 0 {
		value += b.take(escape)
	}
	var size float32
	if value < len(d.powers) {
		size = d.powers[value]
	} else {
		size = float32(math.Pow(float64(value), 4.0/3))
	}
	if b.take(1) == 1 {
		return -size
	}
	return size
}

func (d *Decoder) readQuads(b *bits, number int, to *[576]float32, at, end int, scale *scaler) int {
	book := d.books[number]
	for at+4 <= 576 && b.place() < end {
		quad := book.next(b)
		for i := range 4 {
			to[at+i] = 0
			if quad>>(3-i)&1 == 1 {
				gain, _ := scale.gain(at + i)
				if b.take(1) == 1 {
					gain = -gain
				}
				to[at+i] = gain
			}
		}
		if b.place() > end {
			return at
		}
		at += 4
	}
	return at
}

// scaler knows how loud a step is, band after band.
type scaler struct {
	d       *Decoder
	side    *side
	bands   []band
	factors *factors
	index   int // of the next band
	stop    int // of the band at hand
	now     float32
}

// gain is that of a place, and where it ends. Places only go up.
func (s *scaler) gain(at int) (gain float32, stop int) {
	s.forward(at)
	return s.now, s.stop
}

func (s *scaler) forward(at int) {
	for at >= s.stop && s.index < len(s.bands) {
		band := s.bands[s.index]
		factor := s.factors.value[s.index]
		power := s.side.gain - 210
		if band.window != longOnly {
			power -= 8 * s.side.subgain[band.window]
		} else if s.side.preflag {
			factor += raised[min(s.index, 21)]
		}
		if s.side.coarse {
			power -= 4 * factor
		} else {
			power -= 2 * factor
		}
		s.now = s.d.quarters[min(max(power+quarterZero, 0), len(s.d.quarters)-1)]
		s.stop += band.width
		s.index++
	}
}
