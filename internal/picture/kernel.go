package picture

import "math"

// weightBits are those of a kernel's weights: they sum to one of these.
const weightBits = 14

// A kernel is what each sample of a filtered line is made of: as many weights of a line's samples, from the first.
type kernel struct {
	span    int
	first   []int
	weights []int32
}

// newKernel spreads the filter for a line of pixels of which count samples were taken, each the mean of as many as
// unit says.
func newKernel(pixels, unit, count, wanted int) *kernel {
	scale := float64(pixels) / float64(unit) / float64(wanted)
	reach := 2 * max(1, scale) // of samples that are further apart than those wanted, at least four are mixed
	span := min(count, int(math.Ceil(2*reach)))
	k := &kernel{span, make([]int, wanted), make([]int32, wanted*span)}
	exact := make([]float64, span)
	for i := range wanted {
		centre := (float64(i) + 0.5) * scale
		k.first[i] = min(max(0, int(math.Ceil(centre-reach-0.5))), count-span)
		for n := range exact {
			exact[n] = catmullRom((float64(k.first[i]+n) + 0.5 - centre) / (reach / 2))
		}
		round(k.weights[i*span:][:span], exact)
	}
	return k
}

func (k *kernel) at(i int) (first int, weights []int32) {
	return k.first[i], k.weights[i*k.span:][:k.span]
}

// round keeps the sum: a picture must not become lighter or darker. The largest weight takes what is left over.
func round(into []int32, exact []float64) {
	sum, largest := 0.0, 0
	for i, weight := range exact {
		sum += weight
		if weight > exact[largest] {
			largest = i
		}
	}
	left := int32(1) << weightBits
	for i, weight := range exact {
		into[i] = int32(math.Round(weight / sum * (1 << weightBits)))
		left -= into[i]
	}
	into[largest] += left
}

func catmullRom(x float64) float64 {
	x = math.Abs(x)
	switch {
	case x < 1:
		return (1.5*x-2.5)*x*x + 1
	case x < 2:
		return ((-0.5*x+2.5)*x-4)*x + 2
	}
	return 0
}
