package mqtt

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/eclipse/paho.golang/paho"
)

func TestACardThroughTheBrokerIsShownAndAnswered(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	v := turnOn(t, b)
	l := b.listen(t, v.topic("result"), "me/+")
	for i, topic := range []string{v.topic("notify"), "cuecard/all/notify"} {
		name := []byte{byte(i), 2, 3}
		l.say(topic, `{"id":"door","title":"Door","message":"ding"}`, func(p *paho.Publish) {
			p.Properties.ResponseTopic, p.Properties.CorrelationData = "me/answers", name
		})
		want := []string{"shown", "replaced"}[i]
		for _, at := range []string{v.topic("result"), "me/answers"} {
			m := l.next(at)
			var a answer
			m.into(t, &a)
			if a.ID != "door" || a.Result != want || a.Status != "done" || a.Device != v.id || a.Name == "" || string(m.Properties.CorrelationData) != string(name) {
				t.Errorf("%s: %+v, %v", at, a, m.Properties.CorrelationData)
			}
		}
		v.holds(t, "ding")
	}
}

func TestABadBodyGetsTheWordsOfHTTP(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	v := turnOn(t, b)
	l := b.listen(t, v.topic("result"))
	for _, body := range []string{``, `null`, `[1]`, `{`, `{"message":7}`, `{"message":"a","dim":"dark"}`, `{"message":"a","duration":0}`, `{"message":"a","position":"middle"}`,
		`{"message":"a","background":"sky"}`, `{"message":"a","image":"file:///etc/passwd"}`, `{"message":"a","id":"a/b"}`, `{"title":"t"}`, "\xff\xfe",
		`{"message":"` + strings.Repeat("a", 262_144) + `"}`} {
		over := l.ask(v, "notify", body)
		response, err := http.Post(v.URL+"/notify", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		var web answer
		if err != nil || json.Unmarshal(text, &web) != nil || web.Error == "" || over.Error != web.Error || over.Status != "refused" {
			t.Errorf("%.60q: over the broker %+v, over HTTP %s", body, over, text)
		}
	}
	v.holds(t)
}

func TestDeniedCardsAreAnsweredAsOverHTTP(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	v := turnOn(t, b)
	v.does(t, "overlay", "deny")
	a := b.listen(t, v.topic("result")).ask(v, "notify", `{"id":"one","message":"a"}`)
	if a.ID != "one" || a.Result != "no-overlay-permission" || a.Status != "failed" || !strings.Contains(a.Error, "cuecard overlay allow") {
		t.Errorf("%+v", a)
	}
}

func TestCardsAreDismissedThroughTheBroker(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	v := turnOn(t, b)
	l := b.listen(t, v.topic("result"))
	for payload, want := range map[string]string{"one": "dismissed", `{"id":"one"}`: "dismissed", "": "dismissed", "other": "unknown"} {
		l.ask(v, "notify", `{"id":"one","message":"a"}`)
		if a := l.ask(v, "dismiss", payload); a.Result != want || (a.Status == "done") != (want == "dismissed") {
			t.Errorf("%q: %+v", payload, a)
		}
		l.ask(v, "dismiss", "one")
		v.holds(t)
	}
}

func TestAGroupReachesItsMembersOnly(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	kitchen, hall := turnOn(t, b), turnOn(t, b)
	l := b.listen(t, kitchen.topic("result"), hall.topic("result"))
	kitchen.does(t, "settings", "groups=kitchen, downstairs", "deviceName=Kitchen")
	hall.does(t, "settings", "groups=downstairs", "deviceName=Hall")
	// Of what follows, nothing is told before it was obeyed.
	l.whenListened(kitchen, "cuecard/kitchen/notify")
	l.whenListened(kitchen, "cuecard/downstairs/notify")
	l.whenListened(hall, "cuecard/downstairs/notify")
	l.say("cuecard/kitchen/notify", `{"id":"k","message":"for the kitchen"}`)
	l.next(kitchen.topic("result"))
	l.say("cuecard/downstairs/notify", `{"id":"d","message":"for both"}`)
	for range 2 {
		l.until("an answer of both", func(m message) bool { return strings.Contains(m.text(), `"id":"d"`) })
	}
	kitchen.holds(t, "for the kitchen", "for both")
	hall.holds(t, "for both")

	kitchen.does(t, "settings", "groups=kitchen")
	l.whenLeft(kitchen, hall, "downstairs")
	kitchen.holds(t, "for the kitchen", "for both")
}

// whenListened returns when a TV listens to a topic: messages that nobody gets are told by the broker, and dismissals of what
// is not there change nothing.
func (l *listener) whenListened(v tv, topic string) {
	l.t.Helper()
	about := strings.TrimSuffix(topic, "notify") + "dismiss"
	for {
		l.say(about, "nothing")
		l.say(v.topic("dismiss"), "a mark")
		heard := false
		l.until("the mark", func(m message) bool {
			if m.Topic == v.topic("result") && strings.Contains(m.text(), `"nothing"`) {
				heard = true
			}
			return m.Topic == v.topic("result") && strings.Contains(m.text(), `"a mark"`)
		})
		if heard {
			return
		}
	}
}

// whenLeft returns when a card for the group comes to the one that stayed only.
func (l *listener) whenLeft(left, stayed tv, group string) {
	l.t.Helper()
	for {
		l.say("cuecard/"+group+"/dismiss", "nothing")
		l.say(left.topic("dismiss"), "a mark")
		heard := false
		l.until("the mark", func(m message) bool {
			heard = heard || m.Topic == left.topic("result") && strings.Contains(m.text(), `"nothing"`)
			return m.Topic == left.topic("result") && strings.Contains(m.text(), `"a mark"`)
		})
		if !heard {
			break
		}
	}
	l.whenListened(stayed, "cuecard/"+group+"/notify")
}

func TestACardThatTheBrokerKeepsIsIgnored(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	b.listen(t).say("cuecard/all/notify", `{"message":"stale"}`, retain)
	v := turnOn(t, b)
	l := b.listen(t, v.topic("result"))
	l.say(v.topic("notify"), `{"message":"fresh, though kept","duration":600}`, retain)
	l.next(v.topic("result"))
	l.ask(v, "notify", `{"message":"fresh","duration":600}`)
	v.holds(t, "fresh, though kept", "fresh")
	if log := v.Log(); strings.Count(log, "retain flag") != 1 {
		t.Errorf("the log: %s", log)
	}
}

func TestStateAndEventsAreThoseOfHTTP(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	v := turnOn(t, b)
	l := b.listen(t, v.topic("events"))
	response, err := http.Get(v.URL + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	web := json.NewDecoder(&dataLines{from: response.Body})
	var first json.RawMessage
	if err := web.Decode(&first); err != nil { // the state
		t.Fatal(err)
	}
	post := func(id, message string) {
		response, err := http.Post(v.URL+"/notify", "application/json", strings.NewReader(`{"id":"`+id+`","title":"T","message":"`+message+`","duration":60}`))
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
	}
	post("one", "a")
	post("one", "b")
	post("two", "c")
	for _, kind := range []string{"shown", "replaced", "queued"} {
		var here, there map[string]any
		l.next(v.topic("events")).into(t, &here)
		if err := web.Decode(&there); err != nil {
			t.Fatal(err)
		}
		if here["event"] != kind {
			t.Errorf("%v instead of %s", here["event"], kind)
		}
		delete(here, "event")
		one, _ := json.Marshal(here)
		other, _ := json.Marshal(there)
		if string(one) != string(other) {
			t.Errorf("over the broker %s, over HTTP %s", one, other)
		}
	}
	// Who comes later is told by the broker.
	late := b.listen(t, v.topic("state"))
	late.until("the state", func(m message) bool {
		var state struct {
			Text    string
			Showing *struct{ ID, Message, Ends string }
			Waiting int
		}
		m.into(t, &state)
		return state.Showing != nil && state.Showing.ID == "one" && state.Showing.Message == "b" && state.Showing.Ends != "" && state.Waiting == 1 && state.Text == "T: b"
	})
}

// dataLines are the data of server-sent events, one after the other.
type dataLines struct {
	from io.Reader
	rest string
}

func (d *dataLines) Read(p []byte) (int, error) {
	for {
		if line, rest, ok := strings.Cut(d.rest, "\n"); ok {
			d.rest = rest
			if data, ok := strings.CutPrefix(line, "data: "); ok && len(data) < len(p) {
				return copy(p, data), nil
			} else if ok {
				d.rest = "data: " + data[len(p):] + "\n" + rest
				return copy(p, data), nil
			}
			continue
		}
		more := make([]byte, 64<<10)
		n, err := d.from.Read(more)
		d.rest += string(more[:n])
		if n == 0 && err != nil {
			return 0, err
		}
	}
}
