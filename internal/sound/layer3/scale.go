package layer3

// Lengths of scale factors in bits, by scalefac_compress, for low and high bands.
var (
	lowBits  = [16]int{0, 0, 0, 0, 3, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4}
	highBits = [16]int{0, 1, 2, 3, 0, 1, 2, 3, 1, 2, 3, 1, 2, 3, 2, 3}
)

// raised is what preflag adds to high bands.
var raised = [22]int{11: 1, 1, 1, 1, 2, 2, 3, 3, 3, 2, 0}

// newParts are the numbers of scale factors of each length in MPEG-2, by the way they are packed and the kind of
// blocks: long, short, mixed.
var newParts = [6][3][4]int{
	{{6, 5, 5, 5}, {9, 9, 9, 9}, {6, 9, 9, 9}},
	{{6, 5, 7, 3}, {9, 9, 12, 6}, {6, 9, 12, 6}},
	{{11, 10, 0, 0}, {18, 18, 0, 0}, {15, 18, 0, 0}},
	{{7, 7, 7, 0}, {12, 12, 12, 0}, {6, 15, 12, 0}},
	{{6, 6, 6, 3}, {12, 9, 9, 6}, {6, 12, 9, 6}},
	{{8, 8, 5, 0}, {15, 12, 9, 0}, {6, 18, 9, 0}},
}

// factors are the scale factors of a granule, by band. limit is where a position in the stereo image is none.
type factors struct{ value, limit [40]int }

// readOld reads the scale factors of MPEG-1; before are those of the granule before.
func (f *factors) readOld(b *bits, s *side, before *factors) {
	if s.block == short {
		low, high := 18, 18
		if s.mixed {
			low = 8 + 9
		}
		f.read(b, 0, low, lowBits[s.compress])
		f.read(b, low, high, highBits[s.compress])
		f.rest(low + high)
		return
	}
	parts := [4][2]int{{0, 6}, {6, 5}, {11, 5}, {16, 5}}
	for i, part := range parts {
		if s.shareWith[i] {
			copy(f.value[part[0]:part[0]+part[1]], before.value[part[0]:])
			copy(f.limit[part[0]:part[0]+part[1]], before.limit[part[0]:])
			continue
		}
		length := lowBits[s.compress]
		if i >= 2 {
			length = highBits[s.compress]
		}
		f.read(b, part[0], part[1], length)
	}
	f.rest(21)
}

// readNew reads those of MPEG-2; on the right of intensity stereo they are packed otherwise.
func (f *factors) readNew(b *bits, s *side, intensityRight bool) {
	c, row := s.compress, 0
	var lengths [4]int
	if intensityRight {
		switch c >>= 1; {
		case c < 180:
			row, lengths = 3, [4]int{c / 36, c % 36 / 6, c % 6}
		case c < 244:
			c -= 180
			row, lengths = 4, [4]int{c >> 4, c >> 2 & 3, c & 3}
		default:
			c -= 244
			row, lengths = 5, [4]int{c / 3, c % 3}
		}
	} else {
		switch {
		case c < 400:
			row, lengths = 0, [4]int{(c >> 4) / 5, (c >> 4) % 5, c >> 2 & 3, c & 3}
		case c < 500:
			c -= 400
			row, lengths = 1, [4]int{(c >> 2) / 5, (c >> 2) % 5, c & 3}
		default:
			c -= 500
			row, lengths = 2, [4]int{c / 3, c % 3}
		}
	}
	kind := 0
	if s.block == short {
		if kind = 1; s.mixed {
			kind = 2
		}
	}
	from := 0
	for i, count := range newParts[row][kind] {
		f.read(b, from, count, lengths[i])
		from += count
	}
	f.rest(from)
}

func (f *factors) read(b *bits, from, count, length int) {
	for i := from; i < from+count; i++ {
		f.value[i] = b.take(length)
		f.limit[i] = 1<<length - 1
	}
}

// rest has no factors in the stream.
func (f *factors) rest(from int) {
	for i := from; i < len(f.value); i++ {
		f.value[i], f.limit[i] = 0, 0
	}
}
