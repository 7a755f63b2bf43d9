package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"

	"cuecard.app/internal/fetch"
	"cuecard.app/internal/sound"
)

func soundCommand() command {
	return command{
		name:    "sound",
		usage:   "test [URL] [options]",
		summary: "play the chime, or the sound at an address, on this machine",
		example: "cuecard sound test\ncuecard sound test http://192.168.1.10/bell.mp3 --volume 0.5",
		run:     soundTest,
	}
}

func soundTest(ctx context.Context, t terminal, args []string, flags *flagSet) error {
	volume := 1.0
	flags.Func("volume", "from 0 to 1, `V`", number(&volume))
	words, err := flags.parse(t, args)
	if err != nil || len(words) == 0 || len(words) > 2 || words[0] != "test" {
		return wrongWords(words, err)
	}
	if volume < 0 || volume > 1 {
		return misuse("--volume has to be from 0 to 1")
	}
	which, name := sound.Default, "the chime"
	if len(words) == 2 {
		which, name = words[1], words[1]
	}
	var wrong complaints
	player := soundPlayer(nil, slog.New(&wrong))
	on, err := player.Check(ctx)
	if err != nil {
		return fmt.Errorf("%w. What helps: %s", err, on.Help)
	}
	fmt.Fprintf(t.out, "Playing %s at volume %g by %s on %s.\n", name, volume, on.By, on.On)
	if on.Note != "" {
		fmt.Fprintf(t.out, "It may not be heard: %s.\n", on.Note)
	}
	player.Play(ctx, which, volume)
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted")
	case wrong.first != nil:
		return wrong.first
	}
	fmt.Fprintln(t.out, "It was played to its end.")
	return nil
}

// complaints keeps the first error that is logged, for the one who waits at the terminal.
type complaints struct{ first error }

func (c *complaints) Enabled(context.Context, slog.Level) bool { return true }
func (c *complaints) WithAttrs([]slog.Attr) slog.Handler       { return c }
func (c *complaints) WithGroup(string) slog.Handler            { return c }

func (c *complaints) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if err, ok := a.Value.Any().(error); ok && c.first == nil {
			c.first = err
		}
		return c.first == nil
	})
	return nil
}

// soundPlayer plays on this machine.
func soundPlayer(resolver *net.Resolver, log *slog.Logger) *sound.Player {
	files := fetch.New(soundLimits())
	files.Resolver = resolver
	return sound.New(func(ctx context.Context, address string) (io.Reader, error) { return files.Open(ctx, address) }, log)
}

// sound is what cards are heard on when this machine draws them.
func (d *doctor) sound(ctx context.Context) {
	on, err := soundPlayer(nil, slog.New(slog.DiscardHandler)).Check(ctx)
	switch {
	case err != nil:
		d.note("Cards that this machine draws are not heard: %v. What helps: %s.", err, on.Help)
	case on.Note != "":
		d.note("Sound goes to %s on %s, but %s.", on.By, on.On, on.Note)
	default:
		d.right("Sound goes to %s on %s. To hear it: cuecard sound test", on.By, on.On)
	}
}
