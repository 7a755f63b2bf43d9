package fetch

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestABodyOfExactlyTheLimitIsFetchedAndOneByteMoreIsNot(t *testing.T) {
	limit := int(FactoryLimits().Bytes)
	for _, way := range []struct {
		name string
		send func(w http.ResponseWriter, content string)
	}{
		{"with its length", func(w http.ResponseWriter, content string) {
			w.Header().Set("Content-Length", strconv.Itoa(len(content)))
			send(w, "image/png", content)
		}},
		{"in chunks", func(w http.ResponseWriter, content string) {
			w.(http.Flusher).Flush()
			io.WriteString(w, content)
		}},
		{"packed", func(w http.ResponseWriter, content string) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(pack(content))
		}},
	} {
		t.Run(way.name, func(t *testing.T) {
			var content string
			at := serve(t, func(w http.ResponseWriter, r *http.Request) { way.send(w, content) })

			content = png + strings.Repeat(".", limit-len(png))
			file, err := New(patientLimits()).Fetch(t.Context(), at)
			wantFile(t, file, err, "image/png", content)

			content += "."
			_, err = New(patientLimits()).Fetch(t.Context(), at)
			wantFailure(t, err, "is larger than 5242880 bytes")
		})
	}
}

// patientLimits are the usual ones, on a machine that takes its time.
func patientLimits() Limits {
	limits := FactoryLimits()
	limits.Time = time.Minute
	return limits
}

func TestALengthOverTheLimitIsRefusedBeforeTheBodyIsRead(t *testing.T) {
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "5242881")
		w.(http.Flusher).Flush()
		<-r.Context().Done() // no body ever comes, so only the header can tell
	})
	_, err := New(FactoryLimits()).Fetch(t.Context(), at)
	wantFailure(t, err, "is larger than 5242880 bytes")
}

func TestAPackedPictureThatGrowsPastTheLimitStopsThereInMemoryToo(t *testing.T) {
	zeros := pack(strings.Repeat("\x00", 8<<20))
	bomb := string(pack(png)) + strings.Repeat(string(zeros), 32) // 256 MiB
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		send(w, "image/png", bomb)
	})

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := New(patientLimits()).Fetch(t.Context(), at)
	runtime.ReadMemStats(&after)
	wantFailure(t, err, "is larger than 5242880 bytes")
	// This counts all that was allocated, garbage and the server's share too: several times what was in use at once.
	if spent := after.TotalAlloc - before.TotalAlloc; spent > 8*5_242_880 {
		t.Errorf("allocated %d bytes", spent)
	}
}

func TestAPackedPictureThatUnpacksToNothingStopsAtTheLimit(t *testing.T) {
	nothing := pack("")
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Content-Encoding", "gzip")
		for err := error(nil); err == nil; {
			_, err = w.Write(nothing)
		}
	})
	_, err := New(Limits{Time: FactoryLimits().Time, Bytes: 1 << 16}).Fetch(t.Context(), at)
	wantFailure(t, err, "is larger than 65536 bytes")
}

func TestAPackingThatWasNotAskedForIsRefused(t *testing.T) {
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "br")
		send(w, "image/png", png)
	})
	_, err := New(FactoryLimits()).Fetch(t.Context(), at)
	wantFailure(t, err, "packed")
}

func TestAPictureThatBreaksOffIsAFailure(t *testing.T) {
	for name, begin := range map[string]func(w http.ResponseWriter){
		"with its length": func(w http.ResponseWriter) { w.Header().Set("Content-Length", "1000") },
		"in chunks":       func(w http.ResponseWriter) {},
	} {
		t.Run(name, func(t *testing.T) {
			at := serve(t, func(w http.ResponseWriter, r *http.Request) {
				begin(w)
				send(w, "image/png", png)
				w.(http.Flusher).Flush()
				panic(http.ErrAbortHandler)
			})
			_, err := New(FactoryLimits()).Fetch(t.Context(), at)
			wantFailure(t, err, "breaks off before its end")
		})
	}
}

func TestAHugeHeaderIsAFailure(t *testing.T) {
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Filler", strings.Repeat("x", 80<<10))
		send(w, "image/png", png)
	})
	_, err := New(FactoryLimits()).Fetch(t.Context(), at)
	wantFailure(t, err, "cannot be read")
}

func pack(content string) []byte {
	var packed bytes.Buffer
	packer := gzip.NewWriter(&packed)
	io.WriteString(packer, content)
	packer.Close()
	return packed.Bytes()
}
