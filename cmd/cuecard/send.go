package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode"

	"cuecard.app/client"
)

func sendCommand() command {
	return command{
		name:    "send",
		usage:   "MESSAGE [options]",
		summary: "send a card; the message - is read from the standard input",
		example: "cuecard send \"The wash is done\" --title Laundry --position top-right --duration 20\n" +
			"uptime | cuecard send - --to kitchen --to http://192.168.1.20:8090\n" +
			"cuecard send \"Dinner is ready\" --mqtt mqtt://192.168.1.5 --to upstairs",
		run: send,
	}
}

func dismissCommand() command {
	return command{
		name:    "dismiss",
		usage:   "ID [options]",
		summary: "take a card off the screen or out of the queue",
		example: "cuecard dismiss doorbell",
		run: func(ctx context.Context, t terminal, args []string, flags *flagSet) error {
			to := addressees(flags)
			words, err := flags.parse(t, args)
			if err != nil || len(words) != 1 {
				return wrongWords(words, err)
			}
			return to.each(ctx, t, func(ctx context.Context, tv *client.Client) (string, error) {
				receipt, err := tv.Dismiss(ctx, words[0])
				return string(receipt.Result), err
			})
		},
	}
}

func send(ctx context.Context, t terminal, args []string, flags *flagSet) error {
	card := cardOptions(flags)
	to := addressees(flags)
	through := brokerOptions(flags)
	words, err := flags.parse(t, args)
	if err != nil || len(words) != 1 {
		return wrongWords(words, err)
	}
	card.Message = words[0]
	if card.Message == "-" {
		text, err := io.ReadAll(t.in)
		if err != nil {
			return fmt.Errorf("the message cannot be read: %w", err)
		}
		card.Message = strings.TrimRight(string(text), "\r\n")
	}
	if *through.url != "" {
		return through.send(ctx, t, *card, to.to)
	}
	return to.each(ctx, t, func(ctx context.Context, tv *client.Client) (string, error) {
		receipt, err := tv.Notify(ctx, *card)
		return fmt.Sprintf("%s (id %s)", receipt.Result, receipt.ID), err
	})
}

// cardOptions are the card's fields. One that is not given is not sent.
func cardOptions(flags *flagSet) *client.Card {
	c := &client.Card{}
	flags.StringVar(&c.ID, "id", "", "`ID` of the card; the same one again replaces it")
	flags.StringVar(&c.Title, "title", "", "heading `TEXT`")
	flags.StringVar(&c.Image, "image", "", "picture at `URL`, below the text")
	flags.StringVar(&c.Icon, "icon", "", "small picture at `URL`, beside the title")
	flags.BoolVar(&c.Persistent, "persistent", false, "stay until it is dismissed")
	flags.StringVar((*string)(&c.Position), "position", "", "`PLACE`: center, top-left, top-right, bottom-left or bottom-right")
	flags.StringVar(&c.Background, "background", "", "`COLOUR` of the card, such as #FFFFFF")
	flags.StringVar(&c.TextColor, "text-color", "", "`COLOUR` of the text")
	flags.StringVar(&c.Accent, "accent", "", "`COLOUR` of the stripe at the left, or none")
	flags.StringVar(&c.Sound, "sound", "", "`SOUND`: none, default or a URL")
	flags.BoolVar(&c.Speak, "speak", false, "read title and message aloud")
	flags.Func("duration", "show it for `SECONDS`", func(typed string) error {
		var seconds float64
		err := positive(&seconds)(typed)
		c.Duration = time.Duration(seconds * float64(time.Second))
		return err
	})
	flags.Func("width", "`PERCENT` of the screen's width", positive(&c.WidthPercent))
	flags.Func("dim", "darken the rest of the screen by `SHARE`, 0 to 1", func(typed string) error {
		c.Dim = new(float64)
		return number(c.Dim)(typed)
	})
	return c
}

// addresses are the TVs that a command speaks to.
type addresses struct {
	to          []string
	token, data *string
}

func addressees(flags *flagSet) *addresses {
	a := &addresses{
		token: flags.String("token", "", "the TV's `TOKEN`; else the saved one; else $CUECARD_TOKEN"),
		data:  flags.data(),
	}
	flags.Func("to", "`NAME` of a TV that is saved or on the network, its id or its URL; may be given again", func(typed string) error {
		a.to = append(a.to, typed)
		return nil
	})
	return a
}

// each speaks to all TVs at once and prints one line for each, in the order they were named.
func (a *addresses) each(ctx context.Context, t terminal, speak func(context.Context, *client.Client) (string, error)) error {
	tvs, err := a.find(ctx)
	if err != nil {
		return err
	}
	answers, failures := make([]string, len(tvs)), make([]error, len(tvs))
	learned := a.learn(ctx, tvs)
	var calls sync.WaitGroup
	for i := range tvs {
		calls.Go(func() {
			answers[i], failures[i] = a.again(ctx, &tvs[i], func(c *client.Client) (string, error) { return speak(ctx, c) })
		})
	}
	calls.Wait()
	a.book().update(tvs)
	learned()
	for i, tv := range tvs {
		name := ""
		if len(tvs) > 1 {
			name = tv.Name + ": "
		}
		if failures[i] != nil {
			fmt.Fprintln(t.err, name+harmless(failures[i].Error()))
		} else {
			fmt.Fprintln(t.out, name+harmless(answers[i]))
		}
	}
	if errors.Join(failures...) != nil {
		return errSaid
	}
	return nil
}

// harmless is text from another machine without what would command a terminal.
func harmless(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '\uFFFD'
		}
		return r
	}, text)
}
