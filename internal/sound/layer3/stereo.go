package layer3

import "math"

// unshare makes left and right of what two channels have in common.
func (d *Decoder) unshare(h header, right *side, counts *[2]int) {
	if h.joint == 0 {
		return
	}
	l, r := &d.samples[0], &d.samples[1]
	from := 576
	if h.joint&jointIntensity != 0 {
		from = d.intensity(h, right, counts)
	}
	if h.joint&jointSum != 0 {
		for i := range min(max(counts[0], counts[1]), from) {
			sum, difference := l[i], r[i]
			l[i], r[i] = (sum+difference)*math.Sqrt2/2, (sum-difference)*math.Sqrt2/2
		}
	}
	counts[0] = max(counts[0], counts[1])
	counts[1] = counts[0]
}

// intensity places the left's sound where the right says, in the bands above those in which the right has a sound of its
// own. It returns where these begin. For bands whose place makes no sense the other way of sharing holds.
func (d *Decoder) intensity(h header, right *side, counts *[2]int) int {
	l, r := &d.samples[0], &d.samples[1]
	first := d.ownBands(right.block == short)
	at, from := 0, 576
	for i, band := range d.bands[1] {
		own := first[max(band.window, 0)]
		placed := i
		switch last := len(d.bands[1]) - 1; { // the highest band has no factor: it is placed as the one below
		case band.window == longOnly && i == last:
			placed = i - 1
		case band.window != longOnly && i > last-3:
			placed = i - 3
		}
		position, limit := d.factors[1].value[placed], d.factors[1].limit[placed]
		if i >= own {
			from = min(from, at)
			left, rightShare, ok := d.shares(h, right, position, limit)
			for k := at; k < at+band.width; k++ {
				switch {
				case ok:
					l[k], r[k] = l[k]*left, l[k]*rightShare
				case h.joint&jointSum != 0:
					sum, difference := l[k], r[k]
					l[k], r[k] = (sum+difference)*math.Sqrt2/2, (sum-difference)*math.Sqrt2/2
				}
			}
		} else if from < at && h.joint&jointSum != 0 { // a window that has its own sound here, above one that has not
			for k := at; k < at+band.width; k++ {
				sum, difference := l[k], r[k]
				l[k], r[k] = (sum+difference)*math.Sqrt2/2, (sum-difference)*math.Sqrt2/2
			}
		}
		at += band.width
	}
	return from
}

// ownBands are the bands, by window, from which on the right has no sound of its own.
func (d *Decoder) ownBands(short bool) (first [3]int) {
	at := 0
	for i, band := range d.bands[1] {
		for k := at; k < at+band.width; k++ {
			if d.samples[1][k] != 0 {
				if band.window == longOnly {
					first = [3]int{i + 1, i + 1, i + 1}
				} else {
					first[band.window] = i + 1
				}
				break
			}
		}
		at += band.width
	}
	if !short {
		first[1], first[2] = first[0], first[0]
	}
	return first
}

// shares are how much of the sound is on the left and on the right; ok is false when the position is none.
func (d *Decoder) shares(h header, right *side, position, limit int) (left, rightShare float32, ok bool) {
	if h.old {
		if position >= 7 {
			return 0, 0, false
		}
		if position == 6 {
			return 1, 0, true
		}
		ratio := math.Tan(float64(position) * math.Pi / 12)
		return float32(ratio / (1 + ratio)), float32(1 / (1 + ratio)), true
	}
	if position == limit && limit > 0 {
		return 0, 0, false
	}
	step := math.Exp2(-0.25)
	if right.compress&1 == 1 {
		step = math.Exp2(-0.5)
	}
	quieter := float32(math.Pow(step, float64((position+1)/2)))
	if position%2 == 1 {
		return quieter, 1, true
	}
	return 1, quieter, true
}
