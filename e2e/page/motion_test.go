package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/internal/look"
)

// motion is an animation of a part of the page, from its first keyframe to its last.
type motion struct {
	Part              string
	Duration          float64 // ms
	Easing            string
	From, To          float64 // opacity, from -1 when it is what it was
	Transform, Height string  // at the beginning
}

// motions reads all animations that run.
const motions = `document.getAnimations().map((animation) => {
	const { effect } = animation;
	const frames = effect.getKeyframes();
	const [first, last] = [frames[0], frames[frames.length - 1]];
	const { duration, easing } = effect.getTiming();
	return {
		Part: effect.target.classList[0], Duration: duration, Easing: easing,
		From: frames.length > 1 ? Number(first.opacity ?? -1) : -1, To: Number(last.opacity ?? -1),
		Transform: first.transform ?? '', Height: first.height ?? '',
	};
})`

// of finds the motion of a part that began last, or nil.
func of(all []motion, part string) *motion {
	for _, motion := range slices.Backward(all) {
		if motion.Part == part {
			return &motion
		}
	}
	return nil
}

const (
	comes   = `document.querySelector('.card:not(.going)')`
	goes    = `document.querySelector('.card.going')`
	changes = `document.querySelector('.message')?.textContent === 'Closed'`
)

func TestCardAndDimComeTogether(t *testing.T) {
	numbers := look.Numbers()
	tv := watchMoving(t, hd)
	coming := tv.expect(comes, motions)
	tv.post(client.Card{ID: "door", Message: "Open", Dim: new(0.5)})
	all := seen[[]motion](coming)
	card, dim := of(all, "card"), of(all, "dim")
	if len(all) != 2 || card == nil || dim == nil {
		t.Fatalf("what moves is %+v, want the card and the dim layer", all)
	}
	if card.Duration != float64(numbers.ComingMs) || dim.Duration != card.Duration || dim.Easing != card.Easing {
		t.Errorf("the card comes as %+v and the dim layer as %+v", *card, *dim)
	}
	if card.From < 0.5 || card.To != 1 {
		t.Errorf("the card fades from %g to %g: its first frame has to be readable", card.From, card.To)
	}
	if want := fmt.Sprintf("translateY(%gpx)", numbers.Rise*hd.dp()); card.Transform != want {
		t.Errorf("the card comes from %q, want %q", card.Transform, want)
	}
	if math.Abs(dim.From-card.From*0.5) > 0.001 || dim.To != 0.5 {
		t.Errorf("the dim layer fades from %g to %g", dim.From, dim.To)
	}
	tv.settle()
	wantStyle(tv.window, ".card", "opacity", "1")
	wantStyle(tv.window, ".dim", "opacity", "0.5")
}

func TestCardAndDimGoTogether(t *testing.T) {
	for name, way := range map[string]struct {
		lasts time.Duration
		leave func(*tv)
	}{
		"on a delete": {time.Hour, func(tv *tv) {
			tv.until(comes)
			tv.dismiss("door")
		}},
		"on expiry": {3 * time.Second, func(*tv) {}},
	} {
		t.Run(name, func(t *testing.T) {
			tv := watchMoving(t, hd)
			going := tv.expect(goes, motions)
			tv.post(client.Card{ID: "door", Message: "Open", Dim: new(0.5), Duration: way.lasts})
			way.leave(tv)
			all := seen[[]motion](going)
			card, dim := of(all, "card"), of(all, "dim")
			if card == nil || dim == nil {
				t.Fatalf("what moves is %+v, want the card and the dim layer", all)
			}
			if card.Duration != float64(look.Numbers().GoingMs) || dim.Duration != card.Duration || dim.Easing != card.Easing {
				t.Errorf("the card goes as %+v and the dim layer as %+v", *card, *dim)
			}
			if card.To != 0 || dim.To != 0 {
				t.Errorf("the card fades to %g and the dim layer to %g", card.To, dim.To)
			}
			tv.until(`!document.querySelector('.card')`)
			tv.settle()
			wantStyle(tv.window, ".dim", "opacity", "0")
		})
	}
}

