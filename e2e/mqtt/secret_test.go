package mqtt

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cuecard.app/e2e/house"
)

const secret = "hunter2-never-shown"

// openGuarded starts a broker with TLS and a password file; it lets in who knows the secret.
func openGuarded(t *testing.T) *broker {
	t.Helper()
	passwords := filepath.Join(t.TempDir(), "passwords")
	if err := os.WriteFile(passwords, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), program(t, "mosquitto_passwd", "mosquitto"), "-b", passwords, "tv", secret).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b := openBroker(t, "allow_anonymous false", "password_file "+passwords,
		"certfile "+filepath.Join(authority, "cert.pem"), "keyfile "+filepath.Join(authority, "key.pem"))
	b.secure, b.user = true, "tv:"+secret
	return b
}

// connected returns when the service is at its broker.
func connected(t *testing.T, h *house.House) {
	t.Helper()
	h.Says(t, "connected to the broker")
}

func TestATVIsAtABrokerWithTLSAndAPassword(t *testing.T) {
	t.Parallel()
	b := openGuarded(t)
	h := cuecard.Start(t, "--mqtt", b.url())
	connected(t, h)
	sent := cuecard.Run(t, "", "send", "safely", "--mqtt", b.url(), "--to", idOf(t, h.Dir), "--wait", "60")
	if sent.Status != 0 || !strings.Contains(sent.Out, "shown (id ") {
		t.Errorf("%+v", sent)
	}
	tv{h, ""}.holds(t, "safely")
}

func TestThePasswordCanComeFromTheEnvironment(t *testing.T) {
	t.Parallel()
	b := openGuarded(t)
	h := cuecard.Start(t, "--mqtt", b.url())
	connected(t, h)
	send := exec.CommandContext(t.Context(), string(cuecard), "send", "safely", "--mqtt", strings.Replace(b.url(), ":"+secret, "", 1), "--to", idOf(t, h.Dir), "--wait", "60")
	send.Env = append(house.Environment(), "CUECARD_MQTT_PASSWORD="+secret)
	if out, err := send.CombinedOutput(); err != nil || !strings.Contains(string(out), "shown (id ") {
		t.Errorf("%v: %s", err, out)
	}
}

func TestThePasswordIsNeverShownAgain(t *testing.T) {
	t.Parallel()
	b := openGuarded(t)
	h := cuecard.Start(t, "--mqtt", b.url(), "--console", "127.0.0.1:0")
	connected(t, h)
	masked := strings.Replace(b.url(), secret, "***", 1)
	console := consoleOf(t, h)
	shown := map[string]string{
		"settings":            h.Run(t, "settings").Out,
		"doctor":              h.Run(t, "doctor").Out,
		"the console":         console("/owner/settings"),
		"the console, status": console("/owner/status"),
		"the log":             h.Log(),
	}
	b.kill()
	h.Says(t, "the broker is not there")
	shown["the doctor without the broker"] = h.Run(t, "doctor").Out
	shown["the log without the broker"] = h.Log()
	for where, text := range shown {
		if !strings.Contains(text, masked) {
			t.Errorf("%s does not say %s: %s", where, masked, text)
		}
		if strings.Contains(text, secret) {
			t.Errorf("%s tells the password: %s", where, text)
		}
	}
	for _, args := range [][]string{{"send", "x", "--to", "all", "--mqtt", b.url()}, {"send", "x", "--to", "all", "--mqtt", "http://tv:" + secret + "@b"},
		{"serve", "--mqtt", "mqtt//tv:" + secret + "@b"}, {"settings", "mqtt=http://tv:" + secret + "@b"}} {
		if done := h.Run(t, args...); done.Status == 0 || done.Errors == "" || strings.Contains(done.Errors+done.Out, secret) {
			t.Errorf("%q: %+v", args, done)
		}
	}
	// What is shown can be saved again, and changes nothing.
	h.Run(t, "settings", "mqtt="+masked)
	kept, err := os.ReadFile(filepath.Join(h.Dir, "settings.json"))
	if err != nil || !strings.Contains(string(kept), b.url()) {
		t.Errorf("%v: %s", err, kept)
	}
}

// consoleOf reads the owner's page.
func consoleOf(t *testing.T, h *house.House) func(path string) string {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	t.Cleanup(browser.CloseIdleConnections)
	read := func(address string) string {
		response, err := browser.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		var page bytes.Buffer
		if _, err := page.ReadFrom(response.Body); err != nil || response.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s, %v", address, response.Status, err)
		}
		return page.String()
	}
	read(h.Console)
	base, _, _ := strings.Cut(h.Console, "/?")
	return func(path string) string { return read(base + path) }
}

func TestAWrongPasswordIsSaidInWords(t *testing.T) {
	t.Parallel()
	b := openGuarded(t)
	h := cuecard.Start(t, "--mqtt", strings.Replace(b.url(), secret, "guess", 1))
	h.Says(t, "the broker refuses this user and password")
	if doctor := h.Run(t, "doctor"); !strings.Contains(doctor.Out, "the broker refuses this user and password") {
		t.Errorf("%+v", doctor)
	}
	h.Run(t, "settings", "mqtt="+b.url())
	connected(t, h)
}

func TestABrokerWhoseCertificateNobodyVouchesForIsNotSpokenTo(t *testing.T) {
	t.Parallel()
	other := t.TempDir()
	if err := certify(other); err != nil {
		t.Fatal(err)
	}
	b := openBroker(t, "allow_anonymous true", "certfile "+filepath.Join(other, "cert.pem"), "keyfile "+filepath.Join(other, "key.pem"))
	b.secure = true
	h := cuecard.Start(t, "--mqtt", fmt.Sprintf("mqtts://tv:%s@127.0.0.1:%d", secret, b.port))
	h.Says(t, "certificate")
	if strings.Contains(h.Log(), "connected to the broker") || strings.Contains(h.Log(), secret) {
		t.Errorf("the log: %s", h.Log())
	}
}

func TestAnAddressThatIsNoneIsAMistakeOnTheCommandLine(t *testing.T) {
	t.Parallel()
	done := cuecard.Run(t, "", "serve", "--data", t.TempDir(), "--mqtt", "broker.local")
	if done.Status != 2 || !strings.Contains(done.Errors, "--mqtt") || !strings.Contains(done.Errors, "mqtt://") {
		t.Errorf("%+v", done)
	}
}
