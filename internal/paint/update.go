package paint

import (
	"image"
	"image/color"

	"cuecard.app/internal/text"
)

// drawn is what a sheet shows, beside its layout: enough to tell what is different on the next.
type drawn struct {
	by          *Painter
	ground      ground
	ink         color.NRGBA
	icon, image *Picture
}

func drawnOf(p *Painter, s Scene, l *Layout) drawn {
	return drawn{by: p, ground: groundOf(s.Card, l), ink: colour(s.Card.TextColor), icon: s.Icon, image: s.Image}
}

// groundedAs says that a sheet has another's place, backdrop and colour of text, and still shows what it says.
func (before *Sheet) groundedAs(sheet *Sheet) bool {
	return before != nil && before.drawn.by == sheet.drawn.by && before.Layout.Card == sheet.Layout.Card &&
		before.drawn.ground == sheet.drawn.ground && before.drawn.ink == sheet.drawn.ink
}

// differs is where a sheet shows something else than the one before with the same ground.
func (sheet *Sheet) differs(before *Sheet) image.Rectangle {
	was, is := before.Layout, sheet.Layout
	changed := textDiffers(was.titleText, was.Title.Min, is.titleText, is.Title.Min)
	changed = changed.Union(textDiffers(was.messageTx, was.Message.Min, is.messageTx, is.Message.Min))
	if before.drawn.icon != sheet.drawn.icon || was.Icon != is.Icon {
		changed = changed.Union(was.Icon).Union(is.Icon)
	}
	if before.drawn.image != sheet.drawn.image || was.Image != is.Image {
		changed = changed.Union(was.Image).Union(is.Image)
	}
	return changed.Intersect(sheet.bounds)
}

// textDiffers is where two blocks, each at its place, are not drawn alike.
func textDiffers(was *text.Block, wasAt image.Point, is *text.Block, isAt image.Point) image.Rectangle {
	if wasAt == isAt {
		return is.Differs(was).Add(isAt)
	}
	return was.Differs(nil).Add(wasAt).Union(is.Differs(nil).Add(isAt))
}
