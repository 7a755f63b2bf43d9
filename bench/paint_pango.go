package main

import (
	"bufio"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"cuecard.app/internal/card"
	"cuecard.app/internal/look"
	"cuecard.app/internal/paint"
	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
)

//go:embed testdata/card.c
var pangoSource []byte

// pango is a program in C that draws the easel's card with pango and cairo.
type pango struct {
	process *exec.Cmd
	orders  io.WriteCloser
	answers *bufio.Reader
	picture string // the file with the card that it drew last
}

// openPango builds the program and gives it what the easel has already when it is warm: a painted backdrop, the places
// of the texts, and the same fonts.
func (b *bench) openPango(ctx context.Context, e *easel) (*pango, error) {
	dir, err := os.MkdirTemp(b.dir, "pango")
	if err != nil {
		return nil, err
	}
	program := filepath.Join(dir, "card")
	if err := buildPango(ctx, program); err != nil {
		return nil, err
	}
	sheet := e.backdrop()
	p := &pango{picture: filepath.Join(dir, "picture")}
	files := map[string][]byte{"backdrop": swapped(sheet.Pixels.Pix), "regular.ttf": dejavusans.TTF, "bold.ttf": dejavusansbold.TTF}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return nil, err
		}
	}
	size := sheet.Pixels.Rect.Size()
	p.process = exec.CommandContext(ctx, program, strconv.Itoa(size.X), strconv.Itoa(size.Y),
		filepath.Join(dir, "backdrop"), p.picture, filepath.Join(dir, "regular.ttf"), filepath.Join(dir, "bold.ttf"), inkOf(e.scene.Card))
	p.process.Args = append(p.process.Args, textArgs(e, sheet)...)
	p.process.Stderr = os.Stderr
	if p.orders, err = p.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.answers = bufio.NewReader(out)
	return p, p.process.Start()
}

func buildPango(ctx context.Context, program string) error {
	flags, err := exec.CommandContext(ctx, "pkg-config", "--cflags", "--libs", "pangocairo", "fontconfig").Output()
	if err != nil {
		return fmt.Errorf("pango is not there to be measured beside; on Debian: apt-get install gcc libc6-dev pkg-config libpango1.0-dev (%w)", err)
	}
	source := program + ".c"
	if err := os.WriteFile(source, pangoSource, 0o644); err != nil {
		return err
	}
	args := append([]string{"-O2", "-o", program, source}, strings.Fields(string(flags))...)
	if output, err := exec.CommandContext(ctx, "gcc", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("the program with pango cannot be built: %w: %s", err, output)
	}
	return nil
}

// textArgs are both texts with their places on the sheet, sizes and heights of lines.
func textArgs(e *easel, sheet *paint.Sheet) []string {
	numbers, dp := look.Numbers(), float64(e.scene.Screen.Y)/look.Numbers().ScreenHeight
	text := func(text string, box image.Rectangle, size, line float64) []string {
		at := box.Min.Sub(sheet.Pixels.Rect.Min)
		return []string{text, strconv.Itoa(at.X), strconv.Itoa(at.Y), strconv.Itoa(box.Dx()), fmt.Sprint(size * dp), fmt.Sprint(size * line * dp)}
	}
	return append(text(typicalTitle, sheet.Layout.Title, numbers.TitleSize, numbers.TitleLineHeight),
		text(typicalMessage, sheet.Layout.Message, numbers.MessageSize, numbers.MessageLineHeight)...)
}

func inkOf(c *card.Card) string { return fmt.Sprintf("%06X", uint32(c.TextColor)&0xFFFFFF) }

// swapped has red and blue in each other's place, as cairo has them.
func swapped(rgba []byte) []byte {
	bgra := make([]byte, len(rgba))
	for i := 0; i < len(rgba); i += 4 {
		bgra[i], bgra[i+1], bgra[i+2], bgra[i+3] = rgba[i+2], rgba[i+1], rgba[i], rgba[i+3]
	}
	return bgra
}

// paint draws so many cards, and is the median time of one in seconds.
func (p *pango) paint(cards int) (float64, error) {
	if _, err := fmt.Fprintln(p.orders, cards); err != nil {
		return 0, err
	}
	line, err := p.answers.ReadString('\n')
	if err != nil {
		return 0, fmt.Errorf("the program with pango has ended: %w", err)
	}
	nanoseconds, err := strconv.ParseFloat(strings.TrimSpace(line), 64)
	return nanoseconds / 1e9, err
}

// drewAs fails unless the card that was drawn last is the easel's, but for the finer points of drawing letters: without
// the same work a comparison says nothing.
func (p *pango) drewAs(e *easel) error {
	drawn, err := os.ReadFile(p.picture)
	if err != nil {
		return err
	}
	own := swapped(e.sheet.Pixels.Pix)
	if len(drawn) != len(own) {
		return errors.New("the program with pango draws a card of another size")
	}
	ground := swapped(e.backdrop().Pixels.Pix)
	ink, apart := 0, 0
	for i := range own {
		ink += distance(own[i], ground[i])
		apart += distance(own[i], drawn[i])
	}
	if share := float64(apart) / float64(ink); share > 0.5 {
		return fmt.Errorf("the program with pango draws another card: %.2f of its letters differ", share)
	}
	return nil
}

func distance(a, b byte) int { return max(int(a), int(b)) - min(int(a), int(b)) }

func (p *pango) close() {
	_ = p.orders.Close()
	_ = p.process.Wait()
}
