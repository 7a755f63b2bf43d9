package sound

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

var errNoALSA = errors.New("there is no sound card that aplay could play on")

// alsa is aplay, which plays where no sound server runs.
type alsa struct {
	program string // its path
	cards   string // the file in which Linux lists sound cards
}

// there tells whether the program and a card are.
func (a alsa) there() (string, error) {
	program, err := exec.LookPath(a.program)
	if err != nil {
		return "", errNoALSA
	}
	if cards, err := os.ReadFile(a.cards); err != nil || !bytes.Contains(cards, []byte("]:")) {
		return "", errNoALSA
	}
	return program, nil
}

// play returns when the last sample was heard. With its context aplay ends, and the card is still. What ends the sound
// early is broken; err is aplay's.
func (a alsa) play(ctx context.Context, sound *Sound, volume float64) (broken, err error) {
	program, err := a.there()
	if err != nil {
		return nil, err
	}
	aplay := exec.CommandContext(ctx, program, "-q", "-t", "raw", "-f", "S16_LE", "-r", strconv.Itoa(sound.Rate), "-c", strconv.Itoa(sound.Channels), "-")
	var said strings.Builder
	aplay.Stderr = &said
	in, err := aplay.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := aplay.Start(); err != nil {
		return nil, fmt.Errorf("aplay cannot be started: %w", err)
	}
	broken, refused := feed(in, sound, volume)
	in.Close()
	err = aplay.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil || refused != nil:
		line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		return nil, fmt.Errorf("aplay cannot play: %s", line)
	}
	return broken, nil
}

// feed writes the sound to the end. What ends it early is broken; refused is the writer's.
func feed(to io.Writer, sound *Sound, volume float64) (broken, refused error) {
	gain := int32(math.Round(volume * fullGain))
	samples := make([]int16, 2048)
	bytes := make([]byte, 2*len(samples))
	for {
		n, broken := sound.Read(samples)
		pack(bytes, samples[:n], gain)
		if _, err := to.Write(bytes[:2*n]); err != nil {
			return nil, err
		}
		switch {
		case errors.Is(broken, io.EOF):
			return nil, nil
		case broken != nil:
			return broken, nil
		}
	}
}
