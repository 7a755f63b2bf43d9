package paint

import (
	"image"
	"math"
	"strings"

	"cuecard.app/internal/card"
	"cuecard.app/internal/look"
	"cuecard.app/internal/text"
	"golang.org/x/text/unicode/bidi"
)

// Layout is where every part of a card stands, in pixels of the screen. The box of a part that is not drawn is empty.
type Layout struct {
	Card, Stripe, Icon, Image image.Rectangle

	Title, Message       image.Rectangle // as wide as there is room for text
	titleText, messageTx *text.Block     // nil without a title

	Radius float64 // of the card's corners
	dp     float64
}

// Lines are how many of the title and of the message are drawn.
func (l *Layout) Lines() (title, message int) {
	if l.titleText != nil {
		title = l.titleText.Lines
	}
	return title, l.messageTx.Lines
}

// EndEarly tells whether title and message end with an ellipsis.
func (l *Layout) EndEarly() (title, message bool) {
	return l.titleText != nil && l.titleText.EndsEarly, l.messageTx.EndsEarly
}

// measure is what a card's lengths are worked out from. All are pixels.
type measure struct {
	look.Look
	scene   Scene
	dp      float64
	width   float64 // of the card
	padding float64
	stripe  float64
	inside  float64 // width of the content
	narrow  float64 // of text beside the icon
	beside  bool    // the icon stands beside the text, not above it
	hasIcon bool    // it is there, or its room is kept
	rtl     bool    // the text begins at the right
}

func measureOf(s Scene) measure {
	m := measure{Look: look.Numbers(), scene: s, hasIcon: s.Icon != nil || s.IconComing}
	m.dp = float64(s.Screen.Y) / m.ScreenHeight
	m.width = float64(s.Screen.X) * s.Card.WidthPercent / 100
	if s.Card.Position != card.Center {
		m.width = min(m.width, float64(s.Screen.X)-2*m.Margin*m.dp)
	}
	m.padding = m.Padding * m.dp
	if m.width < m.NarrowBelow*m.dp {
		m.padding = m.PaddingNarrow * m.dp
	}
	if s.Card.Accent != nil {
		m.stripe = m.Stripe * m.dp
	}
	m.inside = max(1, m.width-2*m.padding-m.stripe)
	m.narrow = m.inside
	if left := m.inside - (m.IconSize+m.IconGap)*m.dp; m.hasIcon && left >= m.IconTextMin*m.dp {
		m.beside, m.narrow = true, left
	}
	return m
}

// Rooms are the most pixels that a scene's image and icon may take.
func (s Scene) Rooms() (picture, icon image.Point) {
	m := measureOf(s)
	side := int(math.Ceil(m.IconSize * m.dp))
	return image.Pt(int(math.Ceil(m.inside)), int(math.Ceil(m.ImageMaxHeight*float64(s.Screen.Y)))), image.Pt(side, side)
}

// LayOut sets a scene's text and works out its boxes.
func (p *Painter) LayOut(s Scene) *Layout {
	m := measureOf(s)
	l := &Layout{dp: m.dp, Radius: m.CornerRadius * m.dp}
	title := text.Style{Size: m.TitleSize * s.TextScale * m.dp, LineHeight: m.TitleSize * m.TitleLineHeight * s.TextScale * m.dp, Bold: true}
	message := text.Style{Size: m.MessageSize * s.TextScale * m.dp, LineHeight: m.MessageSize * m.MessageLineHeight * s.TextScale * m.dp}
	first, messageWidth := message.LineHeight, m.narrow
	if strings.TrimSpace(s.Card.Title) != "" {
		l.titleText = p.fonts.Lay(s.Card.Title, title, m.narrow, m.TitleMaxLines)
		first, messageWidth = title.LineHeight, m.inside
	}
	whole := p.fonts.Lay(s.Card.Message, message, messageWidth, m.tooMany(message.LineHeight))
	m.rtl = rightToLeft(s.Card.Title + "\n" + s.Card.Message)

	iconTop, textTop := m.tops(first)
	messageTop := m.messageTop(l.titleText, iconTop, textTop)
	iconBottom := 0.0
	if m.hasIcon {
		iconBottom = iconTop + m.IconSize*m.dp
	}
	over := max(messageTop+whole.Height, iconBottom) - whole.Height
	lines, imageHeight := m.share(over, whole.Lines, message.LineHeight)
	if l.messageTx = whole; lines < whole.Lines {
		l.messageTx = p.fonts.Lay(s.Card.Message, message, messageWidth, lines)
	}
	bottom := max(messageTop+l.messageTx.Height, iconBottom)
	imageTop := bottom + m.ImageGap*m.dp
	if imageHeight > 0 {
		bottom = imageTop + imageHeight
	}
	m.place(l, bottom+2*m.padding, iconTop, textTop, messageTop, imageTop, imageHeight)
	return l
}

// rightToLeft is the direction of the first letter that has one. A title of digits leaves the icon's side to the message;
// what is isolated does not count, as in a paragraph.
func rightToLeft(s string) bool {
	isolated := 0
	for _, r := range s {
		properties, _ := bidi.LookupRune(r)
		switch class := properties.Class(); class {
		case bidi.LRI, bidi.RLI, bidi.FSI:
			isolated++
		case bidi.PDI:
			isolated = max(0, isolated-1)
		case bidi.B:
			isolated = 0
		case bidi.L, bidi.R, bidi.AL:
			if isolated == 0 {
				return class != bidi.L
			}
		}
	}
	return false
}

