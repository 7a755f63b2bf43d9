package deck

import "cuecard.app/internal/card"

// Event is one transition of one card.
type Event struct {
	Kind Kind
	Card *card.Card
}

// Kind names a transition as the interface does.
type Kind string

const (
	EventShown            Kind = "shown"
	EventReplaced         Kind = "replaced"
	EventQueued           Kind = "queued"
	EventDropped          Kind = "dropped" // for a full queue, or for another persistent card
	EventDismissed        Kind = "dismissed"
	EventRemovedFromQueue Kind = "removed-from-queue"
	EventExpired          Kind = "expired"
	EventParked           Kind = "parked"
	EventReturned         Kind = "returned"
)
