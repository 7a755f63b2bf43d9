package wayland

import (
	"image"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"cuecard.app/e2e/wayland/theatre"
	"cuecard.app/internal/card"
	"cuecard.app/internal/paint"
	"cuecard.app/internal/screen/overlay"
	"cuecard.app/internal/screen/overlay/sample"
	"cuecard.app/internal/text"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// told is a log that a test can read.
type told struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *told) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *told) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (l *told) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

// open is a display on the theatre's compositor until the test ends.
func open(t *testing.T, h *theatre.Theatre, monitor string) overlay.Display {
	t.Helper()
	display, err := Opener(Options{Display: h.Socket, Monitor: func() string { return monitor }, Log: new(told).logger()})(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(display.Close)
	return display
}

// painting is a painter with its last sheet.
type painting struct {
	painter *paint.Painter
	sheet   *paint.Sheet
}

func newPainting(t *testing.T) *painting {
	t.Helper()
	fonts, err := text.Open(text.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &painting{painter: paint.New(fonts)}
}

// of is the view of a card on a screen of that size.
func (p *painting) of(c card.Card, size image.Point) overlay.View {
	p.sheet = p.painter.Paint(paint.Scene{Card: &c, TextScale: 1, Screen: size}, p.sheet)
	return overlay.View{Dim: c.Dim, Sheet: &sample.Sheet{Pixels: p.sheet.Pixels}, Changed: p.sheet.Changed}
}

func laundry() card.Card {
	c := card.Card{ID: "laundry", Title: "Laundry", Message: "The wash is done, and it is waiting for you.", Style: card.FactoryStyle()}
	c.Position, c.Dim, c.Background = card.Center, 0.6, 0xe0203a70 // a colour that is not grey, and a film that shines through
	return c
}

func draw(t *testing.T, d overlay.Display, v overlay.View) {
	t.Helper()
	if err := d.Draw(v); err != nil {
		t.Fatal(err)
	}
}

// shows fails unless the output shows the film, dimmed and with the sheet on it.
func shows(t *testing.T, h *theatre.Theatre, output string, film *theatre.Film, v overlay.View) {
	t.Helper()
	want := film.Picture()
	lay(want, v)
	h.Shows(t, output, want, film.Still())
}

// lay lays a view over a picture of the screen.
func lay(screen *image.RGBA, v overlay.View) {
	var sheet *paint.Sheet
	if v.Sheet != nil {
		sheet = &paint.Sheet{Pixels: v.Sheet.(*sample.Sheet).Pixels}
	}
	paint.Over(screen, v.Dim, sheet)
}

// middle is that of the card.
func (p *painting) middle() image.Point {
	return p.sheet.Layout.Card.Min.Add(p.sheet.Layout.Card.Max).Div(2)
}

// compositors are those that the tests know to take layers.
var compositors = []theatre.Kind{theatre.Sway, theatre.Phoc}

func TestACardIsAsPaintedOnTheFilmAsDimmed(t *testing.T) {
	for _, kind := range compositors {
		t.Run(string(kind), func(t *testing.T) {
			h := theatre.Start(t, kind, theatre.Options{})
			film := h.Play(t, "")
			shows(t, h, "", film, overlay.View{})
			display, painting := open(t, h, ""), newPainting(t)
			for _, dim := range []float64{0.6, 0, 1, 0.25} {
				c := laundry()
				c.Dim = dim
				v := painting.of(c, display.Size())
				draw(t, display, v)
				shows(t, h, "", film, v)
				before := film.State().Frames
				film.Until(t, "more frames", func(s theatre.State) bool { return s.Frames > before+5 })
				draw(t, display, overlay.View{})
				shows(t, h, "", film, overlay.View{})
			}
		})
	}
}
