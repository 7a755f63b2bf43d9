package page

import (
	"encoding/json"
	"net/http"
	"strconv"
	"testing"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

// tv is a service and a window with its TV page.
type tv struct {
	*window
	house *house.House
	token string // that cards are sent with
}

// watch starts a service and opens its TV page on a still window.
func watch(t testing.TB, s size) *tv {
	t.Helper()
	return open(cuecard.Start(t), still(t, s))
}

// watchMoving is the same on a device that moves.
func watchMoving(t testing.TB, s size) *tv {
	t.Helper()
	return open(cuecard.Start(t), newWindow(t, s))
}

// open has the window show the TV page, and waits until the page has been given its first frame.
func open(h *house.House, w *window) *tv {
	w.t.Helper()
	w.visit(h.URL, "/tv")
	w.until(`document.querySelector('card-view').dataset.seq`)
	return &tv{window: w, house: h}
}

// in is the same for a part of the test.
func (whole *tv) in(t testing.TB) *tv {
	part, window := *whole, *whole.window
	window.t, part.window = t, &window
	return &part
}

// onEveryScreen runs a test on screens of all sizes.
func onEveryScreen(t *testing.T, test func(t *testing.T, tv *tv, screen size)) {
	t.Helper()
	whole := watch(t, hd)
	for _, screen := range []size{hd, fullHD, ultraHD, doubled} {
		t.Run(screen.String(), func(t *testing.T) {
			tv := whole.in(t)
			tv.resize(screen)
			tv.settle()
			test(t, tv, screen)
		})
	}
}

func (tv *tv) client() *client.Client { return tv.house.Client(client.WithToken(tv.token)) }

// show posts a card and waits until the page shows it.
func (tv *tv) show(card client.Card) {
	tv.t.Helper()
	before := tv.seq()
	receipt := tv.post(card)
	tv.untilFrameAfter(before, receipt.ID)
}

// post sends a card, silent and staying unless it says otherwise.
func (tv *tv) post(card client.Card) client.Receipt {
	tv.t.Helper()
	card.Sound = client.NoSound
	card.Persistent = card.Duration == 0
	receipt, err := tv.client().Notify(tv.t.Context(), card)
	if err != nil {
		tv.t.Fatal(err)
	}
	return receipt
}

func (tv *tv) dismiss(id string) {
	tv.t.Helper()
	if _, err := tv.client().Dismiss(tv.t.Context(), id); err != nil {
		tv.t.Fatal(err)
	}
}

// set changes the owner's settings.
func (tv *tv) set(words ...string) {
	tv.t.Helper()
	tv.owner(append([]string{"settings"}, words...)...)
}

// owner runs a command of the owner and returns what it says.
func (tv *tv) owner(words ...string) string {
	tv.t.Helper()
	result := tv.house.Run(tv.t, words...)
	if result.Status != 0 {
		tv.t.Fatalf("%v ended with %d: %s", words, result.Status, result.Errors)
	}
	return result.Out
}

// seq is the number of the frame that the page has drawn last.
func (tv *tv) seq() int {
	tv.t.Helper()
	return read[int](tv.window, `Number(document.querySelector('card-view').dataset.seq)`)
}

func (tv *tv) untilFrameAfter(seq int, id string) {
	tv.t.Helper()
	quoted, _ := json.Marshal(id)
	tv.until(`Number(document.querySelector('card-view').dataset.seq) > ` + strconv.Itoa(seq) +
		` && document.querySelector('.card:not(.going)')?.dataset.cardId === ` + string(quoted))
}

// screen is what the service says of its screen. How many have drawn is not in the Go client.
func (tv *tv) screen() (screen struct{ Width, Height, Viewers, Drawn int }) {
	tv.t.Helper()
	answer, err := http.Get(tv.house.URL + "/cards")
	if err != nil {
		tv.t.Fatal(err)
	}
	defer answer.Body.Close()
	body := struct{ Screen any }{&screen}
	if err := json.NewDecoder(answer.Body).Decode(&body); err != nil {
		tv.t.Fatal(err)
	}
	return screen
}
