package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"

	"cuecard.app/internal/sound"
	"cuecard.app/internal/speech"
)

func speechCommand() command {
	return command{
		name:    "speech",
		usage:   "test TEXT [options]",
		summary: "read a text aloud on this machine, as a card with speak is read",
		example: "cuecard speech test \"Someone is at the door\" --title Door\n" +
			"cuecard speech test \"Es hat geklingelt\" --language de --rate 1.2 --volume 0.5",
		run: speechTest,
	}
}

func speechTest(ctx context.Context, t terminal, args []string, flags *flagSet) error {
	wishes, volume := speech.Wishes{Engine: speech.Auto, Rate: 1}, 1.0
	title := flags.String("title", "", "read `TEXT` first, then pause")
	flags.Func("volume", "from 0 to 1, `V`", number(&volume))
	flags.Func("rate", "from 0.5 to 2, `R`; 1 is the voice's own", number(&wishes.Rate))
	flags.StringVar(&wishes.Language, "language", "", "such as de or pt-BR, `TAG`; otherwise the script of the text decides")
	flags.StringVar(&wishes.Engine, "engine", wishes.Engine, "`NAME` of "+strings.Join(append([]string{speech.Auto}, speech.Engines()...), ", "))
	words, err := flags.parse(t, args)
	if err != nil || len(words) == 0 || len(words) > 2 || words[0] != "test" {
		return wrongWords(words, err)
	}
	switch {
	case len(words) == 1:
		return misuse("what should be read? Try: cuecard speech test \"Hello\"")
	case volume < 0 || volume > 1:
		return misuse("--volume has to be from 0 to 1")
	case wishes.Rate < speech.Slowest || wishes.Rate > speech.Fastest:
		return misuse("--rate has to be from %g to %d", speech.Slowest, speech.Fastest)
	case wishes.Engine == speech.Off || !speech.Known(wishes.Engine):
		return misuse("--engine has to be one of %s, %s", speech.Auto, strings.Join(speech.Engines(), ", "))
	case wishes.Language != "" && !speech.IsLanguage(wishes.Language):
		return misuse("--language needs a tag such as de or pt-BR")
	}
	return readAloud(ctx, t, wishes, volume, *title, words[1])
}

func readAloud(ctx context.Context, t terminal, wishes speech.Wishes, volume float64, texts ...string) error {
	speaker := newSpeaker(soundPlayer(nil, slog.New(slog.DiscardHandler)), func() speech.Wishes { return wishes }, slog.New(slog.NewTextHandler(t.err, nil)))
	parts, err := speaker.Prepare(ctx, texts...)
	switch {
	case err != nil:
		on, _ := speaker.Check(ctx)
		return fmt.Errorf("%w. What helps: %s", err, on.Help)
	case len(parts) == 0:
		return errors.New("there is nothing in this text that can be read aloud")
	}
	for _, part := range slices.CompactFunc(slices.Clone(parts), speech.Part.ReadAlike) {
		fmt.Fprintf(t.out, "Reading at volume %g by %s, voice %s, for the language %s.\n", volume, part.Engine, part.Voice, part.Language)
	}
	if err := speaker.Say(ctx, volume, parts); ctx.Err() != nil {
		return errors.New("interrupted")
	} else if err != nil {
		return fmt.Errorf("%w. cuecard doctor says what helps", err)
	}
	fmt.Fprintln(t.out, "It was read to its end.")
	return nil
}

// newSpeaker reads aloud through the player that sounds go through.
func newSpeaker(player *sound.Player, wishes func() speech.Wishes, log *slog.Logger) *speech.Speaker {
	return speech.New(loudspeaker{player}, wishes, log)
}

// loudspeaker plays what an engine writes.
type loudspeaker struct{ *sound.Player }

func (l loudspeaker) Play(ctx context.Context, wav io.Reader, volume float64) error {
	words, err := sound.Open(wav)
	if err != nil {
		return fmt.Errorf("what the engine gave %w", err)
	}
	return l.PCM(ctx, words, volume)
}

// speech is who reads cards aloud when this machine draws them.
func (d *doctor) speech(ctx context.Context, wishes speech.Wishes) {
	quiet := slog.New(slog.DiscardHandler)
	on, err := newSpeaker(soundPlayer(nil, quiet), func() speech.Wishes { return wishes }, quiet).Check(ctx)
	switch {
	case err != nil:
		d.note("Cards are not read aloud on this machine: %v. What helps: %s", err, on.Help)
	case on.By == "":
		d.note("Cards are not read aloud on this machine: %s.", on.Why)
	default:
		d.right("Cards are read aloud by %s, voice %s: %s. To hear it: cuecard speech test \"Hello\"", on.By, on.Voice, on.Why)
	}
}
