package page

import (
	"fmt"
	"testing"

	"cuecard.app/client"
	"cuecard.app/internal/look"
)

func TestPartsOfTheCardHaveTheSizesOfTheLook(t *testing.T) {
	numbers := look.Numbers()
	onEveryScreen(t, func(t *testing.T, tv *tv, screen size) {
		dp := screen.dp()
		tv.show(client.Card{ID: "door", Title: "Door", Message: "Open", Accent: "#FF8A1F", Dim: new(0.5)})
		got := measure(tv.window)

		inner := box{
			got.Card.Left + (numbers.Stripe+numbers.Padding)*dp, got.Card.Top + numbers.Padding*dp,
			got.Card.Right - numbers.Padding*dp, got.Card.Bottom - numbers.Padding*dp,
		}
		if !got.Words.near(inner) {
			t.Errorf("the text is in %v of the card in %v, want %v", *got.Words, got.Card, inner)
		}
		if want := (box{got.Card.Left, got.Card.Top, got.Card.Left + numbers.Stripe*dp, got.Card.Bottom}); !got.Stripe.near(want) {
			t.Errorf("the stripe is at %v, want %v", *got.Stripe, want)
		}
		if want := (box{0, 0, float64(screen.width), float64(screen.height)}); !got.Dim.near(want) {
			t.Errorf("the dim layer is at %v, want %v", got.Dim, want)
		}
		wantNear(t, "the gap between title and message", got.Message.Top-got.Title.Bottom, numbers.MessageGap*dp)
		wantNear(t, "the corner's radius", length(tv.window, ".card", "border-top-left-radius"), numbers.CornerRadius*dp)
		wantNear(t, "the title's size", length(tv.window, ".title", "font-size"), numbers.TitleSize*dp)
		wantNear(t, "the title's line", length(tv.window, ".title", "line-height"), numbers.TitleSize*numbers.TitleLineHeight*dp)
		wantNear(t, "the message's size", length(tv.window, ".message", "font-size"), numbers.MessageSize*dp)
		wantNear(t, "the message's line", length(tv.window, ".message", "line-height"), numbers.MessageSize*numbers.MessageLineHeight*dp)
		wantStyle(tv.window, ".title", "font-weight", "700")
		wantStyle(tv.window, ".message", "font-weight", "400")
		wantStyle(tv.window, ".dim", "opacity", "0.5")

		px := dp / screen.ratio
		wantStyle(tv.window, ".card", "box-shadow",
			fmt.Sprintf("rgba(0, 0, 0, %g) 0px %.6gpx %.6gpx 0px", numbers.ShadowOpacity, numbers.ShadowDown*px, numbers.ShadowBlur*px))
	})
}

func TestColoursAreAsSent(t *testing.T) {
	tv := watch(t, hd)
	tv.show(client.Card{ID: "door", Title: "Door", Message: "Open", Background: "#CC000000", TextColor: "#FFFFFF", Accent: "#80FF8A1F"})
	wantStyle(tv.window, ".card", "background-color", "rgba(0, 0, 0, 0.8)")
	wantStyle(tv.window, ".title", "color", "rgb(255, 255, 255)")
	wantStyle(tv.window, ".message", "color", "rgb(255, 255, 255)")
	wantStyle(tv.window, ".stripe", "background-color", "rgba(255, 138, 31, 0.5)")

	tv.show(client.Card{ID: "door", Title: "Door", Message: "Open", Background: "123", TextColor: "8456", Accent: client.NoAccent})
	wantStyle(tv.window, ".card", "background-color", "rgb(17, 34, 51)")
	wantStyle(tv.window, ".title", "color", "rgba(68, 85, 102, 0.533)")
	wantStyle(tv.window, ".stripe", "background-color", "rgba(0, 0, 0, 0)")
	got := measure(tv.window)
	wantNear(t, "the padding without a stripe", got.Words.Left-got.Card.Left, look.Numbers().Padding*hd.dp())
}

func TestDimLiesOverTheScreenAndBehindTheCard(t *testing.T) {
	tv := watch(t, hd)
	read[string](tv.window, `document.body.style.background = '#ffffff'`) // stands for a bright film
	tv.show(client.Card{ID: "door", Message: "Open", Background: "#FF0000", Accent: "#0000FF", Dim: new(0.5)})
	tv.settle()
	card := measure(tv.window).Card
	picture, _ := tv.screenshot()
	for what, pixel := range map[string]struct {
		x, y float64
		want [3]uint8
	}{
		"the film":       {5, 5, [3]uint8{127, 127, 127}},
		"the card":       {card.Right - 10, card.middle().y, [3]uint8{255, 0, 0}},
		"the stripe":     {card.Left + 5, card.middle().y, [3]uint8{0, 0, 255}},
		"the cut corner": {card.Left + 1, card.Top + 1, [3]uint8{127, 127, 127}},
	} {
		r, g, b, _ := picture.At(int(pixel.x), int(pixel.y)).RGBA()
		for i, got := range []uint32{r >> 8, g >> 8, b >> 8} {
			// The shadow lies over the film near the card.
			if want := int(pixel.want[i]); int(got) > want+1 || int(got) < want-1 && what != "the cut corner" {
				t.Errorf("%s is %d %d %d, want about %d", what, r>>8, g>>8, b>>8, pixel.want)
				break
			}
		}
	}
}
