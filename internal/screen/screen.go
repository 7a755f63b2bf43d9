// Package screen says what a screen is given to draw. The drivers, one folder
// each, take it from here.
//
// It never knows the rules that chose the card, nor HTTP.
package screen

import (
	"errors"
	"time"

	"cuecard.app/internal/card"
)

// Frame is everything that one drawing of the screen needs.
type Frame struct {
	Seq       uint64     // grows with every frame
	Card      *card.Card // nil: nothing is shown
	Image     Picture
	Icon      Picture
	Ends      time.Time // when the card goes; zero for a persistent one
	TextScale float64
}

// Picture is an image or icon of the card, as far as it is there.
type Picture struct {
	State PictureState
	File  *File // when Ready; another fetch of the same address is another File
}

// File is a picture as it came from the network.
type File struct {
	Bytes []byte
	Type  string // media type
	Live  bool   // it is one of a camera's stream, and soon followed by the next
}

// PictureState is how far a picture has come.
type PictureState string

const (
	None   PictureState = "none" // the card has no such picture
	Coming PictureState = "coming"
	Ready  PictureState = "ready"
	Failed PictureState = "failed"
)

// Info is a screen as clients are told of it.
type Info struct {
	Kind    string `json:"kind"`
	Width   int    `json:"width"`   // pixels
	Height  int    `json:"height"`  // pixels
	Viewers int    `json:"viewers"` // pages that watch
	Drawn   int    `json:"drawn"`   // of those, how many have drawn what is on screen now
}

// ErrEnding is the error of a frame that its screen was ended under.
var ErrEnding = errors.New("the screen is ending")

// NoOverlay is why cards cannot be drawn now.
type NoOverlay struct {
	Reason  string
	Command string // what helps
}

func (e *NoOverlay) Error() string { return e.Reason + "; to allow it, run: " + e.Command }
