package recipes

import (
	"os"
	"testing"

	"cuecard.app/client"
	"cuecard.app/e2e/machine"
)

func TestAUnitThatFailsIsShown(t *testing.T) {
	template, override := file(t, "systemd.md", "cuecard-failed@.service"), file(t, "systemd.md", "override.conf")
	if !machine.Own(t, string(cuecard)) {
		return
	}
	user := machine.Login(t)
	program, err := os.ReadFile(string(cuecard))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("/run/cuecard", program, 0o755); err != nil {
		t.Fatal(err)
	}
	h := cuecard.Start(t)
	places := home(h, "/usr/bin/cuecard", "/run/cuecard")
	const units = ".config/systemd/user/"
	user.Write(t, units+"cuecard-failed@.service", places.Replace(template))
	user.Write(t, units+"backup.service", "[Service]\nType=oneshot\nExecStart=/bin/false\n")
	user.Write(t, units+"backup.service.d/override.conf", override)
	if said, err := user.Run(t, "systemctl", "--user", "daemon-reload"); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	events := listen(t, h)
	if said, err := user.Run(t, "systemctl", "--user", "start", "backup"); err == nil {
		t.Fatalf("the backup did not fail: %s", said)
	}
	c := until(t, events, client.EventShown)
	host, _ := os.Hostname()
	if c.ID != "failed-backup.service" || c.Message != "backup.service has failed" || c.Title != host || !c.Persistent || c.Accent != "#C62828" {
		t.Errorf("%+v", c)
	}
}
