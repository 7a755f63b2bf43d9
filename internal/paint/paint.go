// Package paint turns a card into pixels by the numbers of the look: what X11, Wayland and /screen.png show.
//
// It knows layout, colours and how parts lie over each other. It never knows windows, where a card comes from, nor
// how text is shaped or a picture decoded.
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
	Image      *Picture    // nil while there is none
	Icon       *Picture
	IconComing bool // its room is kept, so that the text stays where it is when it joins
}

// Picture is one that is decoded, no larger than it is needed.
type Picture struct {
	Natural image.Point // the size of the original
	Pixels  *image.RGBA
}

// Sheet is a card as it lies on the screen: with its shadow, and transparent around it.
type Sheet struct {
	Pixels *image.RGBA // bounds are those on the screen
	Layout *Layout
}

// Painter keeps what one card shares with the next: glyphs, shadow and backdrop. It is not for concurrent use.
type Painter struct {
	fonts     *text.Fonts
	shadows   map[shadowKey]*image.Alpha
	templates map[templateKey]*image.RGBA
	scaled    map[scaledKey]*image.RGBA
}

// New paints with these fonts.
func New(fonts *text.Fonts) *Painter {
	return &Painter{fonts: fonts, shadows: map[shadowKey]*image.Alpha{}, templates: map[templateKey]*image.RGBA{}, scaled: map[scaledKey]*image.RGBA{}}
}

// Paint draws a scene's card, on the sheet before where that is large enough. A sheet is good until the next Paint with it.
func (p *Painter) Paint(s Scene, before *Sheet) *Sheet {
	l := p.LayOut(s)
	sheet := &Sheet{Layout: l, Pixels: reuse(before, l.reach())}
	p.drawBackdrop(sheet.Pixels, l, s.Card)
	ink := colour(s.Card.TextColor)
	if l.titleText != nil {
		l.titleText.Draw(sheet.Pixels, l.Title.Min, ink)
	}
	l.messageTx.Draw(sheet.Pixels, l.Message.Min, ink)
	icon, image := radii()
	p.drawPicture(sheet.Pixels, s.Icon, l.Icon, icon*l.dp)
	p.drawPicture(sheet.Pixels, s.Image, l.Image, image*l.dp)
	return sheet
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
