package apk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cuecard.app/e2e/house"
)

func manifest(t *testing.T) (*APK, *element) {
	t.Helper()
	a := Open(t)
	return a, a.xml(t, "AndroidManifest.xml")
}

func want(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestTheAppIsOfTheCoresVersion(t *testing.T) {
	a, m := manifest(t)
	cuecard, err := house.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	said := strings.TrimSpace(cuecard.Run(t, "", "version").Out)
	want(t, "version", "cuecard "+m.attrs["versionName"], said)
	var major, minor, patch int
	if _, err := fmt.Sscanf(said, "cuecard %d.%d.%d", &major, &minor, &patch); err != nil {
		t.Fatal(err)
	}
	want(t, "version code", m.attrs["versionCode"], major*10000+minor*100+patch)
	if name := "cuecard-" + m.attrs["versionName"] + ".apk"; !strings.HasSuffix(a.Path, "/"+name) {
		t.Errorf("the file is %s, not %s", a.Path, name)
	}
}

func TestItInstallsFromAndroid8(t *testing.T) {
	_, m := manifest(t)
	want(t, "package", m.attrs["package"], "app.cuecard.tv")
	want(t, "oldest system", m.values("uses-sdk", "minSdkVersion"), []string{"26"})
	want(t, "system it is made for", m.values("uses-sdk", "targetSdkVersion"), []string{"35"})
}

func TestItAsksForNothingMoreThanItUses(t *testing.T) {
	_, m := manifest(t)
	asked := m.values("uses-permission", "name")
	slices.Sort(asked)
	want(t, "permissions", asked, []string{
		"android.permission.ACCESS_NETWORK_STATE",
		"android.permission.FOREGROUND_SERVICE",
		"android.permission.FOREGROUND_SERVICE_SPECIAL_USE",
		"android.permission.INTERNET",
		"android.permission.RECEIVE_BOOT_COMPLETED",
		"android.permission.SYSTEM_ALERT_WINDOW",
	})
	for _, other := range []string{"uses-permission-sdk-23", "permission", "provider", "uses-library"} {
		if found := m.all(other); len(found) > 0 {
			t.Errorf("there is a %s: %v", other, found[0].attrs)
		}
	}
}

func TestNeitherATouchScreenNorATelevisionIsRequired(t *testing.T) {
	a, m := manifest(t)
	for _, feature := range m.all("uses-feature") {
		want(t, feature.attrs["name"]+" required", feature.attrs["required"], "false")
	}
	badging := Ask(t, aapt2(t), "dump", "badging", a.Path)
	for _, line := range []string{
		"  uses-feature-not-required: name='android.hardware.touchscreen'",
		"  uses-feature-not-required: name='android.software.leanback'",
	} {
		if !strings.Contains(badging, line) {
			t.Errorf("badging lacks %q:\n%s", line, badging)
		}
	}
	for _, word := range []string{"uses-feature:", "uses-implied-feature:"} {
		if strings.Contains(badging, word) {
			t.Errorf("badging has %q:\n%s", word, badging)
		}
	}
}

func TestItIsOnTheHomeScreenOfATelevisionAndOfAPhone(t *testing.T) {
	a, _ := manifest(t)
	badging := Ask(t, aapt2(t), "dump", "badging", a.Path)
	for _, part := range []string{
		"application-label:'Cuecard'",
		" icon='res/mipmap-anydpi/icon.xml' banner='res/drawable/banner.xml'",
		"\nlaunchable-activity: name='app.cuecard.tv.screen.SettingsActivity'",
		"\nleanback-launchable-activity: name='app.cuecard.tv.screen.SettingsActivity'",
	} {
		if !strings.Contains(badging, part) {
			t.Errorf("badging lacks %q:\n%s", part, badging)
		}
	}
}

func TestOnlyTheSettingsAreOpenToOtherApps(t *testing.T) {
	_, m := manifest(t)
	open := map[string]string{}
	for _, kind := range []string{"activity", "activity-alias", "service", "receiver", "provider"} {
		for _, component := range m.all(kind) {
			open[component.attrs["name"]] = component.attrs["exported"]
		}
	}
	want(t, "exported", open, map[string]string{
		".screen.SettingsActivity": "true",
		".screen.SetupActivity":    "false",
		".screen.AddressActivity":  "false",
		".OverlayService":          "false",
		".BootReceiver":            "false",
	})
}

func TestTheServiceStaysWhenTheSettingsAreClosedAndStartsWithTheTelevision(t *testing.T) {
	_, m := manifest(t)
	service := m.all("service")[0]
	want(t, "kind of service", service.attrs["foregroundServiceType"], "0x40000000") // specialUse
	want(t, "its reason", service.values("property", "name"), []string{"android.app.PROPERTY_SPECIAL_USE_FGS_SUBTYPE"})
	want(t, "ends with the task", service.attrs["stopWithTask"], "false")
	want(t, "started by", m.all("receiver")[0].values("action", "name"),
		[]string{"android.intent.action.BOOT_COMPLETED", "android.intent.action.MY_PACKAGE_REPLACED"})
}

func TestTheCoreIsUnpackedAsAFile(t *testing.T) {
	_, m := manifest(t)
	want(t, "extractNativeLibs", m.values("application", "extractNativeLibs"), []string{"true"})
}

func TestTheVoicesOfTheDeviceAreVisibleToIt(t *testing.T) {
	_, m := manifest(t)
	if seen := m.all("queries")[0].values("action", "name"); !slices.Contains(seen, "android.intent.action.TTS_SERVICE") {
		t.Errorf("it sees %v", seen)
	}
}

func TestTheAppItselfSpeaksInTheClearOnlyWithTheCore(t *testing.T) {
	a, m := manifest(t)
	want(t, "usesCleartextTraffic", m.values("application", "usesCleartextTraffic"), []string{""})
	if m.all("application")[0].attrs["networkSecurityConfig"] == "" {
		t.Fatal("the manifest names no rules")
	}
	rules := a.xml(t, "res/xml/network_security_config.xml")
	want(t, "in the clear", rules.values("base-config", "cleartextTrafficPermitted"), []string{"false"})
	var hosts []string
	for _, domain := range rules.all("domain") {
		want(t, "subdomains of "+domain.text, domain.attrs["includeSubdomains"], "false")
		hosts = append(hosts, domain.text)
	}
	want(t, "but", hosts, []string{"127.0.0.1", "localhost"})
}

func TestNothingIsBackedUp(t *testing.T) {
	a, m := manifest(t)
	app := m.all("application")[0]
	want(t, "allowBackup", app.attrs["allowBackup"], "false")
	want(t, "fullBackupContent", app.attrs["fullBackupContent"], "false")
	if app.attrs["dataExtractionRules"] == "" {
		t.Fatal("the manifest names no rules for Android 12 and newer")
	}
	rules := a.xml(t, "res/xml/data_extraction_rules.xml")
	if included := rules.all("include"); len(included) > 0 {
		t.Errorf("%v is included", included[0].attrs)
	}
	for _, way := range []string{"cloud-backup", "device-transfer"} {
		kept := rules.all(way)[0].values("exclude", "domain")
		want(t, way, kept, []string{"root", "file", "database", "sharedpref", "external",
			"device_root", "device_file", "device_database", "device_sharedpref"})
	}
}
