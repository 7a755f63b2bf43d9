package layer3

import (
	"math"
	"math/rand/v2"
	"testing"
)

func prepared() *Decoder {
	d := &Decoder{}
	d.prepareBlocks()
	d.prepareSynthesis()
	return d
}

func TestTheFastTransformsAreTheSlowOnes(t *testing.T) {
	d := prepared()
	random := rand.New(rand.NewPCG(1, 2))
	var eighteen, got [18]float32
	var thirtyTwo [32]float32
	for i := range eighteen {
		eighteen[i] = random.Float32()
	}
	for i := range thirtyTwo {
		thirtyTwo[i] = random.Float32()
	}
	d.cosines(&eighteen, &got)
	for m := range got {
		want := 0.0
		for k, v := range eighteen {
			want += float64(v) * math.Cos(math.Pi/18*(float64(m)+0.5)*(float64(k)+0.5))
		}
		if math.Abs(want-float64(got[m])) > 1e-4 {
			t.Errorf("of eighteen, %d is %g, want %g", m, got[m], want)
		}
	}
	fast := thirtyTwo
	dct32(&fast, &d.halves)
	for j := range fast {
		want := 0.0
		for k, v := range thirtyTwo {
			want += float64(v) * math.Cos(math.Pi/32*float64(j)*(float64(k)+0.5))
		}
		if math.Abs(want-float64(fast[j])) > 1e-4 {
			t.Errorf("of 32, %d is %g, want %g", j, fast[j], want)
		}
	}
}

// A block of the standard's own formula.
func TestABlockIsThatOfTheStandard(t *testing.T) {
	d := prepared()
	random := rand.New(rand.NewPCG(3, 4))
	var in, out [18]float32
	for i := range in {
		in[i] = random.Float32()
	}
	for _, kind := range []int{normal, start, stop, short} {
		var overlap [18]float32
		d.toTime(&in, &overlap, kind, &out)
		var want [36]float64
		if kind == short {
			for w := range 3 {
				for i := range 12 {
					for k := range 6 {
						want[6+6*w+i] += float64(in[3*k+w]) * math.Cos(math.Pi/24*float64(2*i+7)*float64(2*k+1)) * math.Sin(math.Pi/12*(float64(i)+0.5))
					}
				}
			}
		} else {
			for i := range 36 {
				for k := range 18 {
					want[i] += float64(in[k]) * math.Cos(math.Pi/72*float64(2*i+19)*float64(2*k+1)) * float64(d.windows[kind][i])
				}
			}
		}
		for i := range 18 {
			if math.Abs(want[i]-float64(out[i])) > 1e-4 || math.Abs(want[18+i]-float64(overlap[i])) > 1e-4 {
				t.Errorf("kind %d at %d: %g and %g, want %g and %g", kind, i, out[i], overlap[i], want[i], want[18+i])
			}
		}
	}
}
