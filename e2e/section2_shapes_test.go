package e2e

import (
	"net"
	"regexp"
	"strings"
	"testing"
)

var (
	randomUUID = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	threeParts = regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$`)
)

// isRandomUUID tells a UUID of version 4.
func isRandomUUID(id string) bool { return randomUUID.MatchString(id) }

// TestSection2OtherResponseShapes holds the table of the same name.
func TestSection2OtherResponseShapes(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	t.Run("Post result", func(t *testing.T) {
		ask(t, h, "POST", "/notify", `{"id":"c","message":"m"}`).wants(t, 200, `{"id":"c","result":"shown"}`)
	})
	t.Run("Delete result", func(t *testing.T) {
		ask(t, h, "DELETE", "/notify/c", "").wants(t, 200, `{"id":"c","result":"dismissed"}`)
	})
	t.Run("Health", func(t *testing.T) {
		a := ask(t, h, "GET", "/health", "")
		health := a.object(t)
		hasFields(t, health, "status", "app", "version")
		version, _ := health["version"].(string)
		if a.status != 200 || health["status"] != "ok" || health["app"] != "Cuecard" || !threeParts.MatchString(version) {
			t.Errorf("answered %d %s", a.status, a.body)
		}
	})
	t.Run("Info", func(t *testing.T) {
		a := ask(t, h, "GET", "/info", "")
		info := a.object(t)
		hasFields(t, info, "deviceName", "ip", "port", "screenWidth", "screenHeight", "version", "authEnabled", "overlayPermission")
		_, port, _ := net.SplitHostPort(strings.TrimPrefix(h.URL, "http://"))
		name, _ := info["deviceName"].(string)
		if a.status != 200 || name == "" || info["authEnabled"] != false || info["overlayPermission"] != true {
			t.Errorf("answered %d %s", a.status, a.body)
		}
		// As they stand in the body: integers, not 1.92e3.
		for _, part := range []string{`"port":` + port + `,`, `"screenWidth":1920,`, `"screenHeight":1080,`} {
			if !strings.Contains(a.body, part) {
				t.Errorf("%s has no %s", a.body, part)
			}
		}
		if health := ask(t, h, "GET", "/health", "").object(t); info["version"] != health["version"] {
			t.Errorf("/info says version %v, /health says %v", info["version"], health["version"])
		}
	})
	t.Run("Error", func(t *testing.T) {
		ask(t, h, "POST", "/notify", `{}`).refuses(t, 400, "message")
		ask(t, h, "PUT", "/notify", "").refuses(t, 405, "")
		ask(t, h, "POST", "/nothing", "").refuses(t, 404, "")
	})
}

func TestSection2TheDeviceNameIsTheOwners(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	owner(t, h, "settings", "deviceName=Living room 📺")
	if got := ask(t, h, "GET", "/info", "").object(t)["deviceName"]; got != "Living room 📺" {
		t.Errorf("deviceName is %q, want the owner's", got)
	}
}
