package page

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"cuecard.app/client"
	"cuecard.app/internal/look"
)

const (
	showsAddress = `document.querySelector('.device').checkVisibility()`
	showsGrant   = `document.querySelector('.grant').checkVisibility()`
	showsClock   = `document.querySelector('.clock').checkVisibility()`
	isBlack      = `!` + showsAddress + ` && !` + showsGrant + ` && !` + showsClock
)

// firstCard shows a card and takes it away, so that the page greets nobody any more.
func (tv *tv) firstCard() {
	tv.t.Helper()
	tv.show(client.Card{ID: "first", Message: "Hello"})
	tv.dismiss("first")
	tv.until(`!document.querySelector('.card')`)
}

// around is the box of an element, in the screen's own pixels.
func around(w *window, selector string) box {
	w.t.Helper()
	return read[box](w, `(({ left, top, right, bottom }) => ({ Left: left, Top: top, Right: right, Bottom: bottom }))(
		document.querySelector('`+selector+`').getBoundingClientRect())`)
}

func TestPageShowsTheAddressUntilTheFirstCard(t *testing.T) {
	for _, screen := range []size{hd, fullHD, ultraHD, {2560, 1080, 1}, {1080, 1920, 1}} {
		t.Run(screen.String(), func(t *testing.T) {
			tv := stand(t, screen)
			tv.greet("Living room", "http://192.168.178.120:8090")
			tv.until(showsAddress)
			tv.settle()
			if got := read[string](tv.window, `document.querySelector('.device').innerText`); !strings.HasPrefix(got, "Living room\n\nhttp://192.168.178.120:8090\n") {
				t.Errorf("the page says %q", got)
			}
			letters := length(tv.window, ".address", "font-size")
			if message := look.Numbers().MessageSize * float64(min(screen.height, screen.width)) / 540; letters < message {
				t.Errorf("the letters of the address are %v px high, smaller than a card's message with %v", letters, message)
			}
			whole := box{0, 0, float64(screen.width), float64(screen.height)}
			for _, part := range []string{".name", ".address", ".qr", ".hint"} {
				if at := around(tv.window, ".device "+part); !at.inside(whole) || at.width() == 0 {
					t.Errorf("%s is at %v", part, at)
				}
			}
			picture, file := tv.screenshot()
			put(t, "greeting-"+screen.String(), file)
			wantCode(t, picture, around(tv.window, ".qr"))
		})
	}
}

func TestGreetingEndsWithTheFirstCardForGood(t *testing.T) {
	tv := watch(t, hd)
	tv.until(showsAddress)
	tv.firstCard()
	tv.until(isBlack)
	tv.do(chromedp.Reload())
	tv.until(`document.querySelector('card-view')?.dataset.seq && ` + isBlack)
}

// wantCode checks that a camera can find a QR code in that box: three corners with the pattern that it looks for, and
// four light modules around.
func wantCode(t testing.TB, picture image.Image, at box) {
	t.Helper()
	const corner, quiet = "1111111", 4
	ring := []string{corner, "1000001", "1011101", "1011101", "1011101", "1000001", corner}
	for modules := 21; modules <= 57; modules += 4 {
		module := at.width() / float64(modules+2*quiet)
		dark := func(x, y int) bool {
			r, g, b, _ := picture.At(int(at.Left+(float64(x+quiet)+0.5)*module), int(at.Top+(float64(y+quiet)+0.5)*module)).RGBA()
			return r+g+b < 3*0x8000
		}
		found := true
		for i := range 49 {
			x, y := i%7, i/7
			want := ring[y][x] == '1'
			found = found && dark(x, y) == want && dark(modules-7+x, y) == want && dark(x, modules-7+y) == want
		}
		for i := -quiet; i < modules+quiet; i++ {
			found = found && !dark(i, -2) && !dark(i, modules+1) && !dark(-2, i) && !dark(modules+1, i)
		}
		if found {
			return
		}
	}
	t.Errorf("there is no QR code at %v", at)
}

