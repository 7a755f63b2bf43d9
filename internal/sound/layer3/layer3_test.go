package layer3

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"testing"
)

func decodeAll(t *testing.T, data []byte) (samples []int16) {
	t.Helper()
	d, err := New(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for {
		frame, err := d.Next()
		if errors.Is(err, io.EOF) {
			return samples
		}
		if err != nil {
			t.Fatal(err)
		}
		samples = append(samples, frame...)
	}
}

func fixture(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile("../testdata/stereo.mp3")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A radio station is joined at any byte; the first frames may build on what was before.
func TestAStreamIsJoinedInItsMiddle(t *testing.T) {
	whole := fixture(t)
	all := decodeAll(t, whole)
	for from := 1000; from < 1500; from += 7 {
		joined := decodeAll(t, whole[from:])
		if missing := (len(all) - len(joined)) / 2 / 1152; missing < 4 || missing > 12 {
			t.Errorf("from byte %d on, %d frames are missing", from, missing)
		}
		tail := joined[len(joined)-2*1152:]
		for i, v := range all[len(all)-2*1152:] {
			if off := int(v) - int(tail[i]); off > 2 || off < -2 {
				t.Fatalf("joined at byte %d, the end is another", from)
			}
		}
	}
}

func TestGarbageBetweenFramesIsSkipped(t *testing.T) {
	whole := fixture(t)
	at := 0
	for range 5 {
		h, ok := parseHeader(whole[at:])
		if !ok {
			t.Fatal("no frame")
		}
		at += h.bytes
	}
	torn := slices.Concat(whole[:at], bytes.Repeat([]byte("garbage"), 100), whole[at:])
	if got, want := len(decodeAll(t, torn)), len(decodeAll(t, whole)); got != want {
		t.Errorf("%d samples, want %d", got, want)
	}
}

func TestWhatHasNoFrameIsRefused(t *testing.T) {
	if _, err := New(bytes.NewReader(bytes.Repeat([]byte("\xff\xfb no frame "), 10_000))); !errors.Is(err, ErrNoFrame) {
		t.Errorf("%v", err)
	}
	if _, err := New(bytes.NewReader(nil)); !errors.Is(err, io.EOF) {
		t.Errorf("nothing: %v", err)
	}
}
