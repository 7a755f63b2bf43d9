package cli

import (
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

func TestTheBannerSaysWhatToDoNext(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--console", "127.0.0.1:0")
	info, err := client.New(s.line("Send to")).Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, pattern := range []string{
		"Cuecard " + regexp.QuoteMeta(info.Version) + " is ready: " + regexp.QuoteMeta(info.DeviceName),
		`  Send to  http://127\.0\.0\.1:\d+`,
		`  TV page  http://127\.0\.0\.1:\d+/tv`,
		`  Console  http://127\.0\.0\.1:\d+/\?key=[A-Za-z0-9_-]{43}`,
		`  Try      curl -d '\{"message":"Hello"\}' http://127\.0\.0\.1:\d+/notify`,
	} {
		if i >= len(s.lines) || !regexp.MustCompile("^"+pattern+"$").MatchString(s.lines[i]) {
			t.Errorf("line %d is not %s: %q", i, pattern, s.lines)
		}
	}
	if len(s.lines) != 5 {
		t.Errorf("%q", s.lines)
	}
}

func TestTheLineToTryWorks(t *testing.T) {
	t.Parallel()
	addresses := []string{"127.0.0.1:0", ":0"}
	if l, err := net.Listen("tcp", "[::1]:0"); err == nil {
		l.Close()
		addresses = append(addresses, "[::1]:0")
	}
	for _, listen := range addresses {
		for _, withToken := range []bool{false, true} {
			t.Run(fmt.Sprint(listen, withToken), func(t *testing.T) {
				t.Parallel()
				tryLine(t, listen, withToken)
			})
		}
	}
}

func tryLine(t *testing.T, listen string, withToken bool) {
	dir := filepath.Join(t.TempDir(), "the owner's $HOME `x`")
	token := ""
	if withToken {
		token = lastLine(at(dir).does(t, "token", "new"))
	}
	line := serve(t, nil, "--listen", listen, "--data", dir, "--console", "off").line("Try")
	paste := exec.CommandContext(t.Context(), "bash", "-c", line)
	// As a user who has the program on the path, and no settings in the environment.
	paste.Env = append(house.Environment(), "PATH="+filepath.Dir(string(cuecard))+":/usr/local/bin:/usr/bin:/bin", "no_proxy=*")
	said, err := paste.CombinedOutput()
	if err != nil || !strings.Contains(string(said), `"result":"shown"`) {
		t.Errorf("%s: %v\n%s", line, err, said)
	}
	url := strings.TrimSuffix(line[strings.LastIndex(line, " ")+1:], "/notify")
	state, err := client.New(url, client.WithToken(token)).Cards(t.Context())
	if err != nil || state.Showing == nil || state.Showing.Message != "Hello" {
		t.Errorf("%s: %+v, %v", line, state, err)
	}
	if withToken && strings.Contains(line, token) {
		t.Errorf("the token is shown to all who see the screen: %s", line)
	}
}
