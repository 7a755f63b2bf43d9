package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"strings"
	"time"

	"cuecard.app/client"
	"cuecard.app/internal/broker"
	"cuecard.app/internal/mqtt"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/settings"
	"cuecard.app/internal/snapshot"
)

// brokerPicture is how wide the picture of the screen is that a broker gets, in pixels.
const brokerPicture = 640

// checkBroker refuses what is no address, without repeating it: there may be a password in it.
func checkBroker(url string) error {
	if url == "" {
		return nil
	}
	if _, err := broker.Parse(url); err != nil {
		return misuse("--mqtt, or $CUECARD_MQTT, must be %s", broker.Rule)
	}
	return nil
}

// nameBroker makes the broker that was named at the start the owner's setting.
func (h *house) nameBroker(s *settings.Settings) error {
	if h.mqtt == "" {
		return nil
	}
	return s.Set("mqtt", h.mqtt)
}

func (h *house) openBridge(camera *snapshot.Camera) *mqtt.Bridge {
	return &mqtt.Bridge{
		Version: version, Settings: h.store, Stage: h.stage, URL: h.networkURL, Resolver: h.resolver, Log: h.log,
		Picture: func(ctx context.Context, f screen.Frame) ([]byte, error) {
			info := h.screen.Info()
			shot, err := camera.Take(ctx, f, snapshot.View{Screen: image.Pt(info.Width, info.Height), Width: brokerPicture})
			if err != nil {
				return nil, err
			}
			var file bytes.Buffer
			err = png.Encode(&file, shot)
			return file.Bytes(), err
		},
	}
}

// throughBroker is how a card is sent to TVs at a broker.
type throughBroker struct {
	url  *string
	wait time.Duration
}

func brokerOptions(flags *flagSet) *throughBroker {
	b := &throughBroker{url: flags.String("mqtt", "", "send through the broker at `URL`, where --to is an id, a group, or all; "+
		"a password that it leaves out is that of $CUECARD_MQTT_PASSWORD"), wait: 3 * time.Second}
	flags.Func("wait", "listen for answers from the broker's TVs for `SECONDS` at most (3)", func(typed string) error {
		var seconds float64
		err := positive(&seconds)(typed)
		b.wait = time.Duration(seconds * float64(time.Second))
		return err
	})
	return b
}

// send prints a line for each TV that answers. It fails when one of them does, or none answers.
func (b *throughBroker) send(ctx context.Context, t terminal, card client.Card, to []string) error {
	if err := checkBroker(*b.url); err != nil {
		return err
	}
	if len(to) == 0 {
		return misuse("--mqtt needs --to: an id of a TV, a group, or all")
	}
	address, err := broker.Parse(*b.url)
	if err != nil {
		return err
	}
	if address.Password() == "" {
		address = address.WithPassword(os.Getenv("CUECARD_MQTT_PASSWORD"))
	}
	body, err := json.Marshal(card)
	if err != nil {
		return err
	}
	answers, bad := 0, false
	err = mqtt.Send(ctx, address, mqtt.Order{To: to, Body: body, Wait: b.wait}, func(a mqtt.Answer) {
		answers++
		name := harmless(cmp.Or(a.Name, a.Device))
		if a.Done() {
			fmt.Fprintf(t.out, "%s: %s (id %s)\n", name, harmless(string(a.Result)), harmless(a.ID))
			return
		}
		bad = true
		fmt.Fprintf(t.err, "%s: %s\n", name, harmless(cmp.Or(a.Error, string(a.Result))))
	})
	switch {
	case err != nil:
		return err
	case answers == 0:
		return errors.New("the broker has the card, but no TV of " + strings.Join(to, ", ") + " has answered")
	case bad:
		return errSaid
	default:
		return nil
	}
}
