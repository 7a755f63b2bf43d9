package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"cuecard.app/client"
	"cuecard.app/internal/look"
)

func TestMarkupInTextIsText(t *testing.T) {
	tv := watch(t, hd)
	const before = `document.scripts.length + ' ' + document.images.length + ' ' + document.links.length`
	elements := read[string](tv.window, before)
	for i, text := range []string{
		`<script>window.harmed = true</script>`,
		`<img src="/nothing.png" onerror="window.harmed = true">`,
		`"><svg onload="window.harmed = true"><b>bold</b> &amp; &lt;i&gt;`,
		`<a href="javascript:window.harmed = true">here</a> ${window.harmed = true}`,
		`</div></article><style>* { display: none }</style>`,
	} {
		tv.show(client.Card{ID: fmt.Sprint("markup ", i), Title: text, Message: text, WidthPercent: 100})
		tv.settle()
		if got := measure(tv.window); got.TitleText != text || got.MessageText != text {
			t.Errorf("%s is shown as %q and %q", text, got.TitleText, got.MessageText)
		}
		if read[bool](tv.window, `window.harmed === true`) {
			t.Errorf("%s was run", text)
		}
		if after := read[string](tv.window, before); after != elements {
			t.Errorf("%s became elements: there were %s, are %s", text, elements, after)
		}
	}
}

func TestLineBreaksOfTheMessageAreKept(t *testing.T) {
	numbers := look.Numbers()
	line := numbers.MessageSize * numbers.MessageLineHeight * hd.dp()
	tv := watch(t, hd)
	for text, count := range map[string]float64{
		"one\ntwo":           2,
		"one\r\ntwo\r\nfour": 3,
		"one\rtwo":           2,
		"one\n\n\nfour":      4,
		"one\u2028two":       2,
		"  one   two":        1,
	} {
		tv.show(client.Card{ID: "door", Message: text})
		wantNear(t, fmt.Sprintf("the height of %q", text), measure(tv.window).Message.height(), count*line)
	}
}

func TestTitleHasAtMostTwoLines(t *testing.T) {
	numbers := look.Numbers()
	whole := watch(t, hd)
	for name, title := range map[string]string{
		"Latin":    strings.Repeat("doorbell ", 22),
		"Arabic":   strings.Repeat("الباب ", 33),
		"one word": strings.Repeat("w", 200),
		"Hindi":    strings.Repeat("की", 100), // a letter without its vowel sign might just fit
		"families": strings.Repeat("👨‍👩‍👧‍👦", 20) + strings.Repeat("👍🏽", 30) + strings.Repeat("🇩🇪", 15),
	} {
		t.Run(name, func(t *testing.T) {
			tv := whole.in(t)
			for percent := range 5 {
				tv.show(client.Card{ID: name, Title: title, Message: "Open", WidthPercent: float64(30 + percent)})
				got := measure(tv.window)
				wantNear(t, "the height", got.Title.height(), 2*numbers.TitleSize*numbers.TitleLineHeight*hd.dp())
				wantEllipsis(t, got.TitleText, title)
				if !got.TitleInk.between(*got.Title) {
					t.Errorf("the letters at %v leave the title at %v", *got.TitleInk, *got.Title)
				}
			}
		})
	}
}

// wantEllipsis checks that a text ends early, between two letters as a reader sees them.
func wantEllipsis(t testing.TB, got, whole string) {
	t.Helper()
	kept, cut := strings.CutSuffix(got, "…")
	if !cut || kept == "" || !strings.HasPrefix(whole, kept) {
		t.Errorf("the text is %q, want a beginning of %q and an ellipsis", got, whole)
	}
	if uniseg.GraphemeClusterCount(kept)+uniseg.GraphemeClusterCount(whole[len(kept):]) != uniseg.GraphemeClusterCount(whole) {
		t.Errorf("the text is cut inside a letter: %q", got)
	}
}

