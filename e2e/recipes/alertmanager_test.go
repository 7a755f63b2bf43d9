package recipes

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/clients"
	"cuecard.app/e2e/house"
)

// runs starts a program until the test ends, and waits for words that say it is ready.
func runs(t testing.TB, program *exec.Cmd, ready string) {
	t.Helper()
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	program.Stderr = program.Stdout
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	said, log := make(chan bool, 1), &strings.Builder{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			fmt.Fprintln(log, lines.Text())
			if strings.Contains(lines.Text(), ready) && len(said) == 0 {
				said <- true
			}
		}
	}()
	t.Cleanup(func() {
		_ = program.Process.Kill()
		<-done
		_ = program.Wait()
		if t.Failed() {
			t.Log(log.String())
		}
	})
	select {
	case <-said:
	case <-done:
		t.Fatalf("%s ended", program.Path)
	case <-time.After(time.Minute):
		t.Fatalf("%s is not ready within a minute", program.Path)
	}
}

// reachable waits until a program that says nothing of it listens.
func reachable(t testing.TB, port string) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for again := time.NewTicker(20 * time.Millisecond); ; <-again.C {
		conn, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			conn.Close()
			again.Stop()
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

func TestAnAlertIsACardAsLongAsItIsFiring(t *testing.T) {
	const program = "prometheus-alertmanager"
	if _, err := exec.LookPath(program); err != nil {
		t.Fatal("Alertmanager is missing; Debian has it: apt-get install prometheus-alertmanager")
	}
	k := newKitchen(t)
	k.lock(t)
	events := listen(t, k.House, client.WithToken(k.token))
	between, own := fmt.Sprint(house.FreePort(t)), fmt.Sprint(house.FreePort(t))
	script := exec.CommandContext(t.Context(), clients.Tool(t, "python"), put(t, k.dir, "alertmanager.md", "cuecard-alerts.py", k.places))
	script.Env = k.environment(t, "PORT="+between)
	if err := script.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = script.Process.Kill(); _ = script.Wait() })
	reachable(t, between)
	config := put(t, k.dir, "alertmanager.md", "alertmanager.yml", strings.NewReplacer("127.0.0.1:9095", "127.0.0.1:"+between, "group_wait: 1s", "group_wait: 1s\n  group_interval: 1s"))
	manager := exec.CommandContext(t.Context(), program, "--config.file="+config, "--storage.path="+filepath.Join(k.dir, "alerts"), "--web.listen-address=127.0.0.1:"+own, "--cluster.listen-address=")
	manager.Env = clients.Environment(t)
	runs(t, manager, "Listening on")
	reachable(t, own)

	const alert = `[{"labels":{"alertname":"DiskFull","severity":"critical","instance":"nas"},"annotations":{"summary":"3 %% left on /home"}%s}]`
	raise(t, own, fmt.Sprintf(alert, ""))
	if c := until(t, events, client.EventShown); c.Title != "DiskFull" || c.Message != "3 % left on /home" || c.Accent != "#C62828" || c.Duration != time.Minute {
		t.Errorf("%+v", c)
	}
	raise(t, own, fmt.Sprintf(alert, `,"endsAt":"2020-01-01T00:00:00Z"`))
	if c := until(t, events, client.EventDismissed); c.Title != "DiskFull" {
		t.Errorf("%+v", c)
	}
}

// raise tells Alertmanager of alerts, as Prometheus does.
func raise(t testing.TB, port, alerts string) {
	t.Helper()
	response, err := http.Post("http://127.0.0.1:"+port+"/api/v2/alerts", "application/json", strings.NewReader(alerts))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("Alertmanager answers %s", response.Status)
	}
}
