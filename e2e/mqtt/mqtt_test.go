// Package mqtt holds the program to its promises at a broker: the built binary, and a real mosquitto.
package mqtt

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"flag"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
	"go.uber.org/goleak"
)

// cuecard is the program under test.
var cuecard house.Binary

// authority is the folder of the tests' own certificate authority, which the program trusts.
var authority string

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "8") // most tests wait for a program
	dir, err := os.MkdirTemp("", "cuecard-authority")
	if err == nil {
		authority = dir
		err = certify(dir)
	}
	if err == nil {
		err = os.Setenv("SSL_CERT_FILE", filepath.Join(dir, "ca.pem"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := cuecard.Test(m, "-race")
	_ = os.RemoveAll(dir)
	http.DefaultClient.CloseIdleConnections()
	if err := goleak.Find(); err != nil && status == 0 {
		fmt.Fprintln(os.Stderr, err)
		status = 1
	}
	os.Exit(status)
}

// certify makes an authority and a certificate of it for this machine.
func certify(dir string) error {
	ca := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "The tests' authority"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	if err := write(filepath.Join(dir, "ca.pem"), "CERTIFICATE")(x509.CreateCertificate(rand.Reader, ca, ca, key.Public(), key)); err != nil {
		return err
	}
	leaf := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "localhost"}, NotBefore: ca.NotBefore, NotAfter: ca.NotAfter,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	own, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	if err := write(filepath.Join(dir, "cert.pem"), "CERTIFICATE")(x509.CreateCertificate(rand.Reader, leaf, ca, own.Public(), key)); err != nil {
		return err
	}
	return write(filepath.Join(dir, "key.pem"), "EC PRIVATE KEY")(x509.MarshalECPrivateKey(own))
}

func write(path, kind string) func([]byte, error) error {
	return func(der []byte, err error) error {
		if err != nil {
			return err
		}
		return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
	}
}

// tv is a service at a broker.
type tv struct {
	*house.House
	id string
}

// turnOn starts a service that is at the broker, and returns when it is there.
func turnOn(t *testing.T, b *broker, flags ...string) tv {
	t.Helper()
	return turnOnIn(t, b, t.TempDir(), flags...)
}

func turnOnIn(t *testing.T, b *broker, dir string, flags ...string) tv {
	t.Helper()
	h := cuecard.StartIn(t, dir, append([]string{"--mqtt", b.url()}, flags...)...)
	found := tv{h, idOf(t, dir)}
	b.listen(t, "cuecard/"+found.id+"/availability").until("online", func(m message) bool { return m.text() == "online" })
	return found
}

// idOf is the device's id, as it is kept.
func idOf(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "settings.json"))
	var kept struct{ ID string }
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil || kept.ID == "" {
		t.Fatalf("no id is kept: %v", err)
	}
	return kept.ID
}

func (v tv) topic(about string) string { return "cuecard/" + v.id + "/" + about }

// cards is what the service holds.
func (v tv) cards(t *testing.T) client.State {
	t.Helper()
	state, err := v.Client().Cards(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// holds fails unless these messages are on stage, the one on screen first.
func (v tv) holds(t *testing.T, want ...string) {
	t.Helper()
	state := v.cards(t)
	var got []string
	if state.Showing != nil {
		got = append(got, state.Showing.Message)
	}
	for _, c := range state.Waiting {
		got = append(got, c.Message)
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("on stage are %q, want %q", got, want)
	}
}

// does runs a command that has to end well.
func (v tv) does(t *testing.T, args ...string) string {
	t.Helper()
	done := v.Run(t, args...)
	if done.Status != 0 {
		t.Fatalf("cuecard %q: %+v", args, done)
	}
	return done.Out
}
