package page

import (
	"fmt"
	"testing"

	"cuecard.app/client"
	"cuecard.app/internal/look"
)

var positions = []client.Position{client.Center, client.TopLeft, client.TopRight, client.BottomLeft, client.BottomRight}

// dp is the length of one dp on a screen.
func (s size) dp() float64 { return float64(s.height) / look.Numbers().ScreenHeight }

// place is the box of a card of that height in dp, by the table of the look.
func (s size) place(position client.Position, widthPercent, height float64) box {
	margin, width := look.Numbers().Margin*s.dp(), float64(s.width)*widthPercent/100
	right, bottom := float64(s.width)-margin, float64(s.height)-margin
	height *= s.dp()
	if position != client.Center {
		width = min(width, float64(s.width)-2*margin)
	}
	switch position {
	case client.TopLeft:
		return box{margin, margin, margin + width, margin + height}
	case client.TopRight:
		return box{right - width, margin, right, margin + height}
	case client.BottomLeft:
		return box{margin, bottom - height, margin + width, bottom}
	case client.BottomRight:
		return box{right - width, bottom - height, right, bottom}
	default:
		left, top := (float64(s.width)-width)/2, (float64(s.height)-height)/2
		return box{left, top, left + width, top + height}
	}
}

// twoLines is the height in dp of a card with a title and a message of one line each.
func twoLines(padding float64) float64 {
	numbers := look.Numbers()
	return 2*padding + numbers.TitleSize*numbers.TitleLineHeight + numbers.MessageGap + numbers.MessageSize*numbers.MessageLineHeight
}

func TestCardStandsInItsPlaceOnEveryScreen(t *testing.T) {
	numbers := look.Numbers()
	onEveryScreen(t, func(t *testing.T, tv *tv, screen size) {
		for _, position := range positions {
			for percent, padding := range map[float64]float64{60: numbers.Padding, 25: numbers.PaddingNarrow, 100: numbers.Padding} {
				tv.show(client.Card{ID: fmt.Sprint(position, percent), Title: "Door", Message: "Open", Position: position, WidthPercent: percent})
				want := screen.place(position, percent, twoLines(padding))
				if got := measure(tv.window).Card; !got.near(want) {
					t.Errorf("%s, %g %%: the card is at %v, want %v", position, percent, got, want)
				}
			}
		}
	})
}

func TestPaddingIsSmallerInACardNarrowerThan320Dp(t *testing.T) {
	numbers := look.Numbers()
	tv := watch(t, hd)
	for percent, padding := range map[float64]float64{33: numbers.PaddingNarrow, 34: numbers.Padding} {
		tv.show(client.Card{ID: "door", Message: "Open", WidthPercent: percent})
		got := measure(tv.window)
		wantNear(t, fmt.Sprintf("the padding at %g %%", percent), got.Words.Left-got.Card.Left, padding*hd.dp())
	}
}
