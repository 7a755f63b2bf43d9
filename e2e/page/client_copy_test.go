package page

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// awkward is a text that every quoting has to survive.
const awkward = "It's \"quoted\" $HOME `id` \\n \\ 100%\n!second {{ line }} {% x %} {# y #} \U0001F35D <b>&amp;</b> #'\u2028''"

// copied is what the page offers as a text of a kind.
func (w *window) copied(kind string) string {
	w.t.Helper()
	read[bool](w, `[...document.querySelectorAll('#snippet-kinds button')].find((one) => one.textContent === '`+kind+`').click() ?? true`)
	return read[string](w, `document.getElementById('snippet').textContent`)
}

func TestClientCopiedTextsSendTheCardOfTheForm(t *testing.T) {
	tv := start(t)
	tv.newToken()
	tv.press("#send-button")
	tv.untilText("light", "On, and locked.")
	tv.tabTo("#token")
	tv.typed(tv.token + kb.Enter)
	tv.untilText("light", "On, and ready for cards.")
	tv.enter("#title", awkward)
	tv.enter("#message", awkward)
	tv.enter("#id", "door")
	tv.press("#speak")
	for kind, program := range map[string][]string{
		"curl":       {"bash", "-c"},
		"JavaScript": {"node", "--input-type=module", "-e"},
		"Python":     {"python3", "-c"},
	} {
		t.Run(kind, func(t *testing.T) {
			out, err := exec.CommandContext(t.Context(), program[0], append(program[1:], tv.copied(kind))...).CombinedOutput()
			if err != nil || !strings.Contains(string(out), "shown") {
				t.Fatalf("%v: %s", err, out)
			}
			card := tv.showing()
			if card == nil || card.Title != strings.ReplaceAll(awkward, "\n", "") || card.Message != awkward || card.ID != "door" || !card.Speak || card.Duration.Seconds() != 15 {
				t.Errorf("the TV shows %+v", card)
			}
			tv.dismiss("door")
		})
	}
}

func TestClientCopiedTextsForHomeAssistantAndNodeRedHoldTheCardOfTheForm(t *testing.T) {
	tv := start(t)
	tv.enter("#message", awkward)
	want := map[string]any{"message": awkward}

	payload := ""
	for line := range strings.SplitSeq(tv.copied("Home Assistant"), "\n") {
		if quoted, ok := strings.CutPrefix(line, "    payload: '"); ok {
			payload = strings.ReplaceAll(strings.TrimSuffix(quoted, "'"), "''", "'")
		}
	}
	if strings.ContainsAny(payload, "\u2028\n") || strings.Contains(payload, "{{") || strings.Contains(payload, "{%") || strings.Contains(payload, "{#") {
		t.Errorf("the payload %s would be read as a template", payload)
	}
	wantJSON(t, payload, want)

	var flow []struct {
		Type, URL string
		Props     []struct{ V, Vt string }
	}
	if err := json.Unmarshal([]byte(tv.copied("Node-RED")), &flow); err != nil || len(flow) != 2 {
		t.Fatalf("the flow: %v", err)
	}
	if flow[1].Type != "http request" || flow[1].URL != tv.house.URL+"/notify" || flow[0].Props[0].Vt != "json" {
		t.Errorf("the flow is %+v", flow)
	}
	wantJSON(t, flow[0].Props[0].V, want)
}

func wantJSON(t testing.TB, text string, want map[string]any) {
	t.Helper()
	var got map[string]any
	if err := json.Unmarshal([]byte(text), &got); err != nil || len(got) != len(want) || got["message"] != want["message"] {
		t.Errorf("%v: %s holds %v, want %v", err, text, got, want)
	}
}

func TestClientCopiesByButton(t *testing.T) {
	tv := start(t)
	tv.enter("#message", "Open")
	tv.tabTo("#snippet-copy button")
	tv.typed(kb.Enter)
	tv.until(`document.querySelector('#snippet-copy button').textContent === 'Copied'`)
}
