package layer3

// side is what the side information tells of a granule of one channel.
type side struct {
	length    int // of scale factors and samples, in bits
	pairs     int
	gain      int
	compress  int // how long the scale factors are
	block     int // kind of the blocks
	mixed     bool
	books     [3]int
	subgain   [3]int
	regions   [2]int // in bands
	preflag   bool
	coarse    bool // steps of scale factors
	quadBook  int
	shareWith [4]bool // scale factors are those of the granule before
}

const (
	normal = iota
	start
	short
	stop
)

// readSides reads the side information of a frame.
func readSides(b *bits, h header) (reservoir int, sides [2][2]side) {
	if h.old {
		reservoir = b.take(9)
		b.skip(7 - 2*h.channels)
		for c := range h.channels {
			for i := range 4 {
				sides[1][c].shareWith[i] = b.take(1) == 1
			}
		}
	} else {
		reservoir = b.take(8)
		b.skip(h.channels)
	}
	for g := range h.granules() {
		for c := range h.channels {
			sides[g][c].read(b, h)
		}
	}
	return reservoir, sides
}

func (s *side) read(b *bits, h header) {
	s.length, s.pairs, s.gain = b.take(12), min(b.take(9), 288), b.take(8)
	if h.old {
		s.compress = b.take(4)
	} else {
		s.compress = b.take(9)
	}
	if b.take(1) == 1 {
		s.block, s.mixed = b.take(2), b.take(1) == 1
		s.books = [3]int{b.take(5), b.take(5)}
		s.subgain = [3]int{b.take(3), b.take(3), b.take(3)}
		s.regions = [2]int{8, 999}
		if s.block == short && !s.mixed {
			s.regions[0] = 9
		}
	} else {
		s.books = [3]int{b.take(5), b.take(5), b.take(5)}
		first, second := b.take(4), b.take(3)
		s.regions = [2]int{first + 1, first + second + 2}
	}
	if h.old {
		s.preflag = b.take(1) == 1
	} else {
		s.preflag = s.compress >= 500
	}
	s.coarse, s.quadBook = b.take(1) == 1, 32+b.take(1)
}
