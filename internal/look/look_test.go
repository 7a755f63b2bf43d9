package look_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"cuecard.app/internal/look"
)

// published is what the TV page and the Android app read. A name that changes here breaks them.
var published = map[string]float64{
	"screenHeight": 540, "margin": 48,
	"cornerRadius": 16, "padding": 28, "paddingNarrow": 20, "narrowBelow": 320, "stripe": 10,
	"shadowDown": 8, "shadowBlur": 24, "shadowOpacity": 0.35,
	"iconSize": 48, "iconRadius": 8, "iconGap": 16, "iconTextMin": 96,
	"titleSize": 30, "titleLineHeight": 1.2, "titleMaxLines": 2,
	"messageSize": 24, "messageLineHeight": 1.35, "messageMinLines": 3, "messageGap": 12,
	"imageGap": 20, "imageRadius": 8, "imageMaxHeight": 0.4, "imageTightHeight": 0.2, "imageEnlarge": 2,
	"comingMs": 180, "comingOpacity": 0.6, "rise": 12, "goingMs": 140, "resizeMs": 120,
}

func TestNumbersArePublishedUnderTheirNames(t *testing.T) {
	text, err := json.Marshal(look.Numbers())
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]float64
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatalf("a number of the look is not a number: %v in %s", err, text)
	}
	if !maps.Equal(got, published) {
		t.Errorf("names and numbers\n got %v\nwant %v", got, published)
	}
}

func TestAllTextStaysOnScreenAtTheLargestTextScale(t *testing.T) {
	const largestScale = 2
	n := look.Numbers()
	title := n.TitleSize * n.TitleLineHeight * float64(n.TitleMaxLines)
	message := n.MessageSize * n.MessageLineHeight * float64(n.MessageMinLines)
	need := largestScale*(title+message) + n.MessageGap + 2*n.Padding
	if room := n.ScreenHeight - 2*n.Margin; need > room {
		t.Errorf("title and the lines that always stay need %v dp of %v dp", need, room)
	}
}

func TestACardThatMustBeSeenIsReadableInItsFirstFrame(t *testing.T) {
	n := look.Numbers()
	if n.ComingOpacity < 0.5 || n.ComingOpacity > 1 {
		t.Errorf("the fade starts at %v", n.ComingOpacity)
	}
	times := []int{n.ComingMs, n.GoingMs, n.ResizeMs}
	if slices.Min(times) <= 0 || slices.Max(times) > 200 {
		t.Errorf("times %v: a card is never late for its motion", times)
	}
}
