package layer3

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
)

func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("CI") == "" {
			t.Skipf("%s (Debian's %s) is not installed", name, name)
		}
		t.Fatalf("%s (Debian's %s) is not installed", name, name)
	}
	return path
}

// TestSamplesAreThoseOfMpg123 encodes what makes encoders switch their ways, at every rate, and compares.
func TestSamplesAreThoseOfMpg123(t *testing.T) {
	for _, rate := range []int{8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000} {
		for _, options := range []string{"-m m -V 5", "-m j -V 2", "-m s -b 64", "-m j -b 32", "-m j -b 160 -p", "-m j --abr 96 -t"} {
			t.Run(fmt.Sprintf("%d %s", rate, options), func(t *testing.T) {
				encoded := encode(t, rate, options)
				compare(t, encoded, reference(t, encoded))
			})
		}
	}
}

// encode makes an MP3 of a second of music for a machine: a chord, noise in the middle, clicks, and silence.
func encode(t *testing.T, rate int, options string) []byte {
	t.Helper()
	noise := rand.New(rand.NewPCG(1, uint64(rate)))
	var pcm []byte
	for i := range rate {
		at := float64(i) / float64(rate)
		left := 0.3*math.Sin(2*math.Pi*440*at) + 0.2*math.Sin(2*math.Pi*0.21*float64(rate)*at)
		right := 0.3*math.Sin(2*math.Pi*660*at) + 0.1*left
		if at > 0.4 && at < 0.6 {
			left += 0.2 * noise.NormFloat64()
			right += 0.2 * noise.NormFloat64()
		}
		if i%(rate/7) < 20 {
			left, right = 0.9, -0.9
		}
		if at > 0.8 && at < 0.9 {
			left, right = 0, 0
		}
		for _, v := range []float64{left, right} {
			pcm = binary.LittleEndian.AppendUint16(pcm, uint16(int16(32000*min(max(v, -1), 1))))
		}
	}
	lame := exec.Command(program(t, "lame"), append(strings.Fields(options), "--quiet", "-r", "-s", fmt.Sprint(float64(rate)/1000), "--resample", fmt.Sprint(float64(rate)/1000), "-", "-")...)
	lame.Stdin = bytes.NewReader(pcm)
	out, err := lame.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func reference(t *testing.T, encoded []byte) []int16 {
	t.Helper()
	mpg123 := exec.Command(program(t, "mpg123"), "-q", "-s", "--no-gapless", "-e", "s16", "-")
	mpg123.Stdin = bytes.NewReader(encoded)
	out, err := mpg123.Output()
	if err != nil {
		t.Fatal(err)
	}
	samples := make([]int16, len(out)/2)
	_ = binary.Read(bytes.NewReader(out), binary.LittleEndian, samples)
	return samples
}

// compare allows for another rounding.
func compare(t *testing.T, encoded []byte, want []int16) {
	t.Helper()
	d, err := New(bytes.NewReader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	var got []int16
	for {
		frame, err := d.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, frame...)
	}
	if len(got) != len(want) {
		t.Errorf("%d samples, mpg123 has %d", len(got), len(want))
	}
	worst, at := 0, 0
	for i := range min(len(got), len(want)) {
		if off := max(int(got[i])-int(want[i]), int(want[i])-int(got[i])); off > worst {
			worst, at = off, i
		}
	}
	if worst > 2 {
		t.Errorf("sample %d of %d channels is %d, mpg123 has %d", at, d.Channels, got[at], want[at])
	}
}

// No encoder at hand makes intensity stereo, so frames that were made without it are declared to have it. Those of
// MPEG-2 cannot be: their scale factors would be read in another way.
func TestIntensityStereoIsThatOfMpg123(t *testing.T) {
	for _, rate := range []int{32000, 44100, 48000} {
		for i := range 8 {
			extension, options := byte(i%4), []string{"-m s -b 96 -t", "-m s -b 48 -t"}[i/4]
			t.Run(fmt.Sprint(rate, options, extension), func(t *testing.T) {
				encoded := encode(t, rate, options)
				for at := 0; at+4 <= len(encoded); {
					h, ok := parseHeader(encoded[at:])
					if !ok {
						t.Fatalf("no frame at %d", at)
					}
					encoded[at+3] = encoded[at+3]&0x0f | 0x40 | extension<<4
					at += h.bytes
				}
				compare(t, encoded, reference(t, encoded))
			})
		}
	}
}

// Nor does one mix short blocks with long ones below; so those with short blocks are declared to.
func TestMixedBlocksAreThoseOfMpg123(t *testing.T) {
	for _, rate := range []int{32000, 48000} {
		encoded := encode(t, rate, "-m m -b 64 -t")
		changed := 0
		for at := 0; at+4 <= len(encoded); {
			h, ok := parseHeader(encoded[at:])
			if !ok {
				t.Fatalf("no frame at %d", at)
			}
			side := encoded[at+4:]
			for g := range 2 {
				const before, granule, switching = 9 + 5 + 4, 59, 12 + 9 + 8 + 4
				bit := before + g*granule + switching
				if side[bit/8]>>(7-bit%8)&1 == 1 {
					mixed := bit + 3
					side[mixed/8] |= 1 << (7 - mixed%8)
					changed++
				}
			}
			at += h.bytes
		}
		if changed < 5 {
			t.Errorf("only %d granules are mixed", changed)
		}
		compare(t, encoded, reference(t, encoded))
	}
}
