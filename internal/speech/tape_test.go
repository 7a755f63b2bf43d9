package speech

import (
	"bufio"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const tapeRate = 16_000

// tape is what a sound server plays, recorded by its own program.
type tape struct {
	mu  sync.Mutex
	all []int16
}

// record starts a sound server whose sink plays to nobody, and records it until the test ends.
func record(t *testing.T) *tape {
	t.Helper()
	pactl, parec := program(t, "pactl", "pulseaudio-utils"), program(t, "parec", "pulseaudio-utils")
	socket := filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "pulse", "native")
	if err := os.MkdirAll(filepath.Dir(socket), 0o700); err != nil {
		t.Fatal(err)
	}
	background(t, "pulseaudio", "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1",
		"--load=module-null-sink sink_name=null", "--load=module-native-protocol-unix socket="+socket)
	until(t, "the server's sink", func() bool {
		info, err := exec.Command(pactl, "info").Output()
		return err == nil && strings.Contains(string(info), "Default Sink: null\n")
	})
	cmd := exec.Command(parec, "-d", "null.monitor", "--latency-msec=20", "--rate=16000", "--channels=1", "--format=s16le", "--raw")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	tp, done := &tape{}, make(chan struct{})
	go func() {
		defer close(done)
		tp.run(bufio.NewReader(out))
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-done
		_ = cmd.Wait()
	})
	tp.settle(t)
	return tp
}

func (tp *tape) run(in io.Reader) {
	for b := make([]byte, 320); ; {
		n, err := io.ReadFull(in, b)
		tp.mu.Lock()
		for i := 0; i+1 < n; i += 2 {
			tp.all = append(tp.all, int16(uint16(b[i])|uint16(b[i+1])<<8))
		}
		tp.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// settle waits until the recording runs at the pace of time: a sink that was idle makes a jump first.
func (tp *tape) settle(t *testing.T) {
	t.Helper()
	at, began := tp.now(), time.Now()
	until(t, "a steady recording", func() bool {
		took := time.Since(began)
		if took < 300*time.Millisecond {
			return false
		}
		now := tp.now()
		pace := float64(now-at) / tapeRate / took.Seconds()
		at, began = now, time.Now()
		return pace > 0.8 && pace < 1.2
	})
}

func (tp *tape) now() int {
	tp.mu.Lock()
	defer tp.mu.Unlock()
	return len(tp.all)
}

func (tp *tape) since(at int) []int16 {
	tp.mu.Lock()
	defer tp.mu.Unlock()
	return slices.Clone(tp.all[at:])
}

// audible is more than a server adds of its own.
const audible = 100

// waitLoud waits until something is heard from a place on.
func (tp *tape) waitLoud(t *testing.T, from int) {
	t.Helper()
	until(t, "a word", func() bool { return slices.ContainsFunc(tp.since(from), loud) })
}

func loud(v int16) bool { return v > audible || v < -audible }

// untilQuiet waits for half a second of silence, and returns what was heard from a place on up to its last loud sample.
func (tp *tape) untilQuiet(t *testing.T, from int) []int16 {
	t.Helper()
	start := tp.now()
	var got []int16
	until(t, "silence", func() bool {
		got = tp.since(from)
		last := lastLoud(got)
		return len(got)-max(last, start-from) > tapeRate/2
	})
	return got[:lastLoud(got)+1]
}

func lastLoud(samples []int16) int {
	for i, v := range slices.Backward(samples) {
		if loud(v) {
			return i
		}
	}
	return -1
}

// told is what can be told of a recording without understanding it.
type told struct {
	length  float64   // from the first sound to the last, in seconds
	voiced  float64   // share of it that has a pitch as people have
	beats   float64   // rises of loudness a second, as syllables make
	level   float64   // mean loudness of what is loud
	pauses  []float64 // silences within, in seconds
	longest float64   // of the pauses
}

const frame = tapeRate / 50 // 20 ms

func tell(samples []int16) (r told) {
	first := slices.IndexFunc(samples, loud)
	if first < 0 {
		return r
	}
	samples = samples[first : lastLoud(samples)+1]
	r.length = float64(len(samples)) / tapeRate
	var energies []float64
	pitched := 0
	for at := 0; at+2*frame <= len(samples); at += frame {
		energies = append(energies, energy(samples[at:at+frame]))
		if hasPitch(samples[at : at+2*frame]) {
			pitched++
		}
	}
	if len(energies) == 0 {
		return r
	}
	r.voiced = float64(pitched) / float64(len(energies))
	top := slices.Max(energies)
	silent, high, rises, sum, loudFrames := 0, false, 0, 0.0, 0
	for _, e := range append(energies, top) {
		if e > audible {
			if silent > 0 {
				r.pauses = append(r.pauses, float64(silent)/50)
				r.longest = max(r.longest, r.pauses[len(r.pauses)-1])
			}
			silent = 0
			sum, loudFrames = sum+e, loudFrames+1
		} else {
			silent++
		}
		switch { // up over a third and down under a fifth of the loudest
		case !high && e > top/3:
			high = true
			rises++
		case high && e < top/5:
			high = false
		}
	}
	r.beats, r.level = float64(rises)/r.length, sum/float64(loudFrames)
	return r
}

func energy(samples []int16) float64 {
	sum := 0.0
	for _, v := range samples {
		sum += float64(v) * float64(v)
	}
	return math.Sqrt(sum / float64(len(samples)))
}

// hasPitch looks for a period of a voice, 70 to 350 times a second, at which the samples repeat themselves.
func hasPitch(samples []int16) bool {
	if energy(samples) < audible {
		return false
	}
	for lag := tapeRate / 350; lag < tapeRate/70; lag++ {
		var both, a, b float64
		for i := range len(samples) - lag {
			x, y := float64(samples[i]), float64(samples[i+lag])
			both, a, b = both+x*y, a+x*x, b+y*y
		}
		if both > 0.7*math.Sqrt(a*b) {
			return true
		}
	}
	return false
}
