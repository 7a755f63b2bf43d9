package recipes

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"cuecard.app/client"
	"cuecard.app/e2e/clients"
	"cuecard.app/e2e/house"
)

// The buttons of the flow.
const (
	washIsDone = "c0ec0a5d00000002"
	takeAway   = "c0ec0a5d00000003"
)

func TestNodeREDRunsTheFlow(t *testing.T) {
	red, err := filepath.Abs("node-red/node_modules/node-red/red.js")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("node-red/node_modules/.installed"); err != nil {
		t.Fatal("Node-RED is not installed; run: make clients")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Fatal("Node.js is missing; Debian has it: apt-get install nodejs")
	}
	picture, asked := camera(t)
	k := newKitchen(t, "http://camera.local", picture)
	flow, err := os.ReadFile(filepath.Join(folder, "node-red-flow.json"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(k.dir, "flows.json"), k.places.Replace(string(flow)))
	write(t, filepath.Join(k.dir, "settings.js"), `module.exports = {flowFile: "flows.json", uiHost: "127.0.0.1", telemetry: {enabled: false}, diagnostics: {enabled: false}}`)
	write(t, filepath.Join(k.dir, "package.json"), `{"name": "flows", "private": true}`)
	port := fmt.Sprint(house.FreePort(t))
	program := exec.CommandContext(t.Context(), "node", red, "--userDir", k.dir, "--settings", filepath.Join(k.dir, "settings.js"), "--port", port)
	program.Env = clients.Environment(t)
	runs(t, program, "Started flows")

	events := listen(t, k.House)
	press(t, port, washIsDone)
	if c := until(t, events, client.EventShown); c.ID != "wash" || c.Title != "Laundry" || c.Message != "The wash is done" || !c.Persistent || c.WidthPercent != 30 {
		t.Errorf("%+v", c)
	}
	press(t, port, takeAway)
	if c := until(t, events, client.EventDismissed); c.ID != "wash" {
		t.Errorf("%+v", c)
	}
	response, err := http.Get("http://127.0.0.1:" + port + "/doorbell")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if c := until(t, events, client.EventShown); c.ID != "door" || *c.Dim != 0.6 || response.StatusCode != http.StatusNoContent {
		t.Errorf("%+v, the doorbell was told %s", c, response.Status)
	}
	if address := within(t, "the TV fetches the picture", asked); address != "/snapshot.jpg" {
		t.Errorf("the TV asked for %s", address)
	}
}

// press presses a button of the flow, as the editor does.
func press(t testing.TB, port, button string) {
	t.Helper()
	response, err := http.Post(fmt.Sprintf("http://127.0.0.1:%s/inject/%s", port, button), "application/json", nil)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("Node-RED answers %s", response.Status)
	}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
