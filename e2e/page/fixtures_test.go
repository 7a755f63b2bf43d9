package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"cuecard.app/e2e/fixtures"
	"cuecard.app/internal/look"
)

// sketch is the height in pixels of a <card-view> that is only a picture of the screen.
const sketch = 360

// parts is what a <card-view> shows of a card, in dp from its own corner; a part that is not shown is nil.
type parts struct {
	Card, Message              fixtures.Box
	Stripe, Title, Icon, Image *fixtures.Box
	TitleText, MessageText     string
	TitleSize, MessageSize     float64
	Dim, CornerRadius          float64
	TitleAtRight               bool // its letters do not begin at the left
}

func TestTVPageAndPreviewAgreeWithTheFixtures(t *testing.T) {
	all, err := fixtures.Read(filepath.Join("..", "..", "testdata", "cards"))
	if err != nil || len(all) < 30 {
		t.Fatalf("there are %d fixtures: %v", len(all), err)
	}
	whole := watch(t, fullHD)
	scale := 1.0
	for _, fixture := range all {
		t.Run(fixture.Name, func(t *testing.T) {
			tv := whole.in(t)
			if scale != fixture.TextScale {
				scale = fixture.TextScale
				tv.set(fmt.Sprint("textScale=", scale))
			}
			tv.resize(size{fixture.Screen.Width, fixture.Screen.Height, 1})
			tv.showFixture(fixture)
			dp := float64(fixture.Screen.Height) / look.Numbers().ScreenHeight
			wantParts(t, "the TV page", fixture.Expect, partsOf(tv.window, "card-view"), dp)

			tv.sketch(fixture)
			wantParts(t, "the preview", fixture.Expect, partsOf(tv.window, "#sketch"), sketch/look.Numbers().ScreenHeight)
			read[any](tv.window, `document.querySelector('#sketch').remove()`)
		})
	}
}

// showFixture posts the card with its pictures and waits until all of it is there.
func (tv *tv) showFixture(fixture fixtures.Fixture) {
	tv.t.Helper()
	body := map[string]any{"id": fixture.Name, "persistent": true, "sound": "none"}
	text, _ := json.Marshal(fixture.Card)
	if err := json.Unmarshal(text, &body); err != nil {
		tv.t.Fatal(err)
	}
	for field, picture := range map[string]*fixtures.Size{"image": fixture.Image, "icon": fixture.Icon} {
		if picture != nil {
			body[field] = serving(tv.t, plain(tv.t, picture.Width, picture.Height), "image/png")
		}
	}
	before := tv.seq()
	text, _ = json.Marshal(body)
	answer, err := http.Post(tv.house.URL+"/notify", "application/json", bytes.NewReader(text))
	if err != nil || answer.StatusCode != http.StatusOK {
		tv.t.Fatalf("the card was not taken: %v %v", answer, err)
	}
	answer.Body.Close()
	tv.untilFrameAfter(before, fixture.Name)
	tv.until(`['none', 'shown', 'left-out'].includes(document.querySelector('.card').dataset.image)`)
	tv.until(`['none', 'shown'].includes(document.querySelector('.card').dataset.icon)`)
	tv.settle()
}

// sketch adds a small <card-view> with the same frame to the page.
func (tv *tv) sketch(fixture fixtures.Fixture) {
	tv.t.Helper()
	card := map[string]any{"id": "sketch"}
	text, _ := json.Marshal(fixture.Card)
	if err := json.Unmarshal(text, &card); err != nil {
		tv.t.Fatal(err)
	}
	if strings.TrimSpace(fixture.Card.Title) == "" {
		card["title"] = nil // as the service completes it
	}
	frame := map[string]any{"seq": 1, "card": card, "textScale": fixture.TextScale}
	for field, size := range map[string]*fixtures.Size{"image": fixture.Image, "icon": fixture.Icon} {
		frame[field] = map[string]string{"state": "none"}
		if size != nil {
			picture := fmt.Sprintf(`data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d"/>`, size.Width, size.Height)
			card[field], frame[field] = field, map[string]string{"state": "ready", "src": picture}
		}
	}
	given, _ := json.Marshal(map[string]any{
		"look": look.Numbers(), "frame": frame, "screenHeight": fixture.Screen.Height,
		"height": sketch, "width": float64(sketch) * float64(fixture.Screen.Width) / float64(fixture.Screen.Height),
	})
	read[any](tv.window, `(async () => {
		const { look, frame, screenHeight, width, height } = `+string(given)+`;
		const view = document.createElement('card-view');
		view.id = 'sketch';
		view.screenHeight = screenHeight;
		Object.assign(view.style, { position: 'fixed', inset: 'auto', left: 0, top: 0, width: width + 'px', height: height + 'px' });
		document.body.append(view);
		view.look = look;
		view.show(frame);
	})()`)
	tv.until(`['none', 'shown', 'left-out'].includes(document.querySelector('#sketch .card').dataset.image) &&
		['none', 'shown'].includes(document.querySelector('#sketch .card').dataset.icon)`)
	tv.settle()
}

