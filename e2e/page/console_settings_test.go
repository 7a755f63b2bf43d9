package page

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"cuecard.app/client"
)

// configure opens the settings of a fresh service.
func configure(t testing.TB) *desk {
	t.Helper()
	d := openConsole(t, still, fullHD)
	d.enter("settings")
	return d
}

// defaults are the owner's, as clients are told of them.
func (d *desk) defaults() map[string]any {
	d.t.Helper()
	answer, err := http.Get(d.house.URL + "/cards")
	if err != nil {
		d.t.Fatal(err)
	}
	defer answer.Body.Close()
	var body struct{ Defaults map[string]any }
	if err := json.NewDecoder(answer.Body).Decode(&body); err != nil {
		d.t.Fatal(err)
	}
	return body.Defaults
}

func TestSettingsAreChangedByRemoteAloneAndPreviewed(t *testing.T) {
	d := configure(t)
	d.steer(`[data-value=bottom-right]`)
	d.typed(kb.Enter)
	d.says("[data-setting=position] .said", "Saved")
	d.steer(`[data-setting=dim] [type=range]`)
	d.typed(kb.ArrowRight + kb.ArrowRight)
	d.says("[data-setting=dim] .said", "Saved")
	d.steer(`[data-setting=accent] [data-value="#FF8A1F"]`)
	d.typed(kb.Enter)
	d.says("[data-setting=accent] .said", "Saved")
	d.until(`document.querySelector('.card.striped[data-position=bottom-right]')`)

	got := d.defaults()
	if got["position"] != "bottom-right" || got["dim"] != 0.1 || got["accent"] != "#FF8A1F" {
		t.Errorf("clients are told of %v", got)
	}
	if dark := read[string](d.window, `getComputedStyle(document.querySelector('card-view .dim')).opacity`); dark != "0.1" {
		t.Errorf("the preview is dimmed by %s", dark)
	}

	d.steer(`[data-setting=accent] [data-value=none]`)
	d.typed(kb.Enter)
	d.until(`document.querySelector('.card:not(.striped)')`)
	d.steer(`[data-setting=deviceName] input`)
	d.typed(kb.End + " two" + kb.Enter)
	d.says("#name", " two")
	if got := d.defaults()["accent"]; got != nil {
		t.Errorf("the stripe is %v", got)
	}
	if list := d.owner("settings"); !strings.Contains(list, " two") {
		t.Errorf("the command line says %s", list)
	}
}

func TestErrorOfASettingStandsBesideIt(t *testing.T) {
	d := configure(t)
	d.forgive("status of 409")
	d.steer(`[data-setting=dim] [type=range]`)
	d.typed(kb.Enter)
	d.untilFocus("[data-setting=dim] .exact")
	d.typed("7" + kb.Enter)
	d.says("[data-setting=dim] .said.error", "This must be a number from 0 to 1")
	if got := d.defaults()["dim"]; got != 0.0 {
		t.Errorf("dim is %v", got)
	}
	d.typed(kb.Backspace + "0.5" + kb.Enter)
	d.says("[data-setting=dim] .said:not(.error)", "Saved")
	if got := d.defaults()["dim"]; got != 0.5 {
		t.Errorf("dim is %v", got)
	}
}

// refused reports whether the service asks for a token.
func (d *desk) refused(token string) bool {
	d.t.Helper()
	_, err := d.house.Client(client.WithToken(token)).Notify(d.t.Context(), client.Card{Message: "Open", Sound: client.NoSound})
	var answer *client.Error
	if err != nil && (!errors.As(err, &answer) || answer.Status != http.StatusUnauthorized) {
		d.t.Fatal(err)
	}
	return err != nil
}

func TestTokenIsGeneratedAndClearedAtOnce(t *testing.T) {
	d := configure(t)
	d.steer("#generate")
	d.typed(kb.Enter)
	d.until(`document.querySelector('#token').innerText.length === 43`)
	token := d.text("token")
	if !d.refused("") || d.refused(token) {
		t.Error("the token that is shown is not the one that is asked for")
	}
	d.says("token-panel .light", "Only who has the token")

	d.untilFocus("#show-token")
	d.typed(kb.Enter)
	d.until(`!document.querySelector('#token').checkVisibility()`)
	d.typed(kb.Enter)
	d.untilText("token", token)
	d.steer("token-panel li:nth-child(3) button")
	d.typed(kb.Enter)
	d.says("token-panel .asking", "Replace it now")
	if d.refused(token) {
		t.Error("the token was replaced before the owner was sure")
	}
	d.typed(kb.Enter)
	d.until(`document.querySelector('#token').innerText !== '` + token + `'`)
	if !d.refused(token) || d.refused(d.text("token")) {
		t.Error("the token was not replaced")
	}

	d.steer("token-panel li:nth-child(4) button")
	d.typed(kb.Enter + kb.Enter)
	d.says("token-panel .light", "Anybody")
	if d.refused("") {
		t.Error("the token was not cleared")
	}
	d.untilFocus("#generate")
}

func TestScreenIsApprovedByItsCodeAndRevoked(t *testing.T) {
	d := configure(t)
	d.forgive("status of 409")
	d.owner("token", "new")
	screen := newTVPage(t, d)
	d.steer("#code")
	d.typed("000000" + kb.Enter)
	d.until(`document.querySelector('screens-panel .said.error')?.innerText`)
	d.typed(kb.Backspace + kb.Backspace + kb.Backspace + kb.Backspace + kb.Backspace + kb.Backspace + screen.code() + kb.Enter)
	d.says("screens-panel .said", "Approved: ")
	screen.until(`!document.querySelector('.pairing').checkVisibility()`)

	d.until(`document.querySelector('screens-panel li button')`)
	d.steer("screens-panel li button")
	d.typed(kb.Enter + kb.Enter)
	d.says("screens-panel .said", "Revoked: ")
	screen.code()
}

// newTVPage opens the TV page of a service that has a token.
func newTVPage(t testing.TB, of *desk) *tv {
	t.Helper()
	w := still(t, hd)
	w.forgive("status of 401")
	w.visit(of.house.URL, "/tv")
	return &tv{window: w, house: of.house}
}

func TestMissingPermissionIsSaidFirstOnEveryView(t *testing.T) {
	d := configure(t)
	d.steer("#overlay")
	d.typed(kb.Enter)
	d.says("trouble-list", "Cards cannot be shown")
	for _, view := range []string{"home", "address", "settings"} {
		d.steer(`nav [href="#` + view + `"]`)
		d.typed(kb.Enter)
		d.untilView(view)
		d.says("trouble-list command-line code", "cuecard overlay allow")
		if !read[bool](d.window, `document.querySelector('trouble-list').getBoundingClientRect().bottom <= document.querySelector('main').getBoundingClientRect().top + 1`) {
			t.Errorf("%s says it too late", view)
		}
	}
	d.steer("#allow")
	d.typed(kb.Enter)
	d.until(`!document.querySelector('.trouble')`)
	if _, err := d.client().Notify(t.Context(), client.Card{Message: "Open", Sound: client.NoSound}); err != nil {
		t.Errorf("cards are still refused: %v", err)
	}
	d.until(`document.activeElement !== document.body`)
}
