package client

import "time"

// Receipt says what became of a card.
type Receipt struct {
	ID     string `json:"id"`
	Result Result `json:"result"`
}

// Result is what became of a card. A newer TV may send others than those named here.
type Result string

// The results of [Client.Notify].
const (
	Shown               Result = "shown"                 // drawn at once
	Replaced            Result = "replaced"              // the card on screen had this ID and was updated in place
	Queued              Result = "queued"                // waits for the card on screen
	QueuedDroppedOldest Result = "queued-dropped-oldest" // waits, and the oldest waiting card was dropped for it
)

// The results of [Client.Dismiss].
const (
	Dismissed        Result = "dismissed"          // was on screen or persistent
	RemovedFromQueue Result = "removed-from-queue" // was waiting
)

// The results that come with an [*Error].
const (
	Unknown             Result = "unknown"               // ErrUnknownCard
	NoOverlayPermission Result = "no-overlay-permission" // ErrNoOverlay
)

// Health is the sign of life of a TV.
type Health struct {
	Status  string `json:"status"` // "ok"
	App     string `json:"app"`
	Version string `json:"version"`
}

// Info describes a TV.
type Info struct {
	DeviceName        string `json:"deviceName"`
	IP                string `json:"ip"` // empty when the TV has no network address
	Port              int    `json:"port"`
	ScreenWidth       int    `json:"screenWidth"`  // in pixels
	ScreenHeight      int    `json:"screenHeight"` // in pixels
	Version           string `json:"version"`
	AuthEnabled       bool   `json:"authEnabled"`       // the TV wants a token
	OverlayPermission bool   `json:"overlayPermission"` // without it the TV refuses cards with ErrNoOverlay
}

// State is all that a TV holds.
type State struct {
	Showing *ShownCard  `json:"showing"` // nil when the screen is free
	Waiting []ShownCard `json:"waiting"` // the next one first
	Parked  *ShownCard  `json:"parked"`  // the persistent card that returns when nothing waits, or nil
	Screen  Screen      `json:"screen"`
}

// ShownCard is a card as the TV holds it: each field that was not sent is completed with the TV's own setting. Its Card
// can be posted again as it is.
type ShownCard struct {
	Card
	// Remaining is the time on screen still to come; zero for a persistent card, which has no end.
	Remaining time.Duration
}

// Screen is what a TV draws on.
type Screen struct {
	Kind    string `json:"kind"`
	Width   int    `json:"width"`   // in pixels
	Height  int    `json:"height"`  // in pixels
	Viewers int    `json:"viewers"` // pages that watch, where the screen is a page
	Drawn   int    `json:"drawn"`   // of those, how many have drawn what is on screen now
}

// answer is what a TV says when all is well. Any server may send JSON: complete tells whether this is a TV's.
type answer interface {
	complete() bool
}

func (r Receipt) complete() bool { return r.ID != "" && r.Result != "" }
func (h Health) complete() bool  { return h.Status != "" }
func (i Info) complete() bool    { return i.Version != "" }
func (s State) complete() bool   { return s.Screen.Kind != "" }
