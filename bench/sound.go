package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"cuecard.app/e2e/sound/studio"
	"cuecard.app/e2e/x11/cinema"
)

// sound measures what is played on this machine, on a sound server of its own.
func (b *bench) sound(ctx context.Context) ([]row, error) {
	for _, program := range []string{"parec", "paplay", "canberra-gtk-play", "mpg123", "lame"} {
		if _, err := studio.Find(program); err != nil {
			return nil, err
		}
	}
	server, err := studio.Open(studio.PulseAudio)
	if err != nil {
		return nil, err
	}
	defer server.Close()
	rows, err := b.chimeDelay(ctx, server)
	if err != nil {
		return nil, err
	}
	effort, err := b.musicEffort(ctx, server)
	return append(rows, effort), err
}

// ear hears when a sound begins.
type ear struct {
	tape  *exec.Cmd
	heard chan time.Time
}

// openEar starts a recorder, and waits until the recording is steady.
func openEar(server *studio.Studio) (*ear, error) {
	tape, err := server.Command("parec", "-d", "null.monitor", "--latency-msec=2", "--rate=48000", "--channels=1", "--format=s16le", "--raw")
	if err != nil {
		return nil, err
	}
	out, err := tape.StdoutPipe()
	if err == nil {
		err = tape.Start()
	}
	if err != nil {
		return nil, err
	}
	e := &ear{tape, make(chan time.Time, 1)}
	go e.listen(out)
	time.Sleep(settled) // a sink that was idle has laid two seconds of silence ahead
	return e, nil
}

func (e *ear) close() { end(e.tape) }

func end(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// listen notes when, after a tenth of a second of silence, there is a sound.
func (e *ear) listen(from io.Reader) {
	const audible, rate = 30, 48_000
	in := bufio.NewReaderSize(from, 480)
	silent := 0
	for sample := [2]byte{}; ; silent++ {
		if _, err := io.ReadFull(in, sample[:]); err != nil {
			return
		}
		if v := int(int16(uint16(sample[0]) | uint16(sample[1])<<8)); v < audible && v > -audible {
			continue
		}
		if silent > rate/10 {
			select {
			case e.heard <- time.Now():
			default:
			}
		}
		silent = 0
	}
}

// chimer is one way to have the chime played, again and again.
type chimer struct {
	name        string
	start, stop func() error
	close       func() // when it is not wanted any more
	times       []float64
}

// delay is from the start of something to its first audible sample; what was started ends before it returns.
func (e *ear) delay(c *chimer) error {
	time.Sleep(300 * time.Millisecond) // of silence, or the start would not be told from what was before
	select {
	case <-e.heard:
	default:
	}
	began := time.Now()
	if err := c.start(); err != nil {
		return err
	}
	var err error
	select {
	case at := <-e.heard:
		c.times = append(c.times, at.Sub(began).Seconds())
	case <-time.After(tooLong):
		err = errors.New("nothing is heard")
	}
	return errors.Join(err, c.stop())
}

// chimeDelay compares the service, which draws the card before it plays, with programs that are started for the chime alone,
// in turns.
func (b *bench) chimeDelay(ctx context.Context, server *studio.Studio) ([]row, error) {
	const measure = "Time to the chime's first sample by starting `%s` over that from the POST of a card"
	screen, err := cinema.Open("1920x1080")
	if err != nil {
		return nil, err
	}
	defer screen.Kill()
	card, err := b.chimingService(ctx, screen.Display, server)
	if err != nil {
		return nil, err
	}
	defer card.close()
	chime := filepath.Join(server.Dir(), "chime.wav")
	if err := writeWAV(chime, 48_000, chimeLike(48_000)); err != nil {
		return nil, err
	}
	all := []*chimer{card, starting(server, screen.Display, "canberra-gtk-play", "-f", chime), starting(server, screen.Display, "paplay", chime)}
	e, err := openEar(server)
	if err != nil {
		return nil, err
	}
	defer e.close() // it makes the server ask its clients more often than in a home
	for i := range 3*b.Rounds + 1 {
		for turn := range all {
			c := all[(i+turn)%len(all)]
			if err := e.delay(c); err != nil {
				return nil, errors.Join(fmt.Errorf("%s: %w", c.name, err), ctx.Err())
			}
		}
	}
	var rows []row
	for i, c := range all {
		c.times = c.times[1:] // the first of each warms caches
		f := figureOf(c.times)
		b.say("first sample of the chime: %s %.1f ms, %.1f to %.1f", c.name, 1000*f.median, 1000*f.least, 1000*f.most)
		if i > 0 {
			rows = append(rows, row{fmt.Sprintf(measure, c.name), overEach(c.times, card.times), limit{}})
		}
	}
	rows[0].limit = atLeast(1.5)
	return rows, nil
}

// overEach is the figure of ratios, turn by turn.
func overEach(some, others []float64) figure {
	ratios := make([]float64, len(some))
	for i := range some {
		ratios[i] = some[i] / others[i]
	}
	return figureOf(ratios)
}

// starting plays a file by starting a program, as scripts do.
func starting(server *studio.Studio, display, name string, args ...string) *chimer {
	var running *exec.Cmd
	return &chimer{name: name, start: func() (err error) {
		if running, err = server.Command(name, args...); err != nil {
			return err
		}
		running.Env = append(running.Env, "DISPLAY="+display)
		return running.Start()
	}, stop: func() error { end(running); return nil }}
}

// chimingService is a service with a display, and the chime of its cards.
func (b *bench) chimingService(ctx context.Context, display string, server *studio.Studio) (*chimer, error) {
	dir, err := os.MkdirTemp(b.dir, "data")
	if err != nil {
		return nil, err
	}
	service, err := b.binary.OpenWith([]string{"DISPLAY=" + display, "PULSE_SERVER=" + server.Address()}, dir, "--screen", "x11")
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, service.Kill)
	caller, err := dial(hostOf(service.URL))
	if err != nil {
		service.Kill()
		return nil, err
	}
	post := request("POST", "/notify", `{"id":"door","title":"Front door","message":"Someone is at the door","duration":3600}`)
	remove := request("DELETE", "/notify/door", "")
	c := &chimer{
		name:  "a card",
		start: func() error { return caller.must(post) },
		stop:  func() error { return caller.must(remove) },
		close: func() { caller.close(); service.Kill() },
	}
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) { // it may not have its display yet
		if err = c.start(); err == nil || time.Since(began) > tooLong {
			break
		}
	}
	if err == nil {
		err = c.stop()
	}
	if err != nil {
		c.close()
		return nil, fmt.Errorf("the service shows no card: %w: %s", err, service.Log())
	}
	return c, nil
}

