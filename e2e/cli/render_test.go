package cli

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// picture is a file that was written.
func picture(t *testing.T, path string) image.Image {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	read, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func TestRenderDrawsACardWithoutATV(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "card.png")
	at(dir).does(t, "render", "--message", "Hello", "--background", "#0000FF", "--text-color", "#0000FF", "--size", "1280x720", "-o", path)
	drawn := picture(t, path)
	if drawn.Bounds().Size() != image.Pt(1280, 720) {
		t.Errorf("its size is %v", drawn.Bounds())
	}
	if r, _, b, _ := drawn.At(640, 360).RGBA(); r != 0 || b != 0xFFFF {
		t.Errorf("its middle is %v", drawn.At(640, 360))
	}

	over := filepath.Join(dir, "over.png")
	at(dir).pipe(`{"message":"Hello","position":"top-left","widthPercent":20,"dim":1}`).does(t, "render", "--over", path, "--size", "640x360", "-o", over)
	if r, g, b, _ := picture(t, over).At(320, 180).RGBA(); r|g|b != 0 {
		t.Errorf("the film is not dimmed: %v", picture(t, over).At(320, 180))
	}

	alone := filepath.Join(dir, "alone.png")
	at(dir).does(t, "render", "--message", "Hello", "--card", "-o", alone)
	card := picture(t, alone)
	if _, _, _, a := card.At(card.Bounds().Min.X, card.Bounds().Min.Y).RGBA(); a != 0 || card.Bounds().Dx() >= 1920 {
		t.Errorf("the card alone is %v, with %d at its edge", card.Bounds(), a)
	}
}

func TestRenderSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := filepath.Join(dir, "card.png")
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--message", "x"}, 2, "-o says where"},
		{[]string{"--message", "x", "--dim", "3", "-o", out}, 1, "field 'dim' must be"},
		{[]string{"--message", "x", "--size", "1920", "-o", out}, 2, "1920x1080"},
		{[]string{"--message", "x", "--size", "99999x99999", "-o", out}, 2, "7680"},
		{[]string{"--message", "x", "--over", filepath.Join(dir, "missing.png"), "-o", out}, 1, "missing.png"},
		{[]string{"-o", out}, 1, "field 'body' must be"},
		{[]string{"hello", "-o", out}, 2, "hello"},
	} {
		says(t, at(dir).fails(t, c.code, append([]string{"render"}, c.args...)...), c.says)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a picture was written all the same")
	}
}

func TestTheDoctorSaysWhichScriptsHaveAFont(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	says(t, at(h.Dir).does(t, "doctor"), "Fonts for", "Latin", "Arabic")
}
