package accept

import (
	"crypto/rand"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ntfyTags are the tags that ntfy's own pages name first, as they are drawn. The others are words, and stay away.
var ntfyTags = map[string]string{
	"+1": "👍", "partying_face": "🥳", "tada": "🎉", "heavy_check_mark": "✔️", "white_check_mark": "✅", "loudspeaker": "📢", "-1": "👎", "warning": "⚠️",
	"rotating_light": "🚨", "triangular_flag_on_post": "🚩", "skull": "💀", "facepalm": "🤦", "no_entry": "⛔", "no_entry_sign": "🚫",
	"cd": "💿", "computer": "💻", "x": "❌", "bell": "🔔", "house": "🏠", "door": "🚪", "fire": "🔥",
}

var ntfyPriorities = map[string]int{"min": 1, "low": 2, "default": 3, "high": 4, "max": 5, "urgent": 5}

// ntfyHeaders are the fields that clients may send as headers, too.
var ntfyHeaders = map[string]string{"title": "X-Title", "message": "X-Message", "priority": "X-Priority", "tags": "X-Tags", "attach": "X-Attach", "icon": "X-Icon",
	"delay": "X-Delay"}

// fromNtfy reads ntfy's JSON. Its priorities are sound and colour here; nobody can click on a TV.
func fromNtfy(f *fields) (*draft, error) {
	d := newDraft()
	if f.text("topic") == "" {
		f.wrong("topic", "a non-empty string")
	}
	if f.text("delay") != "" {
		f.wrong("delay", "absent: this TV shows at once what it is sent")
	}
	title, message := f.text("title"), f.text("message")
	if message == "" {
		message = "triggered"
	}
	if drawn := drawnTags(f); drawn != "" && title != "" {
		title = drawn + " " + title
	} else if drawn != "" {
		message = drawn + " " + message
	}
	d.put("title", "title", title)
	d.put("message", "message", message)
	d.put("image", "attach", f.text("attach"))
	d.put("icon", "icon", f.text("icon"))
	switch ntfyPriority(f) {
	case 1, 2:
		d.put("sound", "priority", "none")
	case 4:
		d.put("accent", "priority", "#FF8A1F")
	case 5:
		d.put("accent", "priority", "#F44336")
	}
	return d, f.err
}

// ntfyPriority is from 1 to 5, as a number or a word.
func ntfyPriority(f *fields) int {
	text := strings.ToLower(f.text("priority"))
	if n, ok := ntfyPriorities[text]; ok {
		return n
	}
	n, err := strconv.Atoi(text)
	switch {
	case text == "" || text == "0":
		return 3
	case err != nil || n < 1 || n > 5:
		f.wrong("priority", "a number from 1 to 5")
	}
	return n
}

// tagsOf are the tags of a list, or of a text with commas.
func tagsOf(f *fields) (tags []string) {
	if list, ok := f.values["tags"].([]any); ok {
		for _, tag := range list {
			if text, ok := tag.(string); ok {
				tags = append(tags, text)
			} else {
				f.wrong("tags", "a list of strings")
			}
		}
		return tags
	}
	for tag := range strings.SplitSeq(f.text("tags"), ",") {
		if tag = strings.TrimSpace(tag); tag != "" {
			tags = append(tags, tag)
		}
	}
	return tags
}

func drawnTags(f *fields) string {
	var drawn []string
	for _, tag := range tagsOf(f) {
		if ntfyTags[tag] != "" {
			drawn = append(drawn, ntfyTags[tag])
		}
	}
	return strings.Join(drawn, " ")
}

// ntfyMessage is what ntfy answers a publisher.
type ntfyMessage struct {
	ID       string   `json:"id"`
	Time     int64    `json:"time"`
	Event    string   `json:"event"`
	Topic    string   `json:"topic"`
	Title    string   `json:"title,omitempty"`
	Message  string   `json:"message"`
	Priority int      `json:"priority,omitempty"`
	Tags     []string `json:"tags,omitempty"`
}

// ntfyError is how ntfy refuses: its codes begin with the status.
type ntfyError struct {
	Code  int    `json:"code"`
	HTTP  int    `json:"http"`
	Error string `json:"error"`
}

// ntfy is the app on its port.
func (d *Desk) ntfy(w http.ResponseWriter, r *http.Request) {
	refuse := func(status int, words string) { sayJSON(w, status, ntfyError{status*100 + 1, status, words}) }
	switch {
	case r.URL.Path == "/v1/health" && r.Method == http.MethodGet:
		sayJSON(w, http.StatusOK, map[string]bool{"healthy": true})
		return
	case r.URL.Path != "/" || r.Method != http.MethodPost && r.Method != http.MethodPut:
		refuse(http.StatusNotFound, "page not found: this TV takes ntfy's JSON by POST to /")
		return
	}
	f, err := readJSON(r)
	if err != nil {
		refuse(d.refusal(err))
		return
	}
	for name, header := range ntfyHeaders {
		if sent := r.Header.Get(header); sent != "" && f.values[name] == nil {
			f.values[name] = sent
		}
	}
	id := strings.ToLower(rand.Text()[:12])
	_, err = d.show(r, f, func(f *fields) (*draft, error) {
		draft, err := fromNtfy(f)
		draft.put("id", "id", id)
		return draft, err
	})
	if err != nil {
		refuse(d.refusal(err))
		return
	}
	message := f.text("message")
	if message == "" {
		message = "triggered"
	}
	told := ntfyMessage{ID: id, Time: time.Now().Unix(), Event: "message", Topic: f.text("topic"), Title: f.text("title"), Message: message, Tags: tagsOf(f)}
	if priority := ntfyPriority(f); priority != 3 {
		told.Priority = priority
	}
	sayJSON(w, http.StatusOK, told)
}