func TestPageShowsTheGrantCommandWhileThePermissionIsMissing(t *testing.T) {
	for _, screen := range []size{hd, fullHD, ultraHD} {
		t.Run(screen.String(), func(t *testing.T) {
			tv := watch(t, screen)
			tv.owner("overlay", "deny")
			tv.until(showsGrant + ` && !` + showsAddress)
			tv.settle()
			if got := read[string](tv.window, `document.querySelector('.command').innerText`); got != "cuecard overlay allow" {
				t.Errorf("the command is %q", got)
			}
			if size := length(tv.window, ".command", "font-size"); size < 2*look.Numbers().TitleSize*screen.dp() {
				t.Errorf("its letters are %v px high", size)
			}
			if at := around(tv.window, ".command"); !at.inside(box{0, 0, float64(screen.width), float64(screen.height)}) {
				t.Errorf("it is at %v", at)
			}
			_, file := tv.screenshot()
			put(t, "grant-"+screen.String(), file)

			tv.owner("overlay", "allow")
			tv.until(showsAddress + ` && !` + showsGrant)
		})
	}
}

func TestOwnerAsksForTheAddressAndACardWins(t *testing.T) {
	tv := watch(t, hd)
	tv.firstCard()
	tv.owner("address")
	tv.until(showsAddress)
	tv.show(client.Card{ID: "door", Message: "Open", Position: client.TopLeft})
	tv.until(`!` + showsAddress)
	tv.dismiss("door")
	tv.until(showsAddress)

	tv.advance(31 * time.Second)
	tv.until(isBlack)
}

func TestHostileNameOfTheDeviceStaysTextOnTheScreen(t *testing.T) {
	tv := stand(t, hd)
	tv.greet("<img src=x onerror=alert(1)> "+strings.Repeat("Wohnzimmer", 30), "http://192.168.178.120:8090")
	tv.until(`document.querySelector('.device .name').textContent.startsWith('<img')`)
	tv.settle()
	if read[int](tv.window, `document.querySelectorAll('.device img').length`) != 0 {
		t.Error("the name became markup")
	}
	whole := box{0, 0, float64(hd.width), float64(hd.height)}
	for _, part := range []string{".name", ".address", ".qr", ".hint"} {
		if at := around(tv.window, ".device "+part); !at.inside(whole) {
			t.Errorf("%s is at %v", part, at)
		}
	}
}

func TestQuietClockIsTheOwnersChoice(t *testing.T) {
	for _, screen := range []size{hd, fullHD, ultraHD} {
		t.Run(screen.String(), func(t *testing.T) {
			tv := watch(t, screen)
			tv.firstCard()
			tv.until(isBlack)
			tv.set("idle=clock")
			tv.until(showsClock)
			tv.settle()
			_, file := tv.screenshot()
			put(t, "clock-"+screen.String(), file)
			got := read[string](tv.window, `document.querySelector('.clock').innerText`)
			if now := time.Now(); !tells(got, now) && !tells(got, now.Add(-time.Minute)) {
				t.Errorf("the clock says %q at %v", got, now)
			}

			tv.show(client.Card{ID: "door", Message: "Open"})
			tv.until(`!` + showsClock)
			tv.dismiss("door")
			tv.until(showsClock)
			before := read[string](tv.window, `document.querySelector('.clock').style.transform + document.querySelector('.clock').innerText`)
			tv.advance(time.Minute)
			tv.until(fmt.Sprintf(`document.querySelector('.clock').style.transform + document.querySelector('.clock').innerText !== %q`, before))

			tv.set("idle=black")
			tv.until(isBlack)
		})
	}
}

// tells reports whether a clock shows that time, of 12 or of 24 hours.
func tells(clock string, now time.Time) bool {
	return clock == now.Format("3:04") || clock == now.Format("15:04")
}

func TestClockMovesALittleEachMinuteAndStaysOnTheScreen(t *testing.T) {
	tv := watch(t, hd)
	type path struct{ Least, Most, Farthest float64 }
	got := read[path](tv.window, `import('/tv/clock.js').then(({ place }) => {
		let [Least, Most, Farthest] = [Infinity, 0, 0];
		for (let minute = 0; minute < 60 * 24 * 7; minute++) {
			const [a, b] = [place(minute), place(minute + 1)];
			const step = Math.hypot(a.x - b.x, a.y - b.y);
			[Least, Most] = [Math.min(Least, step), Math.max(Most, step)];
			Farthest = Math.max(Farthest, Math.abs(a.x), Math.abs(a.y));
		}
		return { Least, Most, Farthest };
	})`)
	if got.Least <= 0 || got.Most > 4 || got.Farthest > 25 {
		t.Errorf("in hundredths of the screen, the clock moves by %v to %v and is up to %v off the middle", got.Least, got.Most, got.Farthest)
	}
}
