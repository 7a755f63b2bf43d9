package page

import (
	"testing"

	"cuecard.app/client"
	"cuecard.app/internal/look"
)

const (
	iconJoined = `document.querySelector('.card:not(.going)')?.dataset.icon === 'shown'`
	iconFailed = `document.querySelector('.card:not(.going)')?.dataset.icon === 'failed'`
)

func TestIconStandsAtTheStartOfTheFirstLine(t *testing.T) {
	numbers := look.Numbers()
	whole := watch(t, fullHD)
	side, gap := numbers.IconSize*fullHD.dp(), numbers.IconGap*fullHD.dp()
	for name, words := range map[string]struct {
		card       client.Card
		rightwards bool
	}{
		"with a title":    {client.Card{Title: "Door", Message: "Open"}, true},
		"without a title": {client.Card{Message: "Open"}, true},
		"in Arabic":       {client.Card{Title: "الباب", Message: "مفتوح"}, false},
		"in Hebrew":       {client.Card{Message: "פתוח"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			tv := whole.in(t)
			words.card.ID, words.card.Icon = name, serving(t, plain(t, 96, 96), "image/png")
			tv.show(words.card)
			tv.until(iconJoined)
			got := measure(tv.window)
			first, line := got.Title, numbers.TitleSize*numbers.TitleLineHeight*fullHD.dp()
			if words.card.Title == "" {
				first, line = got.Message, numbers.MessageSize*numbers.MessageLineHeight*fullHD.dp()
			}
			wantNear(t, "the icon's width", got.Icon.width(), side)
			wantNear(t, "the icon's height", got.Icon.height(), side)
			wantNear(t, "the icon's middle", got.Icon.middle().y, first.Top+line/2)
			wantNear(t, "the icon's radius", length(tv.window, ".icon img", "border-top-left-radius"), numbers.IconRadius*fullHD.dp())
			if words.rightwards {
				wantNear(t, "the icon's left", got.Icon.Left, got.Words.Left)
				wantNear(t, "the gap", first.Left-got.Icon.Right, gap)
			} else {
				wantNear(t, "the icon's right", got.Icon.Right, got.Words.Right)
				wantNear(t, "the gap", got.Icon.Left-first.Right, gap)
			}
		})
	}
}

func TestIconKeepsItsShape(t *testing.T) {
	tv := watch(t, hd)
	tv.show(client.Card{ID: "door", Message: "Open", Icon: serving(t, plain(t, 20, 10), "image/png")})
	tv.until(iconJoined)
	side := look.Numbers().IconSize * hd.dp()
	got := measure(tv.window)
	wantNear(t, "the icon's width", got.Icon.width(), side)
	wantNear(t, "the icon's height", got.Icon.height(), side/2)
}

func TestTextKeepsItsPlaceWhenTheIconJoins(t *testing.T) {
	tv, camera := watch(t, hd), newCamera(t)
	tv.show(client.Card{ID: "door", Title: "Door", Message: "Open", Icon: camera.url})
	early := measure(tv.window)
	camera.let(plain(t, 96, 96))
	tv.until(iconJoined)
	if late := measure(tv.window); *late.TitleInk != *early.TitleInk || *late.MessageInk != *early.MessageInk || late.Card != early.Card {
		t.Errorf("the card is %+v, was %+v", late, early)
	}
}

func TestIconThatFailsLeavesNoGap(t *testing.T) {
	tv, camera := watch(t, hd), newCamera(t)
	tv.show(client.Card{ID: "door", Title: "Door", Message: "Open", Icon: camera.url})
	camera.let(nil)
	tv.until(iconFailed)
	if got := measure(tv.window); got.Icon != nil || !near(got.Title.Left, got.Words.Left) {
		t.Errorf("the card is %+v", got)
	}
}
