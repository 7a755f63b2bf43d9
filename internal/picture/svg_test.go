package picture

import (
	"image"
	"image/color"
	"strings"
	"testing"
)

var ink = color.NRGBA{0, 0, 0, 255}

func drawn(t *testing.T, svg string, side int) *image.RGBA {
	t.Helper()
	return mustDecode(t, []byte(svg), side, side).Frames[0].Image
}

// marks draws a picture as text: a letter for each pixel that is mostly of a colour.
func marks(img *image.RGBA) string {
	var out strings.Builder
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			switch c := img.RGBAAt(x, y); {
			case c.A < 100:
				out.WriteByte('.')
			case c.R > 150 && c.G < 100:
				out.WriteByte('r')
			case c.B > 150:
				out.WriteByte('b')
			default:
				out.WriteByte('#')
			}
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func TestAnIconIsDrawnAsLargeAsItsBox(t *testing.T) {
	picture := mustDecode(t, []byte(bell), 96, 120)
	img := picture.Frames[0].Image
	if picture.Natural != image.Pt(150, 150) {
		t.Error(picture.Natural)
	}
	wantSize(t, img, 96, 96)
	wantColour(t, img, 48, 48, ink, 0)            // the body
	wantColour(t, img, 48, 14, ink, 0)            // the knob
	wantColour(t, img, 4, 4, color.NRGBA{}, 0)    // beside it
	wantColour(t, img, 48, 81, color.NRGBA{}, 90) // the gap above the clapper
}

func TestShapesAreDrawn(t *testing.T) {
	for name, shape := range map[string]string{
		"rect":      `<rect x="2" y="2" width="4" height="4"/>`,
		"path":      `<path d="M2 2h4v4h-4z"/>`,
		"relative":  `<path d="m2 2 4 0 0 4-4 0"/>`,
		"polygon":   `<polygon points="2,2 6,2 6,6 2,6"/>`,
		"transform": `<g transform="translate(2 2) scale(.5)"><rect width="8" height="8"/></g>`,
		"rotated":   `<rect x="2" y="2" width="4" height="4" transform="rotate(90 4 4)"/>`,
		"line":      `<line x1="2" y1="4" x2="6" y2="4" stroke="black" stroke-width="4"/>`,
		"outline":   `<rect x="3" y="3" width="2" height="2" fill="none" stroke="#000" stroke-width="2" stroke-linejoin="miter"/>` + `<rect x="3" y="3" width="2" height="2"/>`,
		"style":     `<rect x="2" y="2" width="4" height="4" fill="none" style="fill: currentColor"/>`,
		"square":    `<path d="M4 4h0" stroke="black" stroke-width="4" stroke-linecap="square"/>`,
	} {
		seen := marks(drawn(t, `<svg viewBox="0 0 8 8">`+shape+`</svg>`, 8))
		want := "........\n........\n..####..\n..####..\n..####..\n..####..\n........\n........\n"
		if seen != want {
			t.Errorf("%s:\n%s", name, seen)
		}
	}
}

func TestRoundShapesHaveTheirArea(t *testing.T) {
	for name, c := range map[string]struct {
		shape string
		area  float64
	}{
		"circle":       {`<circle cx="50" cy="50" r="40"/>`, 5026.5},
		"ellipse":      {`<ellipse cx="50" cy="50" rx="40" ry="20"/>`, 2513.3},
		"arc":          {`<path d="M10 50a40 40 0 1 0 80 0z"/>`, 2513.3},
		"arcs flags":   {`<path d="M10,50a40,40 0 0180,0a40,40 0 01-80,0"/>`, 5026.5},
		"cubic":        {`<path d="M10 50C10 -3.33 90 -3.33 90 50S10 103.33 10 50"/>`, 5119.7},
		"round rect":   {`<rect x="10" y="10" width="80" height="80" rx="20"/>`, 6056.6},
		"ring":         {`<circle cx="50" cy="50" r="30" fill="none" stroke="black" stroke-width="10"/>`, 1885},
		"evenodd":      {`<path fill-rule="evenodd" d="M10 10h80v80h-80zM30 30h40v40h-40z"/>`, 4800},
		"nonzero":      {`<path d="M10 10h80v80h-80zM30 30h40v40h-40z"/>`, 6400},
		"hole":         {`<path d="M10 10h80v80h-80zM30 30v40h40v-40z"/>`, 4800},
		"beyond":       {`<circle cx="0" cy="50" r="40"/><path d="M100 -500 l900 0 0 900z"/>`, 2513.3},
		"round caps":   {`<path d="M30 50h40" stroke="black" stroke-width="20" stroke-linecap="round"/>`, 1114.2},
		"mitre":        {`<path fill="none" d="M30 70V30H70" stroke="black" stroke-width="20"/>`, 1600},
		"bevel":        {`<path fill="none" d="M30 70V30H70" stroke="black" stroke-width="20" stroke-linejoin="bevel"/>`, 1550},
		"stretched":    {`<g transform="scale(2 1)"><circle cx="25" cy="50" r="20"/></g>`, 2513.3},
		"smooth quads": {`<path d="M10 50Q30 10 50 50T90 50z"/>`, 1066.7},
	} {
		img := drawn(t, `<svg viewBox="0 0 100 100">`+c.shape+`</svg>`, 200)
		var sum float64
		for i := 3; i < len(img.Pix); i += 4 {
			sum += float64(img.Pix[i]) / 255 / 4
		}
		if sum < c.area*0.99 || sum > c.area*1.01 {
			t.Errorf("%s covers %.1f, wanted %.1f", name, sum, c.area)
		}
	}
}

func TestTheEdgeOfAStrokeIsSmooth(t *testing.T) {
	// A ring is drawn of a hundred pieces and joins, two discs are drawn of one each: their edges are to look the same.
	ring := drawn(t, `<svg viewBox="0 0 96 96"><circle cx="48" cy="48" r="30" fill="none" stroke="#000" stroke-width="10" stroke-linejoin="round"/></svg>`, 96)
	discs := drawn(t, `<svg viewBox="0 0 96 96"><path fill-rule="evenodd" d="M13 48a35 35 0 0 1 70 0a35 35 0 0 1-70 0M23 48a25 25 0 0 1 50 0a25 25 0 0 1-50 0"/></svg>`, 96)
	if ratio := signalToNoise(ring, discs); ratio < 38 {
		t.Errorf("%.1f dB", ratio)
	}
}

func TestColoursAreInheritedAndMixed(t *testing.T) {
	svg := `<svg width="4" height="1" fill="red"><g opacity=".5"><rect width="1" height="1"/></g>
		<rect x="1" width="1" height="1" fill="#00f8"/><g color="rgb(0, 100%, 0)"><rect x="2" width="1" height="1" fill="currentColor"/></g>
		<rect x="3" width="1" height="1" fill="url(#gradient) navy"/></svg>`
	img := drawn(t, svg, 4)
	wantSize(t, img, 4, 1)
	for x, want := range []color.NRGBA{{255, 0, 0, 128}, {0, 0, 255, 0x88}, {0, 255, 0, 255}, {0, 0, 128, 255}} {
		wantColour(t, img, x, 0, want, 1)
	}
}

func TestTheViewBoxIsCentredWhole(t *testing.T) {
	seen := marks(drawn(t, `<svg width="8" height="4" viewBox="-1 -1 2 2"><rect x="-1" y="-1" width="2" height="2"/></svg>`, 8))
	if want := strings.Repeat("..####..\n", 4); seen != want {
		t.Error(seen)
	}
	seen = marks(drawn(t, `<svg width="8" height="4" viewBox="0 0 2 2" preserveAspectRatio="none"><rect width="1" height="2"/></svg>`, 8))
	if want := strings.Repeat("####....\n", 4); seen != want {
		t.Error(seen)
	}
}

func TestScriptsEntitiesAndReferencesAreLeftOut(t *testing.T) {
	rect := `<rect width="4" height="8"/>`
	for name, inside := range map[string]string{
		"script": `<script>alert(1)</script>`, "image": `<image href="http://127.0.0.1/x.png" width="8" height="8"/>`,
		"use": `<use href="#a"/>`, "defs": `<defs><rect id="a" width="8" height="8"/></defs>`, "text": `<text y="8">A</text>`,
		"hidden": `<g display="none"><rect width="8" height="8"/></g>`, "other": `<foreignObject><rect width="8" height="8"/></foreignObject>`,
	} {
		if seen := marks(drawn(t, `<svg viewBox="0 0 8 8">`+inside+rect+`</svg>`, 8)); seen != strings.Repeat("####....\n", 8) {
			t.Errorf("%s:\n%s", name, seen)
		}
	}
	mustFail(t, []byte(`<!DOCTYPE svg [<!ENTITY a "1"><!ENTITY b "&a;&a;">]><svg viewBox="0 0 8 8"><path d="M0 0h&b;v8z"/></svg>`), FactoryLimits())
	if said := mustFail(t, []byte(`<svg viewBox="0 0 8 8"><use href="#a"/></svg>`), FactoryLimits()); !strings.Contains(said, "nothing that can be drawn") {
		t.Error(said)
	}
}

func TestAHugeSVGIsBounded(t *testing.T) {
	limits := patient()
	for name, svg := range map[string]string{
		"deep":   `<svg>` + strings.Repeat("<g>", 10_000),
		"points": `<svg viewBox="0 0 9 9"><path d="M0 0` + strings.Repeat("L9 9 0 0 ", 60_000) + `"/>` + strings.Repeat(`<path d="M0 0`+strings.Repeat("c1 2 3 4 5 6", 500)+`"/>`, 60) + `</svg>`,
		"long":   `<svg>` + strings.Repeat(" ", 1<<20) + `</svg>`,
	} {
		if said := mustFail(t, []byte(svg), limits); strings.Contains(said, "broken") {
			t.Errorf("%s: %s", name, said)
		}
	}
	header, err := ReadHeader([]byte(`<svg width="900000" height="450000"/>`), limits)
	if err != nil || header.Width != 4096 || header.Height != 2048 {
		t.Errorf("%v %v", header, err)
	}
}

func TestAnSVGIsAsLargeAsBrowsersHaveIt(t *testing.T) {
	// The sizes are those that Chromium tells for the same.
	for attributes, want := range map[string]image.Point{
		`viewBox="0 0 24 24"`:                            image.Pt(150, 150),
		`viewBox="0 0 48 12"`:                            image.Pt(300, 75),
		`viewBox="0 0 12 48"`:                            image.Pt(38, 150),
		`viewBox="0 0 24 24" width="48"`:                 image.Pt(48, 48),
		`viewBox="0 0 24 12" height="48"`:                image.Pt(96, 48),
		`viewBox="0 0 24 24" width="100%" height="100%"`: image.Pt(150, 150),
		`viewBox="0 0 24 24" width="1em" height="1em"`:   image.Pt(16, 16),
		`width="10mm" height="5mm"`:                      image.Pt(38, 19),
		`width="10pt" height="5pt"`:                      image.Pt(13, 7),
		`width="40" height="20px"`:                       image.Pt(40, 20),
		`width="60"`:                                     image.Pt(60, 150),
		``:                                               image.Pt(300, 150),
	} {
		header, err := ReadHeader([]byte(`<svg xmlns="http://www.w3.org/2000/svg" `+attributes+`><path d="M0 0h9v9z"/></svg>`), FactoryLimits())
		if err != nil || image.Pt(header.Width, header.Height) != want {
			t.Errorf("%s: %v, %v", attributes, header, err)
		}
	}
}

func TestAnSVGIconFillsItsBoxSharply(t *testing.T) {
	// Left half black: at ten times the size the edge is still between two pixels.
	img := drawn(t, `<svg width="24" height="24"><path d="M0 0h12v24H0z"/></svg>`, 240)
	wantSize(t, img, 240, 240)
	if left, right := img.RGBAAt(119, 100).A, img.RGBAAt(120, 100).A; left != 255 || right != 0 {
		t.Errorf("at the edge: %d and %d", left, right)
	}
}