// chimeLike has the beginning of the chime, by its formula: that decides what is heard first.
func chimeLike(rate int) []int16 {
	samples := make([]int16, rate)
	for i := range samples {
		at := float64(i) / float64(rate)
		loudness := 0.13 * min(at/0.012, math.Exp(-(at-0.012)/0.16))
		samples[i] = int16(loudness * math.MaxInt16 * (math.Sin(2*math.Pi*659.26*at) + 0.18*math.Sin(4*math.Pi*659.26*at)))
	}
	return samples
}

// musicEffort compares the processor's time while an MP3 plays with that of mpg123.
func (b *bench) musicEffort(ctx context.Context, server *studio.Studio) (row, error) {
	measure := fmt.Sprintf("Processor time while an MP3 of %g s plays over `mpg123` playing it", b.Music.Seconds())
	path := filepath.Join(server.Dir(), "music.mp3")
	wav := filepath.Join(server.Dir(), "music.wav")
	if err := writeWAV(wav, 44_100, music(44_100, b.Music)); err != nil {
		return row{}, err
	}
	if out, err := exec.CommandContext(ctx, "lame", "--quiet", "-b", "128", wav, path).CombinedOutput(); err != nil {
		return row{}, fmt.Errorf("lame: %w: %s", err, out)
	}
	web, address, err := serveFile(path)
	if err != nil {
		return row{}, err
	}
	defer web.Close()
	ours, err1 := server.Command(string(b.binary), "sound", "test", address)
	theirs, err2 := server.Command("mpg123", "-q", "-o", "pulse", path)
	if err := errors.Join(err1, err2); err != nil {
		return row{}, err
	}
	// Both play at the same time: a sound takes as long as it lasts, and nothing else is so fair.
	for _, cmd := range []*exec.Cmd{ours, theirs} {
		if err := cmd.Start(); err != nil {
			return row{}, err
		}
		defer context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })()
	}
	if err := errors.Join(ours.Wait(), theirs.Wait()); err != nil {
		return row{}, err
	}
	spent := func(cmd *exec.Cmd) float64 {
		return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	}
	b.say("processor time for an MP3 of %v: cuecard %.0f ms, mpg123 %.0f ms", b.Music, 1000*spent(ours), 1000*spent(theirs))
	return row{measure, single(spent(ours) / spent(theirs)), atMost(2)}, nil
}