func TestLongWordBreaksAndNeverOverflows(t *testing.T) {
	numbers := look.Numbers()
	tv := watch(t, hd)
	for _, percent := range []float64{60, 10} {
		tv.show(client.Card{ID: fmt.Sprint(percent), Title: strings.Repeat("W", 200), Message: strings.Repeat("m", 2000), WidthPercent: percent})
		got := measure(tv.window)
		if !got.MessageInk.between(*got.Words) || !got.TitleInk.between(*got.Words) || !got.Words.inside(got.Card) {
			t.Errorf("%g %%: the letters at %v leave the card at %v", percent, *got.MessageInk, got.Card)
		}
		if highest := (numbers.ScreenHeight - 2*numbers.Margin) * hd.dp(); got.Card.height() > highest+1 {
			t.Errorf("%g %%: the card is %g high, want at most %g", percent, got.Card.height(), highest)
		}
		wantEllipsis(t, got.MessageText, strings.Repeat("m", 2000))
	}
}

func TestEmojiAreKeptWholeAndKeepTheLine(t *testing.T) {
	const text = "👨‍👩‍👧‍👦 👍🏽 🇩🇪 3️⃣ 🏴‍☠️ ❤️ 日本語 ไทย"
	tv := watch(t, hd)
	tv.show(client.Card{ID: "door", Title: text, Message: text})
	got := measure(tv.window)
	if got.TitleText != text || got.MessageText != text {
		t.Errorf("the text is %q and %q", got.TitleText, got.MessageText)
	}
	if want := hd.place(client.Center, 60, twoLines(look.Numbers().Padding)); !got.Card.near(want) {
		t.Errorf("the card is at %v, want %v", got.Card, want)
	}
}

func TestTextScaleChangesTheSizesOfTextAndNothingElse(t *testing.T) {
	numbers := look.Numbers()
	tv := watch(t, hd)
	tv.show(client.Card{ID: "door", Title: "Door", Message: "Open", Accent: "#FF8A1F", Position: client.TopLeft,
		Icon: serving(t, plain(t, 96, 96), "image/png"), Image: serving(t, plain(t, 90, 60), "image/png")})
	tv.until(imageJoined + ` && ` + iconJoined)
	before, seq := measure(tv.window), tv.seq()
	tv.set("textScale=1.5")
	tv.untilFrameAfter(seq, "door")
	after := measure(tv.window)

	wantNear(t, "the title's size", length(tv.window, ".title", "font-size"), 1.5*numbers.TitleSize*hd.dp())
	wantNear(t, "the message's size", length(tv.window, ".message", "font-size"), 1.5*numbers.MessageSize*hd.dp())
	wantNear(t, "the message's height", after.Message.height(), 1.5*before.Message.height())
	wantNear(t, "the gap over the image", after.Image.Top-after.Message.Bottom, numbers.ImageGap*hd.dp())
	for what, sizes := range map[string][2]float64{
		"the card's width":   {after.Card.width(), before.Card.width()},
		"the card's left":    {after.Card.Left, before.Card.Left},
		"the card's top":     {after.Card.Top, before.Card.Top},
		"the stripe's width": {after.Stripe.width(), before.Stripe.width()},
		"the text's left":    {after.Words.Left, before.Words.Left},
		"the text's top":     {after.Words.Top, before.Words.Top},
		"the icon's width":   {after.Icon.width(), before.Icon.width()},
		"the image's width":  {after.Image.width(), before.Image.width()},
		"the image's height": {after.Image.height(), before.Image.height()},
		"the lower padding":  {after.Card.Bottom - after.Image.Bottom, before.Card.Bottom - before.Image.Bottom},
	} {
		wantNear(t, what, sizes[0], sizes[1])
	}
	wantNear(t, "the corner's radius", length(tv.window, ".card", "border-top-left-radius"), numbers.CornerRadius*hd.dp())
}
