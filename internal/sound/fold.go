package sound

// Arrangements of channels by their number, a letter a speaker: Left, Right, Centre, wOofer, left and right behind or
// beside (l, r), Back in the middle. FLAC and WAV have one order, Ogg another.
var (
	flacOrder = [...]string{1: "C", "LR", "LRC", "LRlr", "LRClr", "LRCOlr", "LRCOBlr", "LRCOlrlr"}
	oggOrder  = [...]string{1: "C", "LR", "LCR", "LRlr", "LCRlr", "LCRlrO", "LCRlrBO", "LCRlrlrO"}
)

// fold is a sound whose many channels are mixed to two; of one or two it is itself.
func fold(s *Sound, order [9]string) *Sound {
	if s.Channels <= 2 {
		return s
	}
	many, next := s.Channels, s.next
	left, right := weights(order[many])
	var both []int16
	s.Channels = 2
	s.next = func() ([]int16, error) {
		block, err := next()
		both = both[:0]
		for ; len(block) >= many; block = block[many:] {
			var l, r int32
			for c, sample := range block[:many] {
				l += left[c] * int32(sample)
				r += right[c] * int32(sample)
			}
			both = append(both, int16(l>>15), int16(r>>15))
		}
		return both, err
	}
	return s
}

// weights are how much of each channel goes to the left and to the right, of 32768 in all, so that nothing is clipped.
func weights(order string) (left, right []int32) {
	share := map[rune][2]float64{'L': {1, 0}, 'R': {0, 1}, 'C': {.7, .7}, 'O': {}, 'l': {.7, 0}, 'r': {0, .7}, 'B': {.5, .5}}
	sum := 0.0
	for _, speaker := range order {
		sum += share[speaker][0]
	}
	for _, speaker := range order {
		left = append(left, int32(share[speaker][0]/sum*(1<<15)))
		right = append(right, int32(share[speaker][1]/sum*(1<<15)))
	}
	return left, right
}
