package sound

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// place is where a sound server may listen.
type place struct{ network, address string }

// places are where libpulse looks: what PULSE_SERVER says, or else the session's socket and the system's.
func places() []place {
	if said := os.Getenv("PULSE_SERVER"); said != "" {
		return parsePlaces(said)
	}
	var all []place
	add := func(dir string, path ...string) {
		if dir != "" {
			all = append(all, place{"unix", filepath.Join(append([]string{dir}, path...)...)})
		}
	}
	add(os.Getenv("PULSE_RUNTIME_PATH"), "native")
	if session := os.Getenv("XDG_RUNTIME_DIR"); session != "" {
		add(session, "pulse", "native")
	} else {
		// A service outside of a session is not told where the session's files are.
		add("/run/user", strconv.Itoa(os.Getuid()), "pulse", "native")
	}
	add("/run/pulse", "native")
	return all
}

// parsePlaces reads a server string: places with spaces between them, each maybe with {the machine that it is meant for}.
func parsePlaces(said string) (all []place) {
	for _, word := range strings.Fields(said) {
		if machine, rest, ok := strings.Cut(word, "}"); ok && strings.HasPrefix(machine, "{") {
			if own, err := os.Hostname(); err != nil || machine[1:] != own && machine[1:] != machineID() {
				continue
			}
			word = rest
		}
		switch network, address, found := strings.Cut(word, ":"); {
		case strings.HasPrefix(word, "/"):
			all = append(all, place{"unix", word})
		case found && network == "unix":
			all = append(all, place{"unix", address})
		case found && (network == "tcp" || network == "tcp4" || network == "tcp6"):
			all = append(all, place{network, withPort(address)})
		case word != "":
			all = append(all, place{"tcp", withPort(word)})
		}
	}
	return all
}

func machineID() string {
	id, _ := os.ReadFile("/etc/machine-id")
	return strings.TrimSpace(string(id))
}

func withPort(address string) string {
	if _, _, err := net.SplitHostPort(address); err == nil {
		return address
	}
	return net.JoinHostPort(strings.Trim(address, "[]"), "4713")
}

// cookie is the key to the sound server. Without a file there is one of zeros, which servers that ask for none take.
func cookie() []byte {
	config, err := os.UserConfigDir()
	if err != nil {
		config = "/nonexistent"
	}
	files := []string{filepath.Join(config, "pulse", "cookie"), filepath.Join(os.Getenv("HOME"), ".pulse-cookie")}
	if said := os.Getenv("PULSE_COOKIE"); said != "" {
		files = []string{said}
	}
	const size = 256
	for _, path := range files {
		if key, err := os.ReadFile(path); err == nil && len(key) == size {
			return key
		}
	}
	return make([]byte, size)
}
