package mqtt

import (
	"strings"
	"testing"
)

func TestACommandReachesAFleetThroughTheBroker(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	one, two := turnOn(t, b), turnOn(t, b)
	one.does(t, "settings", "deviceName=One", "groups=floor")
	two.does(t, "settings", "deviceName=Two", "groups=floor")
	l := b.listen(t, one.topic("result"), two.topic("result"))
	l.whenListened(one, "cuecard/floor/notify")
	l.whenListened(two, "cuecard/floor/notify")
	// A TV that is named twice shows the card once.
	sent := cuecard.Run(t, "", "send", "Dinner", "--title", "Kitchen", "--duration", "60", "--mqtt", b.url(), "--to", "floor", "--to", "all", "--wait", "5")
	if sent.Status != 0 || strings.Count(sent.Out, "One: shown (id ") != 1 || strings.Count(sent.Out, "Two: shown (id ") != 1 || strings.Count(sent.Out, "\n") != 2 || sent.Errors != "" {
		t.Errorf("%+v", sent)
	}
	one.holds(t, "Dinner")
	two.holds(t, "Dinner")
	if card := two.cards(t).Showing; card.Title != "Kitchen" || card.Duration.Seconds() != 60 {
		t.Errorf("%+v", card)
	}
}

func TestACommandEndsAsSoonAsTheTVThatItNamesHasAnswered(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	v := turnOn(t, b)
	// Longer than the test may last.
	sent := cuecard.Run(t, "hello\n", "send", "-", "--mqtt", b.url(), "--to", v.id, "--wait", "3600")
	if sent.Status != 0 || !strings.Contains(sent.Out, ": shown (id ") {
		t.Errorf("%+v", sent)
	}
	v.holds(t, "hello")
}

func TestACommandFailsWhenATVDoesOrNoneIsThere(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	v := turnOn(t, b)
	for _, row := range []struct {
		says string
		args []string
	}{
		{"field 'position' must be one of", []string{"--to", v.id, "--position", "middle", "--wait", "60"}},
		{"nobody: no TV listens there", []string{"--to", "nobody"}},
		{"is no name of a TV or group", []string{"--to", "a/b"}},
	} {
		if sent := cuecard.Run(t, "", append([]string{"send", "x", "--mqtt", b.url()}, row.args...)...); sent.Status != 1 || !strings.Contains(sent.Errors, row.says) || sent.Out != "" {
			t.Errorf("%q: %+v", row.args, sent)
		}
	}
	if sent := cuecard.Run(t, "", "send", "x", "--mqtt", b.url()); sent.Status != 2 || !strings.Contains(sent.Errors, "--to") {
		t.Errorf("%+v", sent)
	}
	b.listen(t, "cuecard/quiet/notify") // somebody listens, and says nothing
	if sent := cuecard.Run(t, "", "send", "x", "--mqtt", b.url(), "--to", "quiet", "--wait", "0.2"); sent.Status != 1 || !strings.Contains(sent.Errors, "no TV of quiet has answered") {
		t.Errorf("%+v", sent)
	}
	b.kill()
	if sent := cuecard.Run(t, "", "send", "x", "--mqtt", b.url(), "--to", "all"); sent.Status != 1 || !strings.Contains(sent.Errors, "is not reached") {
		t.Errorf("%+v", sent)
	}
}
