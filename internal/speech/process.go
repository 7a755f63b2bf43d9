package speech

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// process is an engine that writes sound to its standard output. The text is its standard input, and nothing of it is
// ever an argument.
type process struct {
	player   Player
	engine   string
	head     io.Reader // comes before what the program writes
	patience time.Duration
	longest  time.Duration
	left     int64 // bytes that it may still write

	ctx    context.Context
	cancel context.CancelFunc
	unbind func() bool
	cmd    *exec.Cmd
	out    *os.File
	said   *lastLine
	given  bool // some sound
	over   error
}

// goodbye is how long a program may take to end when it has nothing more to say.
const goodbye = time.Second

// begin starts the program in a process group of its own, which ends with ctx.
func (p *process) begin(ctx context.Context, text, program string, args ...string) error {
	p.ctx, p.cancel = context.WithCancel(ctx)
	p.said = &lastLine{}
	p.cmd = exec.CommandContext(p.ctx, program, args...)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.Cancel = func() error { return syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) }
	p.cmd.WaitDelay = goodbye
	p.cmd.Stdin = strings.NewReader(text + "\n")
	p.cmd.Stderr = p.said
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		p.cancel()
		return &failure{engine: p.engine, reason: fmt.Errorf("cannot be started: %w", err)}
	}
	p.out = out.(*os.File) // as the documentation of exec has it, it is a pipe
	p.unbind = context.AfterFunc(p.ctx, func() { _ = p.out.SetReadDeadline(time.Unix(1, 0)) })
	return nil
}

// Read gives the sound, and gives up on a program that gives none.
func (p *process) Read(b []byte) (n int, err error) {
	if p.over != nil {
		return 0, p.over
	}
	if n, _ := p.head.Read(b); n > 0 {
		return n, nil
	}
	_ = p.out.SetReadDeadline(time.Now().Add(p.patience))
	if p.ctx.Err() != nil { // else the deadline that came with its end would be gone
		p.over = p.ctx.Err()
		return 0, p.over
	}
	n, err = p.out.Read(b[:min(int64(len(b)), p.left)])
	p.left -= int64(n)
	p.given = p.given || n > 0
	switch {
	case p.ctx.Err() != nil:
		p.over = p.ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		p.over = fmt.Errorf("gave no sound for %v and was stopped", p.patience)
	case err != nil:
		p.over = io.EOF
	case p.left <= 0:
		p.over = fmt.Errorf("went on for more than %v and was stopped", p.longest.Round(time.Second))
	}
	if n > 0 {
		return n, nil
	}
	return 0, p.over
}

func (p *process) play(ctx context.Context, volume float64) error {
	refused := p.player.Play(ctx, p, volume)
	if err := p.end(); err != nil {
		return err
	}
	return refused
}

// end returns when the process is gone, with the reason if it did not say all.
func (p *process) end() error {
	finished := errors.Is(p.over, io.EOF)
	if finished {
		late := time.AfterFunc(goodbye, p.cancel)
		defer late.Stop()
	} else {
		p.cancel()
	}
	err := p.cmd.Wait()
	gone := p.ctx.Err() // before this cancels it
	p.unbind()
	p.cancel()
	switch {
	case !finished && (p.over == nil || errors.Is(p.over, context.Canceled) || errors.Is(p.over, context.DeadlineExceeded)):
		return nil // nobody wanted to hear the rest
	case !finished:
		return &failure{p.engine, p.over, p.given}
	case err != nil && gone == nil:
		return &failure{p.engine, fmt.Errorf("broke off: %w%s", err, p.said.after(": ")), p.given}
	case !p.given && gone == nil:
		return &failure{p.engine, errors.New("gave no sound" + p.said.after(": ")), false}
	}
	return nil
}

// lastLine keeps the end of what is written to it: there programs say what went wrong.
type lastLine struct{ text []byte }

func (l *lastLine) Write(b []byte) (int, error) {
	const enough = 200
	l.text = append(l.text, b[max(0, len(b)-enough):]...)
	l.text = l.text[max(0, len(l.text)-enough):]
	return len(b), nil
}

func (l *lastLine) after(colon string) string {
	text := strings.TrimSpace(strings.ToValidUTF8(string(l.text), ""))
	if text == "" {
		return ""
	}
	return colon + text[strings.LastIndexByte(text, '\n')+1:]
}
