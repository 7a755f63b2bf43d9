package e2e

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cuecard.app/e2e/house"
)

// patience is how long a test waits for the service before it fails.
const patience = 20 * time.Second

// answer is what came back over the wire.
type answer struct {
	status int
	header http.Header
	body   string
}

// ask sends one request as it stands: no path is cleaned and no header added but the
// length of the body, not even a content type.
func ask(t testing.TB, h *house.House, method, target, body string, headers ...string) answer {
	t.Helper()
	if body != "" {
		headers = append(slices.Clone(headers), "Content-Length: "+strconv.Itoa(len(body)))
	}
	return say(t, h, request(method, target, headers...)+body)
}

// request is the head of a request after which the connection closes.
func request(method, target string, headers ...string) string {
	lines := append([]string{method + " " + target + " HTTP/1.1", "Host: tv", "Connection: close"}, headers...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n"
}

// say sends text as it stands and reads the one answer to it, up to the end of the connection.
func say(t testing.TB, h *house.House, text string) answer {
	t.Helper()
	conn := dial(t, h)
	defer conn.Close()
	// The service may refuse, and close, before it has read everything: the answer counts.
	_, _ = io.WriteString(conn, text)
	method, _, _ := strings.Cut(text, " ")
	return hear(t, bufio.NewReader(conn), method)
}

func dial(t testing.TB, h *house.House) *net.TCPConn {
	t.Helper()
	conn, err := net.DialTimeout("tcp", strings.TrimPrefix(h.URL, "http://"), patience)
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	return conn.(*net.TCPConn)
}

// line is an open connection.
type line struct {
	conn *net.TCPConn
	said *bufio.Reader // by the service
}

// dialled opens a connection until the test ends and says something.
func dialled(t testing.TB, h *house.House, text string) line {
	t.Helper()
	conn := dial(t, h)
	t.Cleanup(func() { conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return line{conn, bufio.NewReader(conn)}
}

// finish says that nothing more will be said, and hears the answer.
func finish(t testing.TB, l line) answer {
	t.Helper()
	if err := l.conn.CloseWrite(); err != nil {
		t.Fatal(err)
	}
	return hear(t, l.said, "")
}

// hear reads the last answer of a connection. Whatever it is, it lets every origin in
// and nothing follows it.
func hear(t testing.TB, from *bufio.Reader, method string) answer {
	t.Helper()
	response, err := http.ReadResponse(from, &http.Request{Method: method})
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("the body of the answer breaks off after %q: %v", body, err)
	}
	if rest, _ := io.ReadAll(from); len(rest) > 0 {
		t.Errorf("behind the answer came %q", rest)
	}
	letsEveryOriginIn(t, response.Header)
	return answer{response.StatusCode, response.Header, string(body)}
}

// letsEveryOriginIn holds the headers against the table of section 4, CORS.
func letsEveryOriginIn(t testing.TB, header http.Header) {
	t.Helper()
	for name, want := range map[string]string{
		"Access-Control-Allow-Origin":  "*",
		"Access-Control-Allow-Methods": "GET, POST, DELETE, OPTIONS",
		"Access-Control-Allow-Headers": "Content-Type, Authorization",
		"Access-Control-Max-Age":       "86400",
	} {
		if got := header[name]; !slices.Equal(got, []string{want}) {
			t.Errorf("%s is %q, want %q once", name, got, want)
		}
	}
}

// has holds a header's values against the only one it should have.
func (a answer) has(t testing.TB, name, want string) {
	t.Helper()
	if got := a.header.Values(name); !slices.Equal(got, []string{want}) {
		t.Errorf("%s is %q, want %q", name, got, want)
	}
}

// wants holds an answer of the API against its status and its whole body.
func (a answer) wants(t testing.TB, status int, body string) {
	t.Helper()
	var want map[string]any
	if err := json.Unmarshal([]byte(body), &want); err != nil {
		t.Fatal(err)
	}
	if got := a.object(t); a.status != status || !reflect.DeepEqual(got, want) {
		t.Errorf("answered %d %s, want %d %s", a.status, a.body, status, body)
	}
}

// refuses holds an answer against {error}, nothing else, with these words in it.
func (a answer) refuses(t testing.TB, status int, words string) {
	t.Helper()
	body := a.object(t)
	said, _ := body["error"].(string)
	if a.status != status || len(body) != 1 || said == "" || !strings.Contains(said, words) {
		t.Errorf("answered %d %s, want %d and only an error with %q", a.status, a.body, status, words)
	}
}

// object is the body of an answer of the API.
func (a answer) object(t testing.TB) map[string]any {
	t.Helper()
	a.has(t, "Content-Type", "application/json")
	var body map[string]any
	if err := json.Unmarshal([]byte(a.body), &body); err != nil {
		t.Fatalf("%d %q is no JSON object: %v", a.status, a.body, err)
	}
	return body
}

// jsonOf writes a body.
func jsonOf(t testing.TB, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
