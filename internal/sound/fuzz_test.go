package sound

import (
	"bytes"
	"testing"
)

func FuzzOpen(f *testing.F) {
	for _, name := range []string{"stereo.mp3", "mono.mp3", "stereo.ogg", "six.ogg", "stereo.opus", "speech.opus", "hybrid.opus", "stereo.flac", "mono24.flac"} {
		f.Add(fixture(f, name))
	}
	f.Add(wav(1, 24, 2, true, true))
	f.Add(wav(3, 32, 6, false, false))
	f.Fuzz(func(t *testing.T, data []byte) {
		mend(data)
		s, err := Open(bytes.NewReader(data))
		if err != nil {
			return
		}
		buffer := make([]int16, 1000)
		for frames := 0; frames < 10*s.Rate; {
			n, err := s.Read(buffer)
			if n%s.Channels != 0 {
				t.Fatalf("%d samples of %d channels", n, s.Channels)
			}
			if err != nil {
				return
			}
			frames += n / s.Channels
		}
	})
}

// mend gives the pages of an Ogg file the right checksums, which the fuzzer would never find.
func mend(data []byte) {
	for {
		at := bytes.Index(data, []byte("OggS\x00"))
		if at < 0 {
			return
		}
		data = data[at:]
		if len(data) < 27 || len(data) < 27+int(data[26]) {
			return
		}
		head := data[:27+int(data[26])]
		size := 0
		for _, s := range head[27:] {
			size += int(s)
		}
		body := data[len(head):min(len(data), len(head)+size)]
		clear(head[22:26])
		sum := oggSum(oggSum(0, head), body)
		head[22], head[23], head[24], head[25] = byte(sum), byte(sum>>8), byte(sum>>16), byte(sum>>24)
		data = data[len(head):]
	}
}
