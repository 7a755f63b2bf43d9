package apk

import (
	"bytes"
	"debug/elf"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const mb = 1 << 20

// cores are the programs in the APK. Only arm64 can be linked for Android proper without a C compiler; it needs the system's loader.
var cores = map[string]struct {
	machine elf.Machine
	loader  string
}{
	"lib/arm64-v8a/libcuecard.so":   {elf.EM_AARCH64, "/system/bin/linker64"},
	"lib/armeabi-v7a/libcuecard.so": {elf.EM_ARM, ""},
	"lib/x86_64/libcuecard.so":      {elf.EM_X86_64, ""},
}

func TestItIsSignedForEverySystemItRunsOn(t *testing.T) {
	a := Open(t)
	said := Ask(t, Tool(t, "apksigner", "apksigner"), "verify", "--verbose", "--min-sdk-version", "26", a.Path)
	for _, line := range []string{
		"Verified using v2 scheme (APK Signature Scheme v2): true",
		"Verified using v3 scheme (APK Signature Scheme v3): true",
		"Number of signers: 1",
	} {
		if !strings.Contains(said, line) {
			t.Errorf("apksigner does not say %q:\n%s", line, said)
		}
	}
	Ask(t, Tool(t, "zipalign", "zipalign"), "-c", "-p", "4", a.Path)
}

func TestItIsSmall(t *testing.T) {
	file, err := os.Stat(Open(t).Path)
	if err != nil {
		t.Fatal(err)
	}
	if file.Size() > 25*mb {
		t.Errorf("it has %d MB", file.Size()/mb)
	}
}

func TestItHoldsACoreForEveryTelevision(t *testing.T) {
	a := Open(t)
	var packed []string
	for _, name := range a.Files() {
		if strings.HasPrefix(name, "lib/") {
			packed = append(packed, name)
		}
	}
	want(t, "cores", len(packed), len(cores))
	for name, core := range cores {
		t.Run(name, func(t *testing.T) {
			content := a.Read(t, name)
			program, err := elf.NewFile(bytes.NewReader(content))
			if err != nil {
				t.Fatal(err)
			}
			want(t, "machine", program.Machine, core.machine)
			libraries, _ := program.ImportedLibraries()
			want(t, "libraries", libraries, []string{})
			loader := ""
			for _, segment := range program.Progs {
				switch segment.Type {
				case elf.PT_INTERP:
					path := make([]byte, segment.Filesz)
					if _, err := segment.ReadAt(path, 0); err != nil {
						t.Fatal(err)
					}
					loader = strings.TrimRight(string(path), "\x00")
				case elf.PT_LOAD:
					if segment.Align%(16<<10) != 0 || segment.Vaddr%segment.Align != segment.Off%segment.Align {
						t.Errorf("a segment at %#x is aligned to %#x, not to pages of 16 KB", segment.Vaddr, segment.Align)
					}
				}
			}
			want(t, "loader", loader, core.loader)
			if !bytes.Contains(content, []byte("Europe/Berlin")) {
				t.Error("it knows no time zones")
			}
		})
	}
}

func TestTheCodeIsWhatAndroid8CanRun(t *testing.T) {
	a := Open(t)
	var code []string
	for _, name := range a.Files() {
		if strings.HasSuffix(name, ".dex") {
			code = append(code, name)
		}
	}
	want(t, "code", code, []string{"classes.dex"})
	said := Ask(t, Tool(t, "dexdump", "dexdump"), "-d", a.Extract(t, "classes.dex"))
	for _, instruction := range []string{"invoke-custom", "invoke-polymorphic"} {
		if strings.Contains(said, instruction) {
			t.Errorf("there is an %s in the code, which needs classes that Android has not", instruction)
		}
	}
	m := a.xml(t, "AndroidManifest.xml")
	for _, kind := range []string{"activity", "service", "receiver"} {
		for _, name := range m.values(kind, "name") {
			class := "'Lapp/cuecard/tv" + strings.ReplaceAll(name, ".", "/") + ";'"
			if !strings.Contains(said, "Class descriptor  : "+class) {
				t.Errorf("the manifest names %s, and there is no class %s", name, class)
			}
		}
	}
}

// The times in the archive and the order of what is added are all that a second build could do otherwise.
func TestNothingInItTellsWhenOrWhereItWasBuilt(t *testing.T) {
	a := Open(t)
	root, err := filepath.Abs(Root)
	if err != nil {
		t.Fatal(err)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range a.zip.File {
		if file.Modified.Year() > 1980 {
			t.Errorf("%s is of %v", file.Name, file.Modified)
		}
		content := a.Read(t, file.Name)
		for _, secret := range []string{root + "/", home + "/", "android.keystore", "PRIVATE KEY-----\n"} {
			if bytes.Contains(content, []byte(secret)) {
				t.Errorf("%s holds %q", file.Name, secret)
			}
		}
	}
	added := a.Files()[slices.Index(a.Files(), "classes.dex"):]
	if !slices.IsSorted(added) {
		t.Errorf("the order is %v", added)
	}
}
