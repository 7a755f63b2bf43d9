package page

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"cuecard.app/client"
)

// held is the list of Now: state and words of each card.
const held = `[...document.querySelectorAll('.held')].map((one) => one.dataset.state + ': ' + one.querySelector('.held-title').textContent).join(', ')`

func TestClientListsWhatIsOnScreenWhatWaitsAndWhatIsParked(t *testing.T) {
	tv := start(t)
	tv.post(client.Card{ID: "washer", Message: "12 minutes left"})
	tv.until(held + ` === 'On screen: 12 minutes left'`)
	tv.post(client.Card{ID: "door", Title: "Door", Message: "Open", Duration: 3600e9})
	tv.post(client.Card{ID: "rain", Message: "Rain", Duration: 3600e9})
	tv.post(client.Card{ID: "post", Message: "Mail", Duration: 3600e9})
	tv.until(held + ` === 'On screen: Door, Next: Rain, Waiting: Mail, Parked: 12 minutes left'`)
	tv.until(`document.querySelector('.left').textContent.endsWith('left') && document.querySelector('.time')`)
}

func TestClientDismissesAndSendsAgainByKeyboard(t *testing.T) {
	tv := start(t)
	tv.post(client.Card{ID: "a b? <i>%#", Message: "Open"})
	tv.until(held + ` === 'On screen: Open'`)
	tv.tabTo(".acts button")
	tv.typed(kb.Enter)
	tv.until(held + ` === 'Earlier: Open'`)
	if tv.showing() != nil {
		t.Error("the card is still on screen")
	}
	if !read[bool](tv.window, `document.activeElement !== document.body`) {
		t.Error("the focus is lost with the button")
	}
	tv.tabTo(".acts button")
	tv.typed(kb.Enter)
	tv.until(held + ` === 'On screen: Open'`)
}

func TestClientSaysWhyACardIsNotSentAgain(t *testing.T) {
	tv := start(t)
	tv.forgive("status of 503")
	tv.post(client.Card{ID: "door", Message: "Open"})
	tv.until(held + ` === 'On screen: Open'`)
	tv.owner("overlay", "deny")
	tv.press(".acts button:last-child")
	tv.until(`document.querySelector('.outcome .command code')?.textContent === 'cuecard overlay allow'`)
}
