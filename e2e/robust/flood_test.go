package robust

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

const most = 262_144 // bytes of a body

// filled is a card of that many bytes.
func filled(bytes int) string {
	frame := `{"message":""}`
	return `{"message":"` + strings.Repeat("x", bytes-len(frame)) + `"}`
}

func nested(depth int, before, after string) string {
	return before + strings.Repeat("[", depth) + strings.Repeat("]", depth) + after
}

// hostile are bodies and the status that each should get.
var hostile = []struct {
	body   string
	status int
}{
	{nested(100_000, "", ""), 400},
	{nested(100_000, `{"message":`, "}"), 400},
	{strings.Repeat(`{"message":`, 20_000), 400},
	{nested(1_000, `{"message":"unknown fields are ignored","x":`, "}"), 200},
	{`{"message":"huge","duration":1e400}`, 400},
	{`{"message":"huge","duration":` + strings.Repeat("9", 100_000) + `}`, 400},
	{`{"message":"tiny","dim":1e-400}`, 200},
	{`{"message":"minus","dim":-0.0}`, 200},
	{`{"message":"unknown","x":1e99999}`, 200},
	{`{"id":"lone","message":"\ud800 \udc00 \ud83d"}`, 200},
	{`{"id":"\udfff","message":"lone in the id"}`, 200},
	{`{"id":"nul","message":"a\u0000b"}`, 200},
	{"{\"message\":\"a\x00b\"}", 400},
	{"\x00", 400},
	{"{\"message\":\"\xff\xfe\"}", 400},
	{"{\"message\":\"\xed\xa0\x80\"}", 400},
	{"{\"mess\xc3", 400},
	{`{"message":"\u202e\u200f\u2066 turned round \u2028\u2029"}`, 200},
	{`{"message":"` + strings.Repeat(`a\u0301`, 1500) + `"}`, 200},
	{`{"message":"` + strings.Repeat("\u0301", 20_000) + `"}`, 200},
	{`{"message":"` + strings.Repeat(`👩\u200d`, 5_000) + `"}`, 200},
	{strings.Repeat(`{"message":"a"}`, 1_000), 400},
	{`{` + strings.Repeat(`"message":"again",`, 5_000) + `"message":"last"}`, 200},
	{strings.Repeat(" ", most), 400},
	{filled(most), 200},
	{filled(most + 1), 413},
}

func TestAFloodOfHostileBodiesGetsPlainAnswers(t *testing.T) {
	t.Parallel()
	h := quick.Start(t)
	const connections, posts = 16, 2000
	var flood sync.WaitGroup
	for c := range connections {
		flood.Go(func() {
			line := &http.Transport{MaxConnsPerHost: 1}
			defer line.CloseIdleConnections()
			for n := c; n < posts; n += connections {
				sendHostile(t, &http.Client{Transport: line}, h, n)
			}
		})
	}
	flood.Wait()
	answers(t, h)
	comeBackTheSame(t, h)
	noDamage(t, h, h.Dir)
}

func sendHostile(t *testing.T, web *http.Client, h *house.House, n int) {
	sent := hostile[n%len(hostile)]
	resp, err := web.Post(h.URL+"/notify", "application/json", strings.NewReader(sent.body))
	if err != nil {
		t.Errorf("%.60q: %v", sent.body, err)
		return
	}
	defer resp.Body.Close()
	said, err := io.ReadAll(resp.Body)
	if resp.StatusCode != sent.status || err != nil || !json.Valid(said) {
		t.Errorf("%.60q: %s %s, %v", sent.body, resp.Status, said, err)
	}
}

// comeBackTheSame kills the service and holds its cards against what they were.
func comeBackTheSame(t *testing.T, h *house.House) {
	t.Helper()
	if _, err := caller(h).Notify(t.Context(), client.Card{ID: "kept", Message: "kept", Persistent: true}); err != nil {
		t.Fatal(err)
	}
	before := texts(t, h)
	h.Kill()
	if after := texts(t, quick.StartIn(t, h.Dir)); !reflect.DeepEqual(after, before) {
		t.Errorf("after a restart there are\n%.80q\nand there were\n%.80q", after, before)
	}
}

func texts(t *testing.T, h *house.House) (texts []string) {
	t.Helper()
	state, err := caller(h).Cards(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all(state) {
		texts = append(texts, fmt.Sprintf("%q: %q", c.ID, c.Message))
	}
	return texts
}
