package text

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os/exec"
	"testing"
)

// imprint is the ink of a picture, cut to what is inked: 0 is none.
type imprint struct {
	area image.Rectangle
	at   func(x, y int) float64
}

func printOf(m image.Image) imprint {
	at := func(x, y int) float64 {
		if !(image.Point{X: x, Y: y}.In(m.Bounds())) {
			return 0
		}
		return 1 - float64(color.GrayModel.Convert(m.At(x, y)).(color.Gray).Y)/255
	}
	var area image.Rectangle
	for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
		for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
			if at(x, y) > 0.1 { // the faintest edges are a matter of taste
				area = area.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return imprint{area, at}
}

// window is the side of the squares that are compared: as large as a dot or an accent.
const window = 8

// distance tells how two prints differ: their extents in pixels, and the part of the square that differs most, where they
// fit best. A letter that is a fraction of a pixel off differs a little everywhere, and a wrong one much in some place.
func distance(a, b imprint) (extent int, worst float64) {
	for _, d := range []int{a.area.Dx() - b.area.Dx(), a.area.Dy() - b.area.Dy()} {
		extent = max(extent, d, -d)
	}
	worst = 1
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			shift := b.area.Min.Sub(a.area.Min).Add(image.Pt(dx, dy))
			most := 0.0
			for top := a.area.Min.Y - window; top < a.area.Max.Y; top += window / 2 {
				for left := a.area.Min.X - window; left < a.area.Max.X; left += window / 2 {
					sum := 0.0
					for y := top; y < top+window; y++ {
						for x := left; x < left+window; x++ {
							sum += math.Abs(a.at(x, y) - b.at(x+shift.X, y+shift.Y))
						}
					}
					most = max(most, sum/(window*window))
				}
			}
			worst = min(worst, most)
		}
	}
	return extent, worst
}

// drawnByHarfBuzz is the word as HarfBuzz's own program draws it, with the font that is chosen here.
func drawnByHarfBuzz(t *testing.T, f *Fonts, word string, size int) imprint {
	t.Helper()
	p := &f.paragraph
	p.set(f, word, Style{Size: float64(size), LineHeight: float64(size)})
	p.reach(len(p.text))
	if len(p.runs) != 1 {
		t.Fatalf("%q is %d runs", word, len(p.runs))
	}
	args := []string{"--font-file=" + p.runs[0].face.path, fmt.Sprint("--font-size=", size), "--output-format=png", fmt.Sprint("--margin=", size)}
	if lang := p.language(p.runs[0].script); lang != "" {
		args = append(args, "--language="+string(lang))
	}
	out, err := exec.Command("hb-view", append(args, word)...).Output()
	if err != nil {
		t.Fatalf("hb-view %v: %v", args, err)
	}
	m, err := png.Decode(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	return printOf(m)
}

func drawnHere(f *Fonts, word string, size int) imprint {
	m := sheet(14*size, 4*size, color.White)
	f.Lay(word, Style{Size: float64(size), LineHeight: float64(size)}, float64(12*size), 1).Draw(m, image.Pt(size, size), black)
	return printOf(m)
}

func TestWordsLookAsHarfBuzzDrawsThem(t *testing.T) {
	_, err := exec.LookPath("hb-view")
	needs(t, "hb-view (Debian's libharfbuzz-bin)", err == nil)
	f := systemFonts(t)
	const (
		size      = 64
		tolerance = 0.25
	)
	// Each with a word that is nearly the same, and must not be taken for it. hb-view cuts off what is above the ascent of the
	// font, as a Tibetan i is.
	for word, other := range map[string]string{
		"Příliš": "Přiliš", "office": "off1ce", "Ξεσκεπάζω": "Ξεσκεπαζω", "съешь": "съещь", "مرحبا": "مرحيا", "الأمامي": "الامامي",
		"בְּרֵאשִׁית": "בּרֵאשִׁית", "हिन्दी": "हिन्दि", "ক্ষমা": "ক্ষম", "கௌரவம்": "கெளரவம", "കർമ്മം": "കർമം", "น้ำ": "นำ", "ຫຼວງ": "ຫວງ",
		"ខ្មែរ": "ខ្មេរ", "ကျွန်ုပ်": "ကျွန်ပ်", "རྒྱལ": "རྒལ", "门铃响了": "门铃晌了", "がぎ": "かぎ", "한글": "한굴", "አማርኛ": "አማርና",
	} {
		theirs := drawnByHarfBuzz(t, f, word, size)
		if extent, worst := distance(drawnHere(f, word, size), theirs); extent > 1 || worst > tolerance {
			t.Errorf("%s: %d pixels larger or smaller, and %.2f of a part differs", word, extent, worst)
		}
		if extent, worst := distance(drawnHere(f, other, size), theirs); extent <= 1 && worst <= tolerance {
			t.Errorf("%s passes for %s: %.3f", other, word, worst)
		}
	}
}
