package page

import (
	"fmt"
	"sync"
	"testing"

	"cuecard.app/client"
)

func TestAThousandUpdatesCostNoMoreThanAFrameEach16Ms(t *testing.T) {
	tv := watchMoving(t, hd)
	tv.show(client.Card{ID: "counter", Message: "0"})
	read[bool](tv.window, `(() => {
		window.frames = [];
		new MutationObserver(() => window.frames.push(performance.now()))
			.observe(document.querySelector('card-view'), { attributes: true, attributeFilter: ['data-seq'] });
		return true;
	})()`)

	const senders, each = 8, 125
	var all sync.WaitGroup
	for sender := range senders {
		all.Go(func() {
			for i := range each {
				card := client.Card{ID: "counter", Message: fmt.Sprint(sender, " ", i), Persistent: true, Sound: client.NoSound}
				if _, err := tv.house.Client().Notify(t.Context(), card); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	tv.post(client.Card{ID: "counter", Message: "the last"})
	tv.until(`document.querySelector('.message').textContent === 'the last'`)

	frames := read[[]float64](tv.window, `window.frames`)
	took := frames[len(frames)-1] - frames[0]
	t.Logf("%d updates were drawn as %d frames in %.0f ms", senders*each+1, len(frames), took)
	if most := took/16 + 2; float64(len(frames)) > most {
		t.Errorf("%d frames in %.0f ms, want at most %.0f", len(frames), took, most)
	}
	if cards := read[int](tv.window, `document.querySelectorAll('.card').length`); cards != 1 {
		t.Errorf("the page holds %d cards", cards)
	}
}
