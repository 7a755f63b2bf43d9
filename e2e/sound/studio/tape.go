package studio

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"
)

// Rate is how many samples a second there are on a tape.
const Rate = 48_000

// Tape is what the sink plays from a moment on, as one channel. Places on it are counted in samples.
type Tape struct {
	recorder *exec.Cmd
	ended    chan struct{}
	began    time.Time // as the clock has it, when it is steady

	mu   sync.Mutex
	all  []int16
	more chan struct{} // closed when there is more
}

// Record begins a recording.
func (s *Studio) Record() (*Tape, error) {
	recorder, err := s.Command("parec", "-d", "null.monitor", "--latency-msec=20", fmt.Sprint("--rate=", Rate), "--channels=1", "--format=s16le", "--raw")
	if err != nil {
		return nil, err
	}
	out, err := recorder.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := recorder.Start(); err != nil {
		return nil, err
	}
	tape := &Tape{recorder: recorder, ended: make(chan struct{}), more: make(chan struct{})}
	go tape.run(out)
	return tape, nil
}

// Steady waits until the recording runs at the pace of time: a sink that was idle has laid two seconds of silence ahead, and
// makes a pause of as much.
func (tape *Tape) Steady() error {
	const while = 300 * time.Millisecond
	at, began := tape.Now(), time.Now()
	_, ok := tape.await(func(all []int16) bool {
		took := time.Since(began)
		if took < while {
			return false
		}
		pace := float64(len(all)-at) / Rate / took.Seconds()
		at, began = len(all), time.Now()
		return pace > 0.9 && pace < 1.1
	})
	if !ok {
		return fmt.Errorf("not in %v: a steady recording", Patience)
	}
	tape.began = began.Add(-Duration(at))
	return nil
}

func (tape *Tape) run(from io.Reader) {
	defer close(tape.ended)
	in := bufio.NewReader(from)
	for buffer := make([]byte, 2*Rate/100); ; {
		n, err := io.ReadFull(in, buffer)
		tape.mu.Lock()
		for i := 0; i+1 < n; i += 2 {
			tape.all = append(tape.all, int16(uint16(buffer[i])|uint16(buffer[i+1])<<8))
		}
		close(tape.more)
		tape.more = make(chan struct{})
		tape.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// End ends the recording.
func (tape *Tape) End() {
	_ = tape.recorder.Process.Kill()
	<-tape.ended
	_ = tape.recorder.Wait()
}

// Now is the place where the recording is.
func (tape *Tape) Now() int {
	tape.mu.Lock()
	defer tape.mu.Unlock()
	return len(tape.all)
}

// Due is the place where the recording has to be by the clock: on a busy machine it may lag behind.
func (tape *Tape) Due() int { return max(tape.Now(), Length(time.Since(tape.began))) }

// Since is what was recorded from a place on.
func (tape *Tape) Since(at int) []int16 {
	tape.mu.Lock()
	defer tape.mu.Unlock()
	return slices.Clone(tape.all[at:])
}

// await asks again with each hundredth of a second that is recorded.
func (tape *Tape) await(enough func(all []int16) bool) (all []int16, ok bool) {
	late := time.After(Patience)
	for {
		tape.mu.Lock()
		all, more := tape.all, tape.more
		tape.mu.Unlock()
		if enough(all) {
			return all, true
		}
		select {
		case <-more:
		case <-tape.ended:
			return all, false
		case <-late:
			return all, false
		}
	}
}

// Hears waits for a sound from a place on and returns where it begins.
func (tape *Tape) Hears(t testing.TB, what string, from int) int {
	t.Helper()
	_, ok := tape.await(func(all []int16) bool {
		if from < len(all) { // it may be in the future
			from += firstLoud(all[from:])
		}
		return from < len(all)
	})
	if !ok {
		t.Fatalf("not heard: %s", what)
	}
	return from
}

// Falls waits until it has been silent for a while, and returns where the last sound from a place on ends; that is the place
// itself when there is none.
func (tape *Tape) Falls(t testing.TB, what string, from int, while time.Duration) int {
	t.Helper()
	looked, end := from, from
	_, ok := tape.await(func(all []int16) bool {
		if last := lastLoud(all[min(looked, len(all)):]); last >= 0 {
			end = looked + last + 1
		}
		looked = max(looked, len(all))
		return looked-end > Length(while)
	})
	if !ok {
		t.Fatalf("not in %v: silence after %s", Patience, what)
	}
	return end
}

// Silent waits for a while and fails when anything is heard in it, from a place on.
func (tape *Tape) Silent(t testing.TB, what string, from int, while time.Duration) {
	t.Helper()
	all, ok := tape.await(func(all []int16) bool { return len(all)-from > Length(while) })
	if !ok {
		t.Fatal("the recording ended")
	}
	if first := firstLoud(all[from:]); first < len(all)-from {
		t.Errorf("%s is heard, after %v", what, Duration(first))
	}
}