// partsOf measures what a <card-view> shows.
func partsOf(w *window, view string) parts {
	w.t.Helper()
	return read[parts](w, `(() => {
		const view = document.querySelector('`+view+`');
		const dp = view.clientHeight / 540;
		const find = (part) => view.querySelector('.card:not(.going)' + part);
		const origin = view.getBoundingClientRect();
		const box = (element) => {
			if (!element) return null;
			const { left, top, width, height } = element.getBoundingClientRect();
			return width > 0 ? { x: (left - origin.left) / dp, y: (top - origin.top) / dp, width: width / dp, height: height / dp } : null;
		};
		const length = (part, property) => parseFloat(getComputedStyle(find(part))[property]) / dp;
		const letters = document.createRange();
		letters.selectNodeContents(find(' .title'));
		return {
			Card: box(find('')), Stripe: find('').matches('.striped') ? box(find(' .stripe')) : null, Icon: box(find(' .icon img')),
			Title: box(find(' .title')), Message: box(find(' .message')), Image: box(find(' .image')),
			TitleText: find(' .title').textContent, MessageText: find(' .message').textContent,
			TitleSize: length(' .title', 'fontSize'), MessageSize: length(' .message', 'fontSize'),
			CornerRadius: length('', 'borderTopLeftRadius'), Dim: Number(getComputedStyle(view.querySelector('.dim')).opacity),
			TitleAtRight: letters.getBoundingClientRect().left > find(' .title').getBoundingClientRect().left + 1,
		};
	})()`)
}

// wantParts holds what a drawer shows against what the look wants, up to a pixel of the drawer's screen.
func wantParts(t testing.TB, who string, want fixtures.Expect, got parts, dp float64) {
	t.Helper()
	wantBox := func(what string, want, got *fixtures.Box) {
		t.Helper()
		if (want == nil) != (got == nil) {
			t.Errorf("%s: %s is %+v, want %+v", who, what, got, want)
			return
		}
		if want != nil && !(box{got.X * dp, got.Y * dp, (got.X + got.Width) * dp, (got.Y + got.Height) * dp}).near(
			box{want.X * dp, want.Y * dp, (want.X + want.Width) * dp, (want.Y + want.Height) * dp}) {
			t.Errorf("%s: %s is at %+v dp, want %+v", who, what, *got, *want)
		}
	}
	wantText := func(what string, want fixtures.Text, text string, size float64) {
		t.Helper()
		if strings.HasSuffix(text, "…") != want.EndsEarly {
			t.Errorf("%s: %s is %q, want an ellipsis: %v", who, what, text, want.EndsEarly)
		}
		if !near(size*dp, want.Size*dp) {
			t.Errorf("%s: the size of %s is %v, want %v", who, what, size, want.Size)
		}
	}
	wantBox("the card", &want.Card, &got.Card)
	wantBox("the stripe", want.Stripe, got.Stripe)
	wantBox("the icon", want.Icon, got.Icon)
	wantBox("the image", want.Image, got.Image)
	wantBox("the message", &want.Message.Box, &got.Message)
	wantText("the message", want.Message, got.MessageText, got.MessageSize)
	if want.Title == nil {
		wantBox("the title", nil, got.Title)
	} else {
		wantBox("the title", &want.Title.Box, got.Title)
		wantText("the title", *want.Title, got.TitleText, got.TitleSize)
		if got.TitleAtRight != want.Title.RightToLeft {
			t.Errorf("%s: the title begins at the right: %v", who, got.TitleAtRight)
		}
	}
	if got.Dim != want.Dim || !near(got.CornerRadius*dp, want.CornerRadius*dp) {
		t.Errorf("%s: dim %v and radius %v, want %v and %v", who, got.Dim, got.CornerRadius, want.Dim, want.CornerRadius)
	}
}
