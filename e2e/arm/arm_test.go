// Package arm runs the cores that are packed into the Android app: those for ARM in an emulator, that for Intel as it is.
//
// It stands in for the app around them, and never looks at the code.
package arm

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"cuecard.app/client"
	"cuecard.app/e2e/apk"
	"cuecard.app/e2e/house"
)

// commands are how a core for each machine is run here.
var commands = map[string]func(t *testing.T, core string) []string{
	"arm64-v8a": func(t *testing.T, core string) []string {
		return []string{apk.Tool(t, "qemu-aarch64-static", "qemu-user-static"), "-L", android(t), core}
	},
	"armeabi-v7a": func(t *testing.T, core string) []string {
		return []string{apk.Tool(t, "qemu-arm-static", "qemu-user-static"), core}
	},
	"x86_64": func(t *testing.T, core string) []string {
		if runtime.GOARCH != "amd64" {
			t.Skip("this machine is another")
		}
		return []string{core}
	},
}

// android is a folder with a loader where Android has its own. The core needs no library, so that of glibc will do.
func android(t *testing.T) string {
	t.Helper()
	loader, err := os.ReadFile(apk.Tool(t, "/usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1", "libc6-arm64-cross"))
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "system/bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "system/bin/linker64"), loader, 0o700); err != nil {
		t.Fatal(err)
	}
	return root
}

func TestThePackedCoreShowsACardThroughTheAppAndEndsWithIt(t *testing.T) {
	for abi, command := range commands {
		t.Run(abi, func(t *testing.T) {
			core := apk.Open(t).Extract(t, "lib/"+abi+"/libcuecard.so")
			app := start(t, command(t, core))
			posted := make(chan error, 1)
			go func() {
				receipt, err := app.Client().Notify(t.Context(), client.Card{ID: "door", Message: "Somebody is at the door"})
				if err == nil && receipt.Result != client.Shown {
					err = fmt.Errorf("it is %s", receipt.Result)
				}
				posted <- err
			}()
			show := app.Hears(t, "show")
			if card, ok := show["card"].(map[string]any); !ok || card["message"] != "Somebody is at the door" {
				t.Errorf("the app was given %v", show)
			}
			app.Obey(show)
			if err := <-posted; err != nil {
				t.Errorf("posting answered %v", err)
			}
			if health, err := app.Client().Health(t.Context()); err != nil || health.Version != app.Hello["version"] {
				t.Errorf("health answered %+v, %v; hello said %v", health, err, app.Hello)
			}
			if _, err := app.Client().Dismiss(t.Context(), "door"); err != nil {
				t.Error(err)
			}
			app.Hears(t, "clear")
			if err := app.End(); err != nil {
				t.Errorf("the core ended with %v: %s", err, app.Log())
			}
		})
	}
}

// start runs a core inside of an app that has told of its device, and waits until cards can be drawn.
func start(t *testing.T, command []string) *house.App {
	t.Helper()
	program := house.Binary(command[len(command)-1]).AppCommand(t.TempDir())
	program.Path, program.Args = command[0], slices.Concat(command[:len(command)-1], program.Args)
	program.Env = append(program.Env, "TZ=Europe/Berlin")
	app, err := house.OpenApp(program)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.Kill() })
	app.Say(house.Frame{"type": "device", "width": 1920, "height": 1080, "overlay": true})
	app.Obey(app.Hears(t, "clear")) // the empty screen: it has met the device
	return app
}
