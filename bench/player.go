package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"

	"cuecard.app/internal/sound"
)

// playerWord makes this program a player: a process of its own that runs already, as the service does.
const playerWord = "player"

// player plays the chime for each line that it is given, and says when it was heard.
type player struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

func openPlayer(ctx context.Context, h *studio) (*player, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &player{process: h.command(ctx, self, playerWord)}
	p.process.Stderr = os.Stderr
	if p.in, err = p.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	return p, p.process.Start()
}

func (p *player) play() error {
	_, err := io.WriteString(p.in, "play\n")
	return err
}

func (p *player) ended() error {
	_, err := p.out.ReadString('\n')
	return err
}

func (p *player) close() {
	_ = p.in.Close()
	_ = p.process.Wait()
}

// servePlayer is the player's side.
func servePlayer() error {
	chimes := sound.New(nil, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		chimes.Play(context.Background(), sound.Default, 1)
		fmt.Println("ended")
	}
	return nil
}
