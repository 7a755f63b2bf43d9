package mqtt

import (
	"context"
	"reflect"

	"cuecard.app/internal/card"
	"cuecard.app/internal/deck"
	"cuecard.app/internal/intake"
)

// onStage finds the card of a message that the broker says it sends again. The service may have been killed between showing the
// card and saying so: the card is back, and is not to come twice.
func (in *inbox) onStage(ctx context.Context, body []byte, style card.Style) (intake.Outcome, bool) {
	sent, err := card.Decode(body, style)
	if err != nil {
		return intake.Outcome{}, false
	}
	cards, err := in.Stage.Cards(ctx)
	if err != nil {
		return intake.Outcome{}, false
	}
	same := func(held *card.Card) bool {
		copied := *held
		if sent.ID == "" {
			copied.ID = ""
		}
		return reflect.DeepEqual(copied, sent)
	}
	for _, held := range cards.Waiting {
		if same(held.Card) {
			return intake.Outcome{ID: held.ID, Result: deck.Queued}, true
		}
	}
	if cards.Showing != nil && same(cards.Showing.Card) {
		return intake.Outcome{ID: cards.Showing.ID, Result: deck.Shown}, true
	}
	return intake.Outcome{}, false
}