func TestCardWithTheSameIDIsWrittenIntoItsPlace(t *testing.T) {
	tv := watchMoving(t, hd)
	tv.show(client.Card{ID: "door", Title: "Door", Message: "Open", Dim: new(0.5)})
	tv.settle()
	read[bool](tv.window, `document.querySelector('.card').marked = true`)
	before := measure(tv.window)

	changing := tv.expect(changes, motions)
	tv.post(client.Card{ID: "door", Title: "Back door", Message: "Closed", Background: "#222222", Dim: new(0.5)})
	if all := seen[[]motion](changing); len(all) != 0 {
		t.Errorf("a card of the same size moves when it is replaced: %+v", all)
	}
	after := measure(tv.window)
	if after.TitleText != "Back door" || after.MessageText != "Closed" || after.Card != before.Card {
		t.Errorf("the card is %+v, was %+v", after, before)
	}
	wantStyle(tv.window, ".card", "background-color", "rgb(34, 34, 34)")
	if !read[bool](tv.window, `document.querySelectorAll('.card').length === 1 && document.querySelector('.card').marked === true`) {
		t.Error("the card was built anew")
	}
}

func TestSizeOfAReplacedCardFollowsItsContent(t *testing.T) {
	tv := watchMoving(t, hd)
	tv.show(client.Card{ID: "door", Message: "Open\nfor\nan hour", Dim: new(0.2)})
	tv.settle()
	before := measure(tv.window).Card.height()

	changing := tv.expect(changes, motions)
	tv.post(client.Card{ID: "door", Message: "Closed", Dim: new(0.6)})
	all := seen[[]motion](changing)
	card, dim := of(all, "card"), of(all, "dim")
	if len(all) != 2 || card == nil || dim == nil {
		t.Fatalf("what moves is %+v, want the card and the dim layer", all)
	}
	want := float64(look.Numbers().ResizeMs)
	from, err := strconv.ParseFloat(strings.TrimSuffix(card.Height, "px"), 64)
	if card.Duration != want || card.From != -1 || card.Transform != "" || err != nil || !near(from, before) {
		t.Errorf("the card moves as %+v, want only its height, from %g in %g ms", *card, before, want)
	}
	if dim.Duration != want || dim.From != 0.2 || dim.To != 0.6 {
		t.Errorf("the dim layer moves as %+v", *dim)
	}
}

func TestCardWithAnotherIDIsAnotherNode(t *testing.T) {
	tv := watchMoving(t, hd)
	tv.show(client.Card{ID: "door", Message: "Open", Dim: new(0.5)})
	tv.settle()
	read[bool](tv.window, `document.querySelector('.card').marked = true`)

	coming := tv.expect(`document.querySelectorAll('.card').length === 2`, motions)
	tv.post(client.Card{ID: "window", Message: "Open", Dim: new(0.5)})
	if all := seen[[]motion](coming); of(all, "dim") != nil {
		t.Errorf("the dim layer flickers between two cards that both dim: %+v", all)
	}
	tv.until(`document.querySelectorAll('.card').length === 1`)
	if read[bool](tv.window, `document.querySelector('.card').marked === true`) {
		t.Error("another card was written into the node of the first")
	}
}

func TestNothingMovesWhenTheDeviceAsksForNoMotion(t *testing.T) {
	tv := watch(t, hd)
	coming := tv.expect(comes, motions)
	tv.post(client.Card{ID: "door", Message: "Open", Dim: new(0.5)})
	came := seen[[]motion](coming)

	changing := tv.expect(changes, motions)
	tv.post(client.Card{ID: "door", Title: "Door", Message: "Closed", Dim: new(0.6)})
	changed := seen[[]motion](changing)

	going := tv.expect(`!document.querySelector('.card')`, motions)
	tv.dismiss("door")
	if went := seen[[]motion](going); len(came)+len(changed)+len(went) != 0 {
		t.Errorf("what moves: coming %+v, changing %+v, going %+v", came, changed, went)
	}
	wantStyle(tv.window, ".dim", "opacity", "0")
}
