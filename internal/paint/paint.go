// Package paint turns a card into pixels by the numbers of the look: what X11, Wayland and /screen.png show.
//
// It knows layout, colours and how parts lie over each other, and what of them is another than before. It never knows
// windows, where a card comes from, nor how text is shaped or a picture decoded.
package paint

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"cuecard.app/internal/card"
	"cuecard.app/internal/text"
)

// Scene is a card on a screen.
type Scene struct {
	Card       *card.Card
	TextScale  float64
	Screen     image.Point // its size in pixels
	Zoom       float64     // those pixels over the real screen's: less than 1 in a small picture of a large one; 0 is 1
	Image      *Picture    // nil while there is none
	Icon       *Picture
	IconComing bool // its room is kept, so that the text stays where it is when it joins
}

// Picture is one that is decoded, no larger than it is needed. It is never changed: the next frame of one that moves
// is another Picture.
type Picture struct {
	Natural image.Point // the size of the original
	Pixels  *image.RGBA
}

// Sheet is a card as it lies on the screen: with its shadow, and transparent around it.
type Sheet struct {
	Pixels  *image.RGBA // bounds are those on the screen
	Layout  *Layout
	Changed image.Rectangle // what is not as on the sheet before: all of it, unless that had the same place and colours

	drawn drawn
}

// Painter keeps what one card shares with the next: glyphs, shadow and backdrop. It is not for concurrent use.
type Painter struct {
	fonts     *text.Fonts
	quarters  recent[float64, quarter]
	shadows   recent[shadowKey, *image.Alpha]
	templates recent[ground, *image.RGBA]
	fitted    recent[fittedKey, fitted]
}

// New paints with these fonts. What the painter keeps is bounded: it is enough for the cards of a home on a screen of 4K,
// and no more after ten thousand of them.
func New(fonts *text.Fonts) *Painter {
	const mega = 1 << 20
	return &Painter{
		fonts:     fonts,
		quarters:  recent[float64, quarter]{things: 8, bytes: mega},
		shadows:   recent[shadowKey, *image.Alpha]{things: 4, bytes: 4 * mega},
		templates: recent[ground, *image.RGBA]{things: 8, bytes: 16 * mega},
		fitted:    recent[fittedKey, fitted]{things: 4, bytes: 48 * mega},
	}
}

// Paint draws a scene's card. A sheet that it painted before gives its memory, when that is large enough, and what is
// the same on both is not drawn again. That sheet is of no use afterwards.
func (p *Painter) Paint(s Scene, before *Sheet) *Sheet {
	l := p.LayOut(s)
	sheet := &Sheet{Layout: l, Changed: l.reach(), drawn: drawnOf(p, s, l)}
	if before.groundedAs(sheet) {
		sheet.Pixels = before.Pixels
		sheet.Changed = sheet.differs(before)
	} else {
		sheet.Pixels = reuse(before, sheet.Changed)
	}
	if before != nil {
		before.drawn = drawn{}
	}
	if !sheet.Changed.Empty() {
		p.draw(sheet, sheet.Changed)
	}
	return sheet
}

// draw draws a part of a sheet.
func (p *Painter) draw(sheet *Sheet, part image.Rectangle) {
	l, d := sheet.Layout, &sheet.drawn
	iconRadius, imageRadius := radii()
	icon := p.fit(d.icon, l.Icon, iconRadius*l.dp)
	picture := p.fit(d.image, l.Image, imageRadius*l.dp)
	p.drawBackdrop(sheet.Pixels, part, picture.covers(), d.ground)
	if l.titleText != nil {
		l.titleText.DrawPart(sheet.Pixels, part, l.Title.Min, d.ink)
	}
	l.messageTx.DrawPart(sheet.Pixels, part, l.Message.Min, d.ink)
	icon.draw(sheet.Pixels, part)
	picture.draw(sheet.Pixels, part)
}

// Over lays dim and sheet over a picture of the screen.
func Over(screen *image.RGBA, dim float64, sheet *Sheet) {
	if dim > 0 {
		black := image.NewUniform(color.NRGBA{A: uint8(math.Round(dim * 255))})
		draw.Draw(screen, screen.Bounds(), black, image.Point{}, draw.Over)
	}
	if sheet != nil {
		draw.Draw(screen, sheet.Pixels.Bounds(), sheet.Pixels, sheet.Pixels.Bounds().Min, draw.Over)
	}
}

// reuse is a picture with these bounds, in the memory of the one before when it has room.
func reuse(before *Sheet, bounds image.Rectangle) *image.RGBA {
	need := 4 * bounds.Dx() * bounds.Dy()
	if before == nil || cap(before.Pixels.Pix) < need {
		return image.NewRGBA(bounds)
	}
	return &image.RGBA{Pix: before.Pixels.Pix[:need], Stride: 4 * bounds.Dx(), Rect: bounds}
}

func colour(c card.Colour) color.NRGBA {
	return color.NRGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), uint8(c >> 24)}
}
