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

	"cuecard.app/e2e/house"
)

// studio is a sound server whose one sink plays to nobody, and what it plays.
type studio struct {
	dir    string
	server *exec.Cmd
	tape   *exec.Cmd
	heard  chan time.Time // when a sound began
}

// needed are the programs that sound is measured with, and Debian's packages of them.
var needed = map[string]string{"pulseaudio": "pulseaudio", "pactl": "pulseaudio-utils", "parec": "pulseaudio-utils", "paplay": "pulseaudio-utils", "mpg123": "mpg123", "lame": "lame"}

// sound measures what is played on this machine, on a sound server of its own.
func (b *bench) sound(ctx context.Context) ([]row, error) {
	for program, debian := range needed {
		if _, err := exec.LookPath(program); err != nil {
			return nil, fmt.Errorf("%s is not installed; Debian has it: apt install %s", program, debian)
		}
	}
	h, err := openStudio(ctx)
	if err != nil {
		return nil, err
	}
	defer h.close()
	delay, err := b.chimeDelay(ctx, h)
	if err != nil {
		return nil, err
	}
	end(h.tape) // it makes the server ask its clients more often than in a home
	h.tape = nil
	effort, err := b.musicEffort(ctx, h)
	return []row{delay, effort}, err
}

// openStudio starts PulseAudio and a recorder, and waits until the recording is steady.
func openStudio(ctx context.Context) (*studio, error) {
	dir, err := os.MkdirTemp("", "cuecard") // short: it is the path of a socket
	if err != nil {
		return nil, err
	}
	h := &studio{dir: dir, heard: make(chan time.Time, 1)}
	h.server = h.command(ctx, "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--log-target=file:"+filepath.Join(dir, "log"),
		"--load=module-null-sink sink_name=null", "--load=module-native-protocol-unix socket="+h.socket()+" auth-anonymous=1")
	if err := h.server.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	deadline := time.Now().Add(10 * time.Second)
	for h.command(ctx, "pactl", "info").Run() != nil {
		if time.Now().After(deadline) || ctx.Err() != nil {
			h.close()
			return nil, errors.New("PulseAudio does not start")
		}
		time.Sleep(20 * time.Millisecond)
	}
	h.tape = h.command(ctx, "parec", "-d", "null.monitor", "--latency-msec=2", "--rate=48000", "--channels=1", "--format=s16le", "--raw")
	out, err := h.tape.StdoutPipe()
	if err == nil {
		err = h.tape.Start()
	}
	if err != nil {
		h.tape = nil
		h.close()
		return nil, err
	}
	go h.listen(out)
	time.Sleep(settled) // a sink that was idle has laid two seconds of silence ahead
	return h, nil
}

func (h *studio) socket() string { return filepath.Join(h.dir, "native") }

// command is one that finds the studio's sound server.
func (h *studio) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "PULSE_SERVER=unix:"+h.socket(), "HOME="+h.dir, "XDG_RUNTIME_DIR="+h.dir, "XDG_CONFIG_HOME="+h.dir)
	return cmd
}

func (h *studio) close() {
	end(h.tape)
	end(h.server)
	_ = os.RemoveAll(h.dir)
}

func end(cmd *exec.Cmd) {
	if cmd != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
}

// listen notes when, after a tenth of a second of silence, there is a sound.
func (h *studio) listen(from io.Reader) {
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
			case h.heard <- time.Now():
			default:
			}
		}
		silent = 0
	}
}

// delay is from the start of something to its first audible sample; what was started ends before it returns.
func (h *studio) delay(start, end func() error) (time.Duration, error) {
	time.Sleep(300 * time.Millisecond) // of silence, or the start would not be told from what was before
	select {
	case <-h.heard:
	default:
	}
	began := time.Now()
	if err := start(); err != nil {
		return 0, err
	}
	var after time.Duration
	var err error
	select {
	case at := <-h.heard:
		after = at.Sub(began)
	case <-time.After(10 * time.Second):
		err = errors.New("nothing is heard")
	}
	return after, errors.Join(err, end())
}

// chimeDelay compares a player that runs, as it does in the service, with paplay that is started for the chime, in turns.
func (b *bench) chimeDelay(ctx context.Context, h *studio) (row, error) {
	const measure = "The chime's first sample, so many times as fast as by starting `paplay`"
	chime := filepath.Join(h.dir, "chime.wav")
	if err := writeWAV(chime, 48_000, chimeLike(48_000)); err != nil {
		return row{}, err
	}
	player, err := openPlayer(ctx, h)
	if err != nil {
		return row{}, err
	}
	defer player.close()
	var rounds []float64
	for range 3 * b.Rounds {
		paplay := h.command(ctx, "paplay", chime)
		theirs, err := h.delay(paplay.Start, paplay.Wait)
		if err != nil {
			return row{}, fmt.Errorf("paplay: %w", err)
		}
		ours, err := h.delay(player.play, player.ended)
		if err != nil {
			return row{}, err
		}
		rounds = append(rounds, theirs.Seconds()/ours.Seconds())
		b.say("first sample: a running player %.1f ms, paplay %.1f ms", ours.Seconds()*1000, theirs.Seconds()*1000)
	}
	return row{measure, figureOf(rounds), atLeast(1.5)}, nil
}

func (h *studio) program(ctx context.Context, binary house.Binary, args ...string) *exec.Cmd {
	return h.command(ctx, string(binary), args...)
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
func (b *bench) musicEffort(ctx context.Context, h *studio) (row, error) {
	measure := fmt.Sprintf("Processor time while an MP3 of %g s plays over `mpg123` playing it", b.Music.Seconds())
	path := filepath.Join(h.dir, "music.mp3")
	wav := filepath.Join(h.dir, "music.wav")
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
	// Both play at the same time: a sound takes as long as it lasts, and nothing else is so fair.
	ours, theirs := h.program(ctx, b.binary, "sound", "test", address), h.command(ctx, "mpg123", "-q", "-o", "pulse", path)
	for _, cmd := range []*exec.Cmd{ours, theirs} {
		if err := cmd.Start(); err != nil {
			return row{}, err
		}
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
