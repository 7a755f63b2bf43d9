package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	_ "image/jpeg" // a film's picture may be one
	"image/png"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"

	"cuecard.app/internal/card"
	"cuecard.app/internal/fetch"
	"cuecard.app/internal/picture"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/snapshot"
	"cuecard.app/internal/text"
)

func renderCommand() command {
	return command{
		name:    "render",
		usage:   "-o FILE [options]",
		summary: "draw a card into a PNG file, without a TV; the card is read from the standard input unless --message is given",
		example: "cuecard render --message \"Someone is there\" --title Door --dim 0.5 -o card.png\n" +
			"echo '{\"message\":\"Hello\"}' | cuecard render --size 3840x2160 --over film.png -o card.png",
		run: render,
	}
}

func render(ctx context.Context, t terminal, args []string, flags *flagSet) error {
	c := cardOptions(flags)
	flags.StringVar(&c.Message, "message", "", "what the card says, `TEXT`")
	out := flags.String("o", "", "write the picture to `FILE`; - is the standard output")
	over := flags.String("over", "", "lay the card over the picture in `FILE` (PNG or JPEG) instead of black")
	alone := flags.Bool("card", false, "draw the card alone, transparent around it")
	frame := screen.Frame{TextScale: 1}
	flags.Func("text-scale", "multiply sizes of text by `N`, 0.5 to 2", positive(&frame.TextScale))
	size := image.Pt(1920, 1080)
	flags.Func("size", "of the screen, `WIDTHxHEIGHT` in pixels", func(typed string) (err error) {
		size, err = parseSize(typed)
		return err
	})
	if words, err := flags.parse(t, args); err != nil || len(words) > 0 {
		return wrongWords(words, err)
	}
	if *out == "" {
		return misuse("-o says where the picture goes; --help has an example")
	}
	body, err := json.Marshal(c)
	if c.Message == "" {
		body, err = io.ReadAll(io.LimitReader(t.in, card.MaxBody))
	}
	if err != nil {
		return fmt.Errorf("the card cannot be read: %w", err)
	}
	decoded, err := card.Decode(body, card.FactoryStyle())
	if err != nil {
		return err
	}
	frame.Card = &decoded
	frame.Image, frame.Icon = fetchFor(ctx, t, decoded.Image), fetchFor(ctx, t, decoded.Icon)
	log := slog.New(slog.NewTextHandler(t.err, nil))
	camera := snapshot.New(text.Options{System: true, Log: log}, picture.FactoryLimits, log)
	if *alone {
		shot, err := camera.TakeCard(ctx, frame, size)
		if err != nil {
			return err
		}
		return writePNG(t, *out, shot)
	}
	behind, err := readPicture(*over)
	if err != nil {
		return err
	}
	shot, err := camera.Take(ctx, frame, snapshot.View{Screen: size, Behind: behind})
	if err != nil {
		return err
	}
	return writePNG(t, *out, shot)
}

// largestSide is that of an 8K screen.
const largestSide = 7680

func parseSize(typed string) (image.Point, error) {
	width, height, _ := strings.Cut(typed, "x")
	w, wrongWidth := strconv.Atoi(width)
	h, wrongHeight := strconv.Atoi(height)
	if wrongWidth != nil || wrongHeight != nil || min(w, h) < 90 || max(w, h) > largestSide {
		return image.Point{}, fmt.Errorf("a size such as 1920x1080 is needed, each side from 90 to %d", largestSide)
	}
	return image.Pt(w, h), nil
}

// fetchFor brings a picture of the card; without it the card is drawn all the same.
func fetchFor(ctx context.Context, t terminal, address string) screen.Picture {
	if address == "" {
		return screen.Picture{State: screen.None}
	}
	file, err := fetch.New(fetch.FactoryLimits()).Fetch(ctx, address)
	if err != nil {
		fmt.Fprintf(t.err, "cuecard: %v\n", err)
		return screen.Picture{State: screen.Failed}
	}
	return screen.Picture{State: screen.Ready, File: &screen.File{Bytes: file.Bytes, Type: file.Type}}
}

// readPicture is what is behind the card; nil without a file.
func readPicture(path string) (image.Image, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	behind, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s is not a picture that can be read: %w", path, err)
	}
	return behind, nil
}

func writePNG(t terminal, path string, shot image.Image) error {
	var file bytes.Buffer
	if err := png.Encode(&file, shot); err != nil {
		return err
	}
	if path == "-" {
		_, err := t.out.Write(file.Bytes())
		return err
	}
	return os.WriteFile(path, file.Bytes(), 0o644)
}
