package overlay

import (
	"image"
	"image/color"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/paint"
	"cuecard.app/internal/qrcode"
)

// noticeLasts is how long the address is shown.
const noticeLasts = 30 * time.Second

// notice is the TV's own card: its name, its address, and the code that opens it on a phone. The zero notice is none.
type notice struct {
	card   *card.Card
	ends   time.Time
	qrcode *qrcode.Code
	drawn  *paint.Picture // the code, for a screen of that height
	height int
}

// announce shows the notice, unless there is a card.
func (p *projector) announce() {
	if p.frame.Card != nil {
		return
	}
	name, url := p.screen.parts.Address()
	c := card.Card{Title: name, Message: url + "\nOpen it on a phone, or send cards there.", Style: card.FactoryStyle()}
	c.Position, c.Dim, c.WidthPercent = card.Center, 0.6, 44
	if url == "" {
		c.Message = "Only this machine reaches this TV. What helps: cuecard doctor"
	}
	p.notice = notice{card: &c, ends: time.Now().Add(noticeLasts), qrcode: qrcode.Of(url)}
}

func (n *notice) turn(now time.Time) {
	if n.card != nil && !now.Before(n.ends) {
		*n = notice{}
	}
}

// code is the code as a picture with whole modules, nil without an address.
func (n *notice) code(screen image.Point) *paint.Picture {
	if n.qrcode == nil || n.height == screen.Y {
		return n.drawn
	}
	const quiet = 4
	modules := n.qrcode.Size + 2*quiet
	module := max(1, screen.Y*3/10/modules)
	pixels := image.NewRGBA(image.Rect(0, 0, module*modules, module*modules))
	for y := range pixels.Rect.Dy() {
		for x := range pixels.Rect.Dx() {
			ink := color.RGBA{255, 255, 255, 255}
			if n.qrcode.Dark(x/module-quiet, y/module-quiet) {
				ink = color.RGBA{A: 255}
			}
			pixels.SetRGBA(x, y, ink)
		}
	}
	n.drawn, n.height = &paint.Picture{Natural: pixels.Rect.Size(), Pixels: pixels}, screen.Y
	return n.drawn
}
