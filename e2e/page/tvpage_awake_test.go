package page

import (
	"testing"

	"cuecard.app/client"
)

// lamp stands in for the browser's wake lock and notes in the document what is asked of it.
const lamp = `Object.defineProperty(navigator, 'wakeLock', { value: { request: async (kind) => {
		document.documentElement.dataset.awake = kind;
		return { released: false, release: async () => { document.documentElement.dataset.awake = 'released'; } };
	} } });`

func TestScreenIsKeptAwakeWhileACardShows(t *testing.T) {
	h, w := cuecard.Start(t), still(t, hd)
	w.before(lamp)
	tv := open(h, w)
	tv.until(showsAddress)
	if read[bool](w, `'awake' in document.documentElement.dataset`) {
		t.Error("the page keeps the screen awake for its greeting")
	}
	tv.show(client.Card{ID: "door", Message: "Open"})
	tv.until(`document.documentElement.dataset.awake === 'screen'`)
	tv.dismiss("door")
	tv.until(`document.documentElement.dataset.awake === 'released'`)
}

func TestPageShowsCardsWhereNoWakeLockIsAllowed(t *testing.T) {
	for name, script := range map[string]string{
		"refused": `Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => { throw new DOMException('no', 'NotAllowedError'); } } })`,
		"unknown": `delete Navigator.prototype.wakeLock`,
	} {
		t.Run(name, func(t *testing.T) {
			h, w := cuecard.Start(t), still(t, hd)
			w.before(script)
			tv := open(h, w)
			tv.show(client.Card{ID: "door", Message: "Open"})
			tv.dismiss("door")
			tv.until(`!document.querySelector('.card')`)
		})
	}
}
