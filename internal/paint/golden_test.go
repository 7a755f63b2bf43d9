package paint

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var golden = flag.Bool("golden", false, "make the golden pictures anew")

// goldenDir has a picture of every card on every screen: the card with its shadow and what it covers of a film of one
// colour. Where that stands on the screen, and its parts, is a line of boxes.txt. A line of sums.txt is made from the
// picture as it was painted and the file together: where it is the same still, there is nothing to compare.
const goldenDir = "testdata/golden"

// failures is where pictures go that differ: got, want and the difference. A slip may change them all, and the first few
// show it.
var failures = filepath.Join("..", "..", "dist", "golden")

const failuresKept = 9

var goldenScreens = []struct {
	name string
	size image.Point
}{
	{"720p", image.Pt(1280, 720)},
	{"1080p", image.Pt(1920, 1080)},
	{"4K", image.Pt(3840, 2160)},
}

// film is no grey, so that a channel out of place is seen.
var film = color.RGBA{50, 90, 130, 255}

func TestCardsLookAsTheirGoldenPictures(t *testing.T) {
	p, cards := goldenPainter(t), goldenCards(t)
	if len(cards) != 40 {
		t.Errorf("there are %d cards", len(cards))
	}
	known := readSums(t)
	var boxes, sums strings.Builder
	made, wrong := map[string]bool{}, 0
	for _, c := range cards {
		for _, screen := range goldenScreens {
			name := c.name + "-" + screen.name
			made[name+".png"] = true
			c.scene.Screen = screen.size
			sheet := p.Paint(c.scene, nil)
			fmt.Fprintf(&boxes, "%s %s\n", name, listed(sheet))
			got := onFilm(sheet, c.scene)
			want, sum := goldenPicture(t, name, got, known[name])
			fmt.Fprintf(&sums, "%s %s\n", name, sum)
			if want != nil && !expectSame(t, name, got, want, wrong < failuresKept) {
				wrong++
			}
		}
	}
	if *golden {
		write(t, filepath.Join(goldenDir, "sums.txt"), []byte(sums.String()))
	}
	wantRecord(t, "boxes.txt", boxes.String(), "a part stands elsewhere than when the golden pictures were made")
	tidyGolden(t, made)
}

// tidyGolden sees that there is no picture of a card that is gone.
func tidyGolden(t *testing.T, made map[string]bool) {
	t.Helper()
	paths, _ := filepath.Glob(filepath.Join(goldenDir, "*.png"))
	for _, path := range paths {
		switch {
		case made[filepath.Base(path)]:
		case *golden:
			_ = os.Remove(path)
		default:
			t.Errorf("%s is of no card", path)
		}
	}
}

// onFilm is a sheet over dim and film, as far as it is on the screen.
func onFilm(sheet *Sheet, s Scene) *image.RGBA {
	shot := image.NewRGBA(sheet.Pixels.Rect.Intersect(image.Rectangle{Max: s.Screen}))
	draw.Draw(shot, shot.Rect, image.NewUniform(film), image.Point{}, draw.Src)
	Over(shot, s.Card.Dim, sheet)
	return shot
}

// listed is where the parts of a card are, in words.
func listed(sheet *Sheet) string {
	l := sheet.Layout
	var list strings.Builder
	fmt.Fprintf(&list, "sheet %v card %v", sheet.Pixels.Rect, l.Card)
	for _, part := range []struct {
		name string
		box  image.Rectangle
	}{{"stripe", l.Stripe}, {"icon", l.Icon}, {"title", l.Title}, {"message", l.Message}, {"image", l.Image}} {
		if !part.box.Empty() {
			fmt.Fprintf(&list, " %s %v", part.name, part.box)
		}
	}
	title, message := l.Lines()
	titleEnds, messageEnds := l.EndEarly()
	fmt.Fprintf(&list, " lines %d%s %d%s", title, ellipsis(titleEnds), message, ellipsis(messageEnds))
	return list.String()
}

func ellipsis(ends bool) string {
	if ends {
		return "…"
	}
	return ""
}

// wantRecord holds a text against the one that was kept with the golden pictures, line by line.
func wantRecord(t testing.TB, name, got, wrong string) {
	t.Helper()
	path := filepath.Join(goldenDir, name)
	if *golden {
		write(t, path, []byte(got))
		return
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; to make it, run: make golden", err)
	}
	gots, wants := strings.Split(got, "\n"), strings.Split(string(kept), "\n")
	for i := range max(len(gots), len(wants)) {
		is, was := "", ""
		if i < len(gots) {
			is = gots[i]
		}
		if i < len(wants) {
			was = wants[i]
		}
		if is != was {
			t.Errorf("%s:\n got %s\nwant %s", wrong, is, was)
		}
	}
}

// goldenPicture is what a picture has to look like, with the sum of both; nil when the sum says that it does.
func goldenPicture(t *testing.T, name string, got *image.RGBA, known string) (want *image.RGBA, sum string) {
	t.Helper()
	path := filepath.Join(goldenDir, name+".png")
	if *golden {
		write(t, path, encoded(t, coarsened(got)))
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%v; to make it, run: make golden", err)
		return nil, ""
	}
	if sum = sumOf(got.Pix, file); sum == known {
		return nil, sum
	}
	kept, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return plainRGBA(kept), sum
}

// expectSame compares, and keeps pictures of what differs.
func expectSame(t *testing.T, name string, got, want *image.RGBA, keep bool) bool {
	t.Helper()
	found := compare(got, want)
	if found.pixels == 0 {
		return true
	}
	t.Errorf("%s differs in %d pixels inside of %v, by up to %d", name, found.pixels, found.inside, found.most)
	if keep {
		for what, picture := range map[string]*image.RGBA{"got": got, "want": want, "diff": shown(got, want)} {
			var file bytes.Buffer
			if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&file, picture); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(failures, name+"-"+what+".png"), file.Bytes())
		}
		t.Logf("see dist/golden/%s-got.png, -want.png and -diff.png", name)
	}
	return false
}

func readSums(t *testing.T) map[string]string {
	t.Helper()
	sums := map[string]string{}
	kept, err := os.ReadFile(filepath.Join(goldenDir, "sums.txt"))
	if err != nil && !*golden {
		t.Fatalf("%v; to make it, run: make golden", err)
	}
	for line := range strings.Lines(string(kept)) {
		if name, sum, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			sums[name] = sum
		}
	}
	return sums
}

func sumOf(parts ...[]byte) string {
	sum := sha256.New()
	for _, part := range parts {
		sum.Write(part)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

func write(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}