// tops are where icon and text begin below the padding: side by side, the icon and the first line share their middle.
func (m *measure) tops(firstLine float64) (icon, text float64) {
	side := m.IconSize * m.dp
	switch {
	case !m.hasIcon:
		return 0, 0
	case m.beside:
		return max(0, (firstLine-side)/2), max(0, (side-firstLine)/2)
	default:
		return 0, side + m.MessageGap*m.dp
	}
}

// messageTop keeps the message's distance to the title, as long as half of it is left under the icon.
func (m *measure) messageTop(title *text.Block, iconTop, textTop float64) float64 {
	if title == nil {
		return textTop
	}
	gap, iconBottom := m.MessageGap*m.dp, 0.0
	if m.beside {
		iconBottom = iconTop + m.IconSize*m.dp - gap/2
	}
	return max(textTop+title.Height, iconBottom) + gap
}

// share gives the message's lines and the image their part of the height that the card may have: first the image
// shrinks, then the message ends early on a whole line, then the image goes.
func (m *measure) share(over float64, lines int, line float64) (kept int, image float64) {
	screen := float64(m.scene.Screen.Y)
	room := screen - 2*(m.Margin*m.dp+m.padding) - over
	if wanted := m.wantedImage(); wanted > 0 {
		gap, least := m.ImageGap*m.dp, min(wanted, m.ImageTightHeight*screen)
		if left := room - gap - float64(lines)*line; left >= least {
			return lines, min(wanted, left)
		}
		if kept := wholeLines(room-gap-least, line); kept >= min(lines, m.MessageMinLines) {
			return min(kept, lines), least
		}
	}
	return max(1, min(lines, wholeLines(room, line))), 0
}

// tooMany is more lines than any card has room for: no text is laid out beyond them.
func (m *measure) tooMany(line float64) int {
	return 1 + max(1, wholeLines(float64(m.scene.Screen.Y)-2*(m.Margin*m.dp+m.padding), line))
}

// wholeLines takes a line that misses by a hair for a whole one: all lengths are rounded somewhere.
func wholeLines(room, line float64) int {
	const hair = 0.005
	return int(math.Floor(room/line + hair))
}

// wantedImage is the height of the image when there is room for it.
func (m *measure) wantedImage() float64 {
	if m.scene.Image == nil {
		return 0
	}
	width, height := float64(m.scene.Image.Natural.X), float64(m.scene.Image.Natural.Y)
	return height * min(m.inside/width, m.ImageMaxHeight*float64(m.scene.Screen.Y)/height, m.ImageEnlarge*m.zoom())
}

// zoom makes a small picture of the screen show a picture as large a part of it as the screen does.
func (m *measure) zoom() float64 {
	if m.scene.Zoom == 0 {
		return 1
	}
	return m.scene.Zoom
}

// place puts a card of that height on the screen, and its parts where they are on it.
func (m *measure) place(l *Layout, height, iconTop, textTop, messageTop, imageTop, imageHeight float64) {
	margin, screen := m.Margin*m.dp, m.scene.Screen
	left, top := (float64(screen.X)-m.width)/2, (float64(screen.Y)-height)/2
	switch position := m.scene.Card.Position; position {
	case card.TopLeft, card.BottomLeft:
		left = margin
	case card.TopRight, card.BottomRight:
		left = float64(screen.X) - margin - m.width
	}
	switch m.scene.Card.Position {
	case card.TopLeft, card.TopRight:
		top = margin
	case card.BottomLeft, card.BottomRight:
		top = float64(screen.Y) - margin - height
	}
	l.Card = box(left, top, m.width, height)
	// The parts count from the card's corner as it is drawn: they keep their distances when the card moves by half a pixel.
	left, top = float64(l.Card.Min.X), float64(l.Card.Min.Y)
	if m.stripe > 0 {
		l.Stripe = image.Rect(l.Card.Min.X, l.Card.Min.Y, round(left+m.stripe), l.Card.Max.Y)
	}
	x, y := left+m.stripe+m.padding, top+m.padding
	besideX := x
	if !m.rtl {
		besideX = x + m.inside - m.narrow
	}
	if l.titleText != nil {
		l.Title = box(besideX, y+textTop, m.narrow, l.titleText.Height)
		l.Message = box(x, y+messageTop, m.inside, l.messageTx.Height)
	} else {
		l.Message = box(besideX, y+messageTop, m.narrow, l.messageTx.Height)
	}
	if m.scene.Icon != nil {
		l.Icon = m.icon(x, y+iconTop)
	}
	if natural := m.scene.Image; natural != nil && imageHeight > 0 {
		width := float64(natural.Natural.X) * imageHeight / float64(natural.Natural.Y)
		l.Image = exact(box(x+(m.inside-width)/2, y+imageTop, width, imageHeight), natural.Pixels.Rect.Size())
	}
}

// icon stands at the start of the text, in the middle of its square.
func (m *measure) icon(x, y float64) image.Rectangle {
	square := m.IconSize * m.dp
	side := min(square, m.inside)
	width, height := float64(m.scene.Icon.Natural.X), float64(m.scene.Icon.Natural.Y)
	scale := side / max(width, height)
	width, height = width*scale, height*scale
	if m.rtl {
		x += m.inside - side
	}
	return box(x+(side-width)/2, y+(square-height)/2, width, height)
}

// box has its edges on whole pixels, where they are sharp.
func box(x, y, width, height float64) image.Rectangle {
	return image.Rect(round(x), round(y), round(x+width), round(y+height))
}

// exact is a box in the size of the pixels for it, when they differ by one at most: then they are drawn as they are.
func exact(box image.Rectangle, pixels image.Point) image.Rectangle {
	if more := pixels.Sub(box.Size()); max(more.X, -more.X, more.Y, -more.Y) <= 1 {
		box.Max = box.Min.Add(pixels)
	}
	return box
}

func round(v float64) int { return int(math.Round(v)) }
