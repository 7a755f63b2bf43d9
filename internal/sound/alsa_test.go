package sound

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// onALSA is a player on a machine without a sound server, whose card writes to a file.
func onALSA(t *testing.T, log *lines) (player *Player, heard string) {
	t.Helper()
	program(t, "aplay", "alsa-utils")
	dir := t.TempDir()
	heard = filepath.Join(dir, "heard.raw")
	config := `pcm.!default { type file slave.pcm { type null } file "` + heard + `" format "raw" }`
	for name, text := range map[string]string{"asound.conf": config, "cards": " 0 [PCH            ]: HDA-Intel - HDA Intel PCH\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("ALSA_CONFIG_PATH", filepath.Join(dir, "asound.conf"))
	t.Setenv("PULSE_SERVER", filepath.Join(dir, "nothing"))
	player = New(nil, slog.New(slog.NewTextHandler(log, nil)))
	player.alsa.cards = filepath.Join(dir, "cards")
	return player, heard
}

func TestWithoutASoundServerAplayPlays(t *testing.T) {
	log := &lines{}
	player, path := onALSA(t, log)
	if report, err := player.Check(t.Context()); err != nil || !strings.HasPrefix(report.By, "ALSA") {
		t.Errorf("%+v, %v", report, err)
	}
	player.Play(t.Context(), Default, 0.5)
	log.want(t)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	samples := make([]int16, len(raw)/2)
	for i := range samples {
		samples[i] = 2 * int16(uint16(raw[2*i])|uint16(raw[2*i+1])<<8)
	}
	if len(samples) < int(chimeSeconds*chimeRate) {
		t.Fatalf("%d samples are heard", len(samples))
	}
	wantChime(t, samples, chimeRate)
}

func TestACancelEndsAplay(t *testing.T) {
	log := &lines{}
	player, path := onALSA(t, log)
	ctx, cancel := context.WithCancel(t.Context())
	endless := &Sound{Rate: 48_000, Channels: 2, next: func() ([]int16, error) { return make([]int16, 960), nil }}
	done := make(chan error, 1)
	go func() { done <- player.PCM(ctx, endless, 1) }()
	until(t, "something that aplay has played", func() bool { info, err := os.Stat(path); return err == nil && info.Size() > 0 })
	cancel()
	select {
	case err := <-done:
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	case <-time.After(deadline):
		t.Fatal("it goes on")
	}
	log.want(t)
}

func TestWhatAplayComplainsAboutIsInTheLogOnce(t *testing.T) {
	log := &lines{}
	player, _ := onALSA(t, log)
	if err := os.WriteFile(os.Getenv("ALSA_CONFIG_PATH"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		player.Play(t.Context(), Default, 1)
	}
	log.want(t, "aplay cannot play")
}

func TestWithoutAnythingToPlayOnThereIsOneLineInTheLog(t *testing.T) {
	log := &lines{}
	player, _ := onALSA(t, log)
	if err := os.WriteFile(player.alsa.cards, []byte("--- no soundcards ---\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		player.Play(t.Context(), Default, 1)
	}
	log.want(t, "no sound server answers; there is no sound card that aplay could play on")
	report, err := player.Check(t.Context())
	if err == nil || !strings.Contains(report.Help, "apt install") {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestAServerThatHangsOnConnectingIsLeftWithItsCard(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "native")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	t.Setenv("PULSE_SERVER", socket)
	log := &lines{}
	player := New(nil, slog.New(slog.NewTextHandler(log, nil)))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { player.Play(ctx, Default, 1); close(done) }()
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	cancel()
	select {
	case <-done:
	case <-time.After(patience - 500*time.Millisecond):
		t.Error("the card is gone, and Play still waits")
	}
	log.want(t)
}

// A server that hangs, and does not end, must not hold speech back for ever.
func TestAServerThatFallsAsleepIsGivenUp(t *testing.T) {
	server := open(t, startPulseAudio)
	log := &lines{}
	player := New(nil, slog.New(slog.NewTextHandler(log, nil)))
	player.alsa.program = "aplay-that-is-not-there"
	tape := server.record(t)
	from := tape.now()
	done := make(chan error, 1)
	go func() { done <- player.PCM(t.Context(), tone(440, 0.3, 30), 1) }()
	tape.waitLoud(t, "the tone", from, 0.2)
	if err := server.running[0].Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-done:
		if !errors.Is(err, errSilent) {
			t.Error(err)
		}
	case <-time.After(deadline):
		t.Fatal("it waits for ever")
	}
	log.want(t, "the sound server does not answer")
}
