package fetch

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestUserInformationAndQueryAreInNoError(t *testing.T) {
	page := serve(t, func(w http.ResponseWriter, r *http.Request) { send(w, "text/html", "<html></html>") })
	astray := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "http://marjorie:s3cret@[/?token=s3cret")
		w.WriteHeader(http.StatusFound)
	})
	nobody := closed(t)
	for name, address := range map[string]string{
		"refused content":       withUser(t, page+"/snap.jpg", "marjorie", "s3cret"),
		"refused redirect":      withUser(t, astray+"/snap.jpg", "marjorie", "s3cret"),
		"nobody there":          withUser(t, nobody+"/snap.jpg", "marjorie", "s3cret"),
		"echo of the request":   withUser(t, echo(t)+"/snap.jpg", "marjorie", "s3cret"),
		"another scheme":        "ftp://marjorie:s3cret@cam/snap.jpg?token=s3cret",
		"no scheme":             "marjorie:s3cret@cam/snap.jpg?token=s3cret",
		"no host":               "http://marjorie:s3cret@/snap.jpg?token=s3cret",
		"slash in the password": "http://marjorie:s3cret/@cam/snap.jpg",
		"bad escape":            "http://marjorie:s3cret%zz@cam/snap.jpg",
		"bad port":              "http://marjorie:s3cret@cam:s3cret/snap.jpg",
		"line break":            "http://marjorie:s3cret@cam/\nsnap.jpg",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New(FactoryLimits()).Fetch(t.Context(), address)
			wantFailure(t, err, "the picture")
			for _, secret := range []string{"marjorie", "s3cret", "token", "bWFyam9y"} { // the last is how basic credentials begin
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%q tells %q", err, secret)
				}
			}
		})
	}
}

func TestErrorsSayWhichPictureFailed(t *testing.T) {
	at := serve(t, func(w http.ResponseWriter, r *http.Request) { send(w, "text/html", "") })
	_, err := New(FactoryLimits()).Fetch(t.Context(), at+"/front%0Adoor/snap.jpg")
	wantFailure(t, err, "the picture at "+strings.TrimPrefix(at, "http://")+"/front%0Adoor/snap.jpg is declared as")

	_, err = New(FactoryLimits()).Fetch(t.Context(), at+"/"+strings.Repeat("x", 10_000))
	wantFailure(t, err, "xxx… is declared as")
	if len(err.Error()) > 400 {
		t.Errorf("the error is %d bytes long", len(err.Error()))
	}
}

func TestANobodyAtTheAddressIsAFailure(t *testing.T) {
	_, err := New(FactoryLimits()).Fetch(t.Context(), closed(t))
	wantFailure(t, err, "cannot be reached")
}

func TestAnUnknownCertificateIsAFailure(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { send(w, "image/png", png) }))
	server.Config.ErrorLog = quiet()
	server.StartTLS()
	t.Cleanup(server.Close)
	_, err := New(FactoryLimits()).Fetch(t.Context(), server.URL)
	wantFailure(t, err, "certificate is not trusted")
}

// closed is an address where nobody listens any more.
func closed(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(nil)
	server.Close()
	return server.URL
}

// echo is a server that says back what it hears, which is no HTTP.
func echo(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	t.Cleanup(func() { listener.Close(); <-done })
	go func() {
		defer close(done)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			heard := make([]byte, 4096)
			n, _ := conn.Read(heard)
			conn.Write(heard[:n])
			conn.Close()
		}
	}()
	return "http://" + listener.Addr().String()
}
