package layer3

import "math"

// synthesis makes sound of 32 subbands, for one channel.
type synthesis struct {
	lines [16][64]float32 // of the last sixteen turns
	first int             // the newest of them
}

// turn makes 32 samples of one sample of each subband.
func (s *synthesis) turn(d *Decoder, bands *[32]float32, out *[32]float32) {
	dct32(bands, &d.halves)
	s.first = (s.first + 15) % 16
	line := &s.lines[s.first]
	copy(line[:16], bands[16:])
	line[16] = 0
	for i := 17; i <= 48; i++ {
		line[i] = -bands[48-i]
	}
	for i := 49; i < 64; i++ {
		line[i] = -bands[i-48]
	}
	*out = [32]float32{}
	for i := 0; i < 16; i += 4 {
		// Of even turns the beginning of the line counts, of odd ones its end.
		a := (*[32]float32)(s.lines[(s.first+i)%16][:32])
		b := (*[32]float32)(s.lines[(s.first+i+1)%16][32:])
		e := (*[32]float32)(s.lines[(s.first+i+2)%16][:32])
		f := (*[32]float32)(s.lines[(s.first+i+3)%16][32:])
		wa, wb, we, wf := &d.window[i], &d.window[i+1], &d.window[i+2], &d.window[i+3]
		for j := range 32 {
			out[j] += a[j]*wa[j] + b[j]*wb[j] + e[j]*we[j] + f[j]*wf[j]
		}
	}
}

// dct32 is x[j] = Σ x[k] cos(π/32 j (k+½)), by halves: the sums of opposite samples make the even places, their
// differences, weighted, the odd ones.
func dct32(x *[32]float32, halves *[5][16]float32) {
	var y [32]float32
	split(x[:], y[:], halves[0][:16])
	for i := 0; i < 32; i += 16 {
		split(y[i:i+16], x[i:i+16], halves[1][:8])
	}
	for i := 0; i < 32; i += 8 {
		split(x[i:i+8], y[i:i+8], halves[2][:4])
	}
	for i := 0; i < 32; i += 4 {
		p, q, r, s := y[i]+y[i+3], y[i+1]+y[i+2], (y[i]-y[i+3])*halves[3][0], (y[i+1]-y[i+2])*halves[3][1]
		t, u := p+q, (p-q)*halves[4][0]
		v, w := r+s, (r-s)*halves[4][0]
		x[i], x[i+1], x[i+2], x[i+3] = t, v+w, u, w
	}
	for i := 0; i < 32; i += 8 {
		merge(x[i:i+8], y[i:i+8])
	}
	for i := 0; i < 32; i += 16 {
		merge(y[i:i+16], x[i:i+16])
	}
	merge(x[:], y[:])
	*x = y
}

func split(from, to, weights []float32) {
	n := len(from)
	half := n / 2
	to, weights = to[:n], weights[:half]
	for k := range half {
		a, b := from[k], from[n-1-k]
		to[k], to[half+k] = a+b, (a-b)*weights[k]
	}
}

// merge puts the transforms of the sums to the even places, and to the odd ones those of the differences, each with the next.
func merge(from, to []float32) {
	half := len(from) / 2
	even, odd := from[:half], from[half:2*half]
	to = to[:2*half]
	for j := range half - 1 {
		to[2*j], to[2*j+1] = even[j], odd[j]+odd[j+1]
	}
	to[2*half-2], to[2*half-1] = even[half-1], odd[half-1]
}

func (d *Decoder) prepareSynthesis() {
	for level, n := 0, 32; n > 1; level, n = level+1, n/2 {
		for k := range n / 2 {
			d.halves[level][k] = float32(0.5 / math.Cos(math.Pi/float64(n)*(float64(k)+0.5)))
		}
	}
	for i := range 512 {
		whole := window[min(i, 512-i)]
		if i > 256 && i%64 != 0 {
			whole = -whole
		}
		d.window[i/32][i%32] = float32(whole) / 65536 * math.MaxInt16
	}
}
