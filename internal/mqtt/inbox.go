package mqtt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"cuecard.app/internal/card"
	"cuecard.app/internal/intake"
	"cuecard.app/internal/stage"
	"github.com/eclipse/paho.golang/paho"
)

// What is taken of messages. A home sends a few a minute; who sends more than this is broken or hostile.
const (
	perSecond = 50
	atOnce    = 100
)

// Words for how a wish went.
type status string

const (
	done    status = "done"
	refused status = "refused" // the sender has to change something
	failed  status = "failed"  // the TV could not; trying again may help
	busy    status = "busy"    // too much at once
)

// Answer is what a TV says to a message: an answer of the HTTP interface, and whose it is.
type Answer struct {
	intake.Outcome
	Status status `json:"status"`
	Device string `json:"device"`
	Name   string `json:"name"`
}

// Done reports whether the TV did as it was asked.
func (a Answer) Done() bool { return a.Status == done }

// inbox takes the broker's messages, one after the other.
type inbox struct {
	*guest
	seen    *seen
	allowed *allowance
	dropped int       // messages that were too many, since that was last said
	said    time.Time // when that was
	logged  time.Time

	stale bool // the log has told of a retained message
}

func newInbox(g *guest) *inbox {
	return &inbox{guest: g, seen: newSeen(), allowed: newAllowance(perSecond, atOnce)}
}

// receive is called for one message at a time. The broker is told that it was taken when this returns.
func (in *inbox) receive(p *paho.Publish) {
	if p.Topic == homeStatus {
		if string(p.Payload) == homeOnline {
			in.hush(p.Topic)
			nudge(in.home)
		}
		return
	}
	switch {
	case p.Retain:
		in.tellStale(p.Topic)
	case !in.allowed.take():
		in.drop(p)
	default:
		in.hush(p.Topic)
		if answer, again := in.seen.again(p); again {
			in.answer(p, answer)
		} else {
			in.take(p)
		}
	}
}

// tellStale says once that a message is ignored which the broker keeps: it would be shown at every start.
func (in *inbox) tellStale(topic string) {
	if !in.stale {
		in.stale = true
		in.Log.Warn("a message that the broker keeps is ignored: publish cards without the retain flag", "topic", topic)
	}
}

// drop answers one a second of those that are too many.
func (in *inbox) drop(p *paho.Publish) {
	in.dropped++
	now := time.Now()
	if now.Sub(in.said) < time.Second {
		return
	}
	err := fmt.Sprintf("too many messages: %d were dropped; at most %d a second are taken", in.dropped, perSecond)
	in.answer(p, in.words(intake.Outcome{Error: err}, busy))
	if now.Sub(in.logged) > time.Minute {
		in.logged = now
		in.Log.Warn("too many messages from the broker; some are dropped", "topic", p.Topic)
	}
	in.dropped, in.said = 0, now
}

func (in *inbox) take(p *paho.Publish) {
	what, setting := about(p.Topic)
	var (
		outcome intake.Outcome
		err     error
	)
	ctx := context.Background() // a step on stage takes two seconds at most
	switch what {
	case notify:
		outcome, err = in.notify(ctx, p)
	case message:
		outcome, err = in.notifyText(ctx, p.Payload)
	case dismiss:
		outcome, err = in.dismiss(ctx, p.Payload)
	case set:
		if err = in.set(setting, string(p.Payload)); err == nil {
			return // the settings' own topic tells
		}
	default:
		return
	}
	answer := in.judge(outcome, err)
	in.seen.remember(p, answer)
	in.answer(p, answer)
}

// judge puts what became of a wish in words.
func (in *inbox) judge(outcome intake.Outcome, err error) []byte {
	var (
		field   *card.FieldError
		missing intake.NoOverlay
		unknown intake.UnknownCard
	)
	switch {
	case err == nil:
		return in.words(outcome, done)
	case errors.As(err, &field), errors.As(err, &unknown), errors.Is(err, intake.ErrTooLarge):
		return in.words(intake.Refusal(err), refused)
	case errors.As(err, &missing), errors.Is(err, stage.ErrStopped), errors.As(err, new(unsaved)):
		return in.words(intake.Refusal(err), failed)
	default:
		in.Log.Error("a message failed", "error", err)
		return in.words(intake.Outcome{Error: intake.Undrawn}, failed)
	}
}

func (in *inbox) words(outcome intake.Outcome, s status) []byte {
	return asJSON(Answer{outcome, s, in.id, in.Settings.Get().DeviceName})
}

// answer tells everybody who listens to the TV, and the sender where it wants to be told.
func (in *inbox) answer(to *paho.Publish, answer []byte) {
	in.offer(reply(topic(in.id, result), to, answer))
	if to.Properties != nil && canAnswerOn(to.Properties.ResponseTopic) {
		in.offer(reply(to.Properties.ResponseTopic, to, answer))
	}
}

func reply(topic string, to *paho.Publish, answer []byte) *paho.Publish {
	p := &paho.Publish{Topic: topic, Payload: answer, QoS: atLeastOnce}
	if name := correlation(to); name != nil {
		p.Properties = &paho.PublishProperties{CorrelationData: name}
	}
	return p
}

func (in *inbox) notify(ctx context.Context, p *paho.Publish) (intake.Outcome, error) {
	style := in.Settings.Get().Style
	if p.Duplicate() {
		if outcome, ok := in.onStage(ctx, p.Payload, style); ok {
			return outcome, nil
		}
	}
	return intake.Notify(ctx, in.Stage, p.Payload, style)
}

// notifyText shows bare text.
func (in *inbox) notifyText(ctx context.Context, text []byte) (intake.Outcome, error) {
	if !utf8.Valid(text) {
		return intake.Outcome{}, &card.FieldError{Field: "message", Be: "text in UTF-8"}
	}
	if len(text) > card.MaxBody {
		return intake.Outcome{}, intake.ErrTooLarge
	}
	body := asJSON(map[string]string{"message": string(text[:min(len(text), card.MaxBody/8)])}) // of which 2,000 characters are shown
	return intake.Notify(ctx, in.Stage, body, in.Settings.Get().Style)
}

// dismiss removes the card whose id the payload is, bare or in an object; without one, the card that shows.
func (in *inbox) dismiss(ctx context.Context, payload []byte) (intake.Outcome, error) {
	id, err := dismissed(payload)
	if err != nil {
		return intake.Outcome{}, err
	}
	if id == "" {
		cards, err := in.Stage.Cards(ctx)
		if err != nil {
			return intake.Outcome{}, err
		}
		if cards.Showing != nil {
			id = cards.Showing.ID
		}
	}
	return intake.Dismiss(ctx, in.Stage, id)
}

func dismissed(payload []byte) (id string, err error) {
	wrong := &card.FieldError{Field: "id", Be: fmt.Sprintf("a string of at most %d characters, bare or in a JSON object", card.MaxID)}
	payload = bytes.TrimSpace(payload)
	switch {
	case !utf8.Valid(payload) || len(payload) > card.MaxBody:
		return "", wrong
	case bytes.HasPrefix(payload, []byte("{")):
		var object struct{ ID *string }
		if json.Unmarshal(payload, &object) != nil {
			return "", wrong
		}
		if object.ID != nil {
			id = *object.ID
		}
	case bytes.HasPrefix(payload, []byte(`"`)):
		if json.Unmarshal(payload, &id) != nil {
			return "", wrong
		}
	default:
		id = string(payload)
	}
	if utf8.RuneCountInString(id) > card.MaxID {
		return "", wrong
	}
	return id, nil
}

// asJSON is for values that are strings, flags and finite numbers.
func asJSON(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}
