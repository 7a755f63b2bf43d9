package layer3

import "math"

// order puts the samples of short blocks, which come window by window, beside each other by frequency.
func (d *Decoder) order(c int) {
	at := 0
	bands := d.bands[c]
	for i := 0; i < len(bands); i++ {
		width := bands[i].width
		if bands[i].window == longOnly {
			at += width
			continue
		}
		part := d.samples[c][at : at+3*width]
		sorted := d.scratch[:3*width]
		for k := range width {
			sorted[3*k], sorted[3*k+1], sorted[3*k+2] = part[k], part[width+k], part[2*width+k]
		}
		copy(part, sorted)
		at += 3 * width
		i += 2
	}
}

// smooth takes back what the encoder did against aliases, between so many subbands.
func (d *Decoder) smooth(samples *[576]float32, subbands int) {
	for edge := 18; edge < 18*subbands; edge += 18 {
		for i := range 8 {
			below, above := samples[edge-1-i], samples[edge+i]
			samples[edge-1-i] = below*d.aliasOwn[i] - above*d.aliasOther[i]
			samples[edge+i] = above*d.aliasOwn[i] + below*d.aliasOther[i]
		}
	}
}

// toTime turns the frequencies of a subband into eighteen samples, which overlap with those before. Short blocks are three
// small ones.
func (d *Decoder) toTime(in *[18]float32, overlap *[18]float32, kind int, out *[18]float32) {
	var wide [36]float32
	if kind == short {
		for w := range 3 {
			var u [6]float32
			for m := range u {
				for k := range 6 {
					u[m] += in[3*k+w] * d.shortCosines[m][k]
				}
			}
			for i := range 12 {
				wide[6+6*w+i] += unfold(u[:], i) * d.windows[short][i]
			}
		}
	} else {
		var u [18]float32
		d.cosines(in, &u)
		window := &d.windows[kind]
		for i := range 9 {
			wide[i] = u[9+i] * window[i]
			wide[27+i] = -u[i] * window[27+i]
		}
		for i := 9; i < 27; i++ {
			wide[i] = -u[26-i] * window[i]
		}
	}
	for i := range 18 {
		out[i] = wide[i] + overlap[i]
		overlap[i] = wide[18+i]
	}
}

// unfold is the sample at i of a block of twice as many samples as u has, by the symmetry of cosines.
func unfold(u []float32, i int) float32 {
	n := len(u)
	switch m := i + n/2; {
	case m < n:
		return u[m]
	case m < 2*n:
		return -u[2*n-1-m]
	default:
		return -u[m-2*n]
	}
}

// cosines is a DCT-IV of eighteen: u[m] = Σ in[k] cos(π/18 (m+½)(k+½)), by way of a complex Fourier transform of nine,
// which in turn is three by three.
func (d *Decoder) cosines(in, u *[18]float32) {
	var z [9]complexNumber
	for n := range z {
		z[n] = d.turns[n].times(complexNumber{in[2*n], in[17-2*n]})
	}
	for n := range 3 {
		z[n], z[n+3], z[n+6] = three(z[n], z[n+3], z[n+6])
	}
	z[4] = d.ninths[1].times(z[4])
	z[5] = d.ninths[2].times(z[5])
	z[7] = d.ninths[2].times(z[7])
	z[8] = d.ninths[4].times(z[8])
	for q := range 3 {
		a, b, c := three(z[3*q], z[3*q+1], z[3*q+2])
		for p, v := range [3]complexNumber{a, b, c} {
			k := q + 3*p
			y := d.turns[k].times(v)
			u[2*k], u[17-2*k] = y.re, -y.im
		}
	}
}

type complexNumber struct{ re, im float32 }

func (a complexNumber) times(b complexNumber) complexNumber {
	return complexNumber{a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re}
}

// three is a Fourier transform of three.
func three(a, b, c complexNumber) (x, y, z complexNumber) {
	const half = 0.86602540378443864676 // the root of three, halved
	sum := complexNumber{b.re + c.re, b.im + c.im}
	middle := complexNumber{a.re - sum.re/2, a.im - sum.im/2}
	side := complexNumber{half * (b.im - c.im), -half * (b.re - c.re)}
	return complexNumber{a.re + sum.re, a.im + sum.im},
		complexNumber{middle.re + side.re, middle.im + side.im},
		complexNumber{middle.re - side.re, middle.im - side.im}
}

func (d *Decoder) prepareBlocks() {
	for i, c := range [8]float64{-0.6, -0.535, -0.33, -0.185, -0.095, -0.041, -0.0142, -0.0037} {
		d.aliasOwn[i], d.aliasOther[i] = float32(1/math.Sqrt(1+c*c)), float32(c/math.Sqrt(1+c*c))
	}
	for i := range 36 {
		long := float32(math.Sin(math.Pi / 36 * (float64(i) + 0.5)))
		d.windows[normal][i], d.windows[start][i], d.windows[stop][i] = long, long, long
	}
	for i := range 12 {
		d.windows[short][i] = float32(math.Sin(math.Pi / 12 * (float64(i) + 0.5)))
	}
	for i := range 6 {
		d.windows[start][18+i], d.windows[start][24+i], d.windows[start][30+i] = 1, d.windows[short][6+i], 0
		d.windows[stop][i], d.windows[stop][6+i], d.windows[stop][12+i] = 0, d.windows[short][i], 1
	}
	for m := range 6 {
		for k := range 6 {
			d.shortCosines[m][k] = float32(math.Cos(math.Pi / 6 * (float64(m) + 0.5) * (float64(k) + 0.5)))
		}
	}
	for n := range 9 {
		d.turns[n] = turn(float64(8*n+1) / (16 * 18))
		d.ninths[n] = turn(float64(n) / 9)
	}
}

// turn is a turn to the right by a part of a circle.
func turn(part float64) complexNumber {
	return complexNumber{float32(math.Cos(2 * math.Pi * part)), float32(-math.Sin(2 * math.Pi * part))}
}
