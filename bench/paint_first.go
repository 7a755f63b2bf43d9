package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	"cuecard.app/internal/text"
)

// firstWord makes this program one that paints its first card, and some more.
const firstWord = "first-card"

// fontTime is what a first card may take for its fonts, beside the painting.
const fontTime = 60 * time.Millisecond

// firstCard compares the first card of a process with ten later ones and the time for fonts.
func (b *bench) firstCard(ctx context.Context) (row, error) {
	self, err := os.Executable()
	if err != nil {
		return row{}, err
	}
	var rounds []float64
	for round := range b.Rounds + 1 {
		said, err := exec.CommandContext(ctx, self, firstWord).Output()
		if err != nil {
			return row{}, fmt.Errorf("the program that paints its first card: %w", err)
		}
		var first, warm float64
		if _, err := fmt.Sscan(string(said), &first, &warm); err != nil {
			return row{}, fmt.Errorf("the program that paints its first card said %q: %w", said, err)
		}
		if round == 0 {
			continue // not counted: the system reads the fonts into its memory
		}
		b.say("the first card of a process: %.1f ms; a later one %.2f ms", first*1e3, warm*1e3)
		rounds = append(rounds, first/(10*warm+fontTime.Seconds()))
	}
	return row{"First card of a process over ten later ones and 60 ms", figureOf(rounds), atMost(1)}, nil
}

// paintFirst is the side of the process that has just started. Looking for the system's fonts and opening them is in
// the time of its first card.
func paintFirst() error {
	began := time.Now()
	e, err := newEasel(text.Options{System: true}, 1080)
	if err != nil {
		return err
	}
	e.full()
	first := time.Since(began)
	e.full()
	_, err = fmt.Println(first.Seconds(), medianTime(100, e.full))
	return err
}
