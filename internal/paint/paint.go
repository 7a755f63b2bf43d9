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
	Pixels  *image.RGBA // in the painter's order
}

// Sheet is a card as it lies on the screen: with its shadow, and transparent around it.
type Sheet struct {
	Pixels  *image.RGBA // with the sheet's bounds; nil for one that was only laid out
	Layout  *Layout
	Changed image.Rectangle // what is not as on the sheet before: all of it, unless that had the same place and colours

	bounds image.Rectangle
	drawn  drawn
}

// Bounds are the place of the card and its shadow on the screen.
func (sheet *Sheet) Bounds() image.Rectangle { return sheet.bounds }

// Solid is a part of the sheet that nothing is seen through: a card without the height of its corners. Emoji may miss one
// or two of the 255 parts to opacity; translucent letters, which take one each from what they are on, many.
func (sheet *Sheet) Solid() image.Rectangle {
	if sheet.drawn.ground.background.A < 255 || sheet.drawn.ink.A < 255 {
		return image.Rectangle{}
	}
	corner := int(math.Ceil(sheet.Layout.Radius))
	solid := sheet.Layout.Card
	solid.Min.Y += corner
	solid.Max.Y -= corner
	return solid // or empty
}

// Painter keeps what one card shares with the next: glyphs, shadow and backdrop. It paints in the order of its fonts:
// where blue is first, an image.RGBA holds blue in the place of red. It is not for concurrent use.
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
	sheet := p.Lay(s, before)
	if before != nil && sheet.Changed != sheet.bounds {
		sheet.Pixels = before.Pixels
	} else {
		sheet.Pixels = reuse(before, sheet.bounds)
	}
	sheet.Draw(sheet.Pixels, sheet.Changed, 0)
	return sheet
}

// Lay makes the sheet of a scene's card without its pixels: Draw brings them to wherever they are wanted. The sheet
// before, if there is one, is of no use afterwards.
func (p *Painter) Lay(s Scene, before *Sheet) *Sheet {
	l := p.LayOut(s)
	bounds := l.reach()
	sheet := &Sheet{Layout: l, Changed: bounds, bounds: bounds, drawn: drawnOf(p, s, l)}
	if before.groundedAs(sheet) {
		sheet.Changed = sheet.differs(before)
	}
	if before != nil {
		before.drawn = drawn{}
	}
	return sheet
}

// Draw draws a part of the sheet, whatever is there; dst has room for it at its place on the screen. What is seen through
// the sheet is black of an opacity from 0 to 1.
func (sheet *Sheet) Draw(dst *image.RGBA, part image.Rectangle, under float64) {
	if part.Empty() {
		return
	}
	l, d := sheet.Layout, &sheet.drawn
	p := d.by
	iconRadius, imageRadius := radii()
	icon := p.fit(d.icon, l.Icon, iconRadius*l.dp)
	picture := p.fit(d.image, l.Image, imageRadius*l.dp)
	ground := d.ground
	ground.under = uint8(math.Round(under * 255))
	p.drawBackdrop(dst, sheet.bounds, part, picture.covers(), ground)
	if l.titleText != nil {
		l.titleText.DrawPart(dst, sheet.bounds, part, l.Title.Min, d.ink)
	}
	l.messageTx.DrawPart(dst, sheet.bounds, part, l.Message.Min, d.ink)
	icon.draw(dst, part)
	picture.draw(dst, part)
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
