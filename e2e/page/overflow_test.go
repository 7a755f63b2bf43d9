package page

import (
	"math"
	"strings"
	"testing"

	"cuecard.app/client"
	"cuecard.app/internal/look"
)

// long is a message as long as one can be.
var long = strings.Repeat("Somebody has been at the door for a long while now. ", 40)[:2000]

// wantTightCard checks what holds however much a card has to say.
func wantTightCard(t testing.TB, screen size, got layout, textScale float64) (lines int) {
	t.Helper()
	numbers := look.Numbers()
	if highest := (numbers.ScreenHeight - 2*numbers.Margin) * screen.dp(); got.Card.height() > highest+1 {
		t.Errorf("the card is %g high, want at most %g", got.Card.height(), highest)
	}
	line := numbers.MessageSize * numbers.MessageLineHeight * textScale * screen.dp()
	count := got.Message.height() / line
	if math.Abs(count-math.Round(count)) > 0.05 {
		t.Errorf("the message ends inside a line: it has %g", count)
	}
	bottom := got.Message.Bottom
	if got.Image != nil {
		bottom = got.Image.Bottom
	}
	if got.MessageInk.Bottom > got.Message.Bottom+1 || bottom+numbers.Padding*screen.dp() > got.Card.Bottom+1 {
		t.Errorf("the content, down to %g, leaves the card %v", bottom, got.Card)
	}
	return int(math.Round(count))
}

func TestMessageThatIsTooLongEndsOnAWholeLine(t *testing.T) {
	onEveryScreen(t, func(t *testing.T, tv *tv, screen size) {
		tv.show(client.Card{ID: "door", Title: "Door", Message: long})
		got := measure(tv.window)
		wantTightCard(t, screen, got, 1)
		wantEllipsis(t, got.MessageText, long)
		// One more line would not fit.
		numbers := look.Numbers()
		least := (numbers.ScreenHeight - 2*numbers.Margin - numbers.MessageSize*numbers.MessageLineHeight) * screen.dp()
		if got.Card.height() < least-1 {
			t.Errorf("the card is %g high and could have been higher by a line", got.Card.height())
		}
		if got.TitleText != "Door" {
			t.Errorf("the title is %q", got.TitleText)
		}
	})
}

func TestImageShrinksBeforeTheMessageEndsEarly(t *testing.T) {
	numbers := look.Numbers()
	tv := watch(t, hd)
	picture := plain(t, 1600, 1200)
	lowest, highest := numbers.ImageTightHeight*float64(hd.height), numbers.ImageMaxHeight*float64(hd.height)

	some := strings.TrimSuffix(strings.Repeat("Open\n", 5), "\n")
	tv.show(client.Card{ID: "some", Title: "Door", Message: some, Image: serving(t, picture, "image/png")})
	tv.until(imageJoined)
	got := measure(tv.window)
	if lines := wantTightCard(t, hd, got, 1); lines != 5 || got.MessageText != some {
		t.Errorf("the message has %d lines while the image can still shrink: %q", lines, got.MessageText)
	}
	if got.Image.height() <= lowest+1 || got.Image.height() >= highest-1 {
		t.Errorf("the image is %g high, want between %g and %g", got.Image.height(), lowest, highest)
	}

	tv.show(client.Card{ID: "much", Title: "Door", Message: long, Image: serving(t, picture, "image/png")})
	tv.until(imageJoined)
	got = measure(tv.window)
	if lines := wantTightCard(t, hd, got, 1); lines < numbers.MessageMinLines {
		t.Errorf("the message has %d lines", lines)
	}
	wantNear(t, "the image's height", got.Image.height(), lowest)
	wantNear(t, "the image's width", got.Image.width(), lowest*1600/1200)
	wantEllipsis(t, got.MessageText, long)
	if got.TitleText != "Door" {
		t.Errorf("the title is %q", got.TitleText)
	}
}

func TestImageGoesBeforeTheMessageHasFewerThanThreeLines(t *testing.T) {
	numbers := look.Numbers()
	tv := watch(t, hd)
	tv.set("textScale=2")
	title := strings.Repeat("doorbell ", 22)
	tv.show(client.Card{ID: "door", Title: title, Message: long, Image: serving(t, plain(t, 1600, 1200), "image/png")})
	tv.until(`document.querySelector('.card').dataset.image === 'left-out'`)
	got := measure(tv.window)
	if lines := wantTightCard(t, hd, got, 2); got.Image != nil || lines != numbers.MessageMinLines {
		t.Errorf("the message has %d lines, the image is %v", lines, got.Image)
	}
	wantNear(t, "the title's height", got.Title.height(), 2*2*numbers.TitleSize*numbers.TitleLineHeight*hd.dp())
}
