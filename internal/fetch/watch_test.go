package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// frame is a numbered picture in a stream.
func frame(n int) string {
	return length("--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n", numbered(n)) + "\r\n"
}

func numbered(n int) string { return fmt.Sprintf("%s %d", jpeg, n) }

// stream begins a camera's answer and returns how to go on with it.
func stream(w http.ResponseWriter) (write func(string)) {
	w.Header().Set("Content-Type", mixedReplace+"; boundary=frame")
	return func(text string) {
		io.WriteString(w, text)
		w.(http.Flusher).Flush()
	}
}

func TestTheFramesOfAStreamAreHandedOnAsTheyCome(t *testing.T) {
	seen := make(chan File)
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		write := stream(w)
		for n := range 5 {
			write(frame(n))
			wantFile(t, <-seen, nil, "image/jpeg", numbered(n)) // the next one comes no sooner
			write("--frame\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nno\r\n--frame\r\nContent-Type: text/html\r\n\r\nno\r\n")
		}
		write("--frame--\r\n")
	})
	err := New(FactoryLimits()).Watch(t.Context(), at+"/cam", func(f File) {
		if !f.Live {
			t.Error("a frame of a stream is not live")
		}
		seen <- f
	})
	wantFailure(t, err, "the stream at "+strings.TrimPrefix(at, "http://")+"/cam has ended")
}

func TestOnlyAStreamIsLive(t *testing.T) {
	for declared, live := range map[string]bool{"image/jpeg": false, mixedReplace: true} {
		at := serve(t, func(w http.ResponseWriter, r *http.Request) {
			content := jpeg
			if live {
				content = frame(1)
			}
			send(w, declared, content)
		})
		file, err := New(FactoryLimits()).Fetch(t.Context(), at)
		if err != nil || file.Live != live {
			t.Errorf("%s: live %v, %v", declared, file.Live, err)
		}
	}
}

func TestFifteenFramesASecondAreHandedOnAndTheNewestWins(t *testing.T) {
	for name, slow := range map[string]time.Duration{"taken at once": 0, "taken slowly": 500 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var seen []string
				began := time.Now()
				err := watching(t, func(w http.ResponseWriter, r *http.Request) {
					write := stream(w)
					for n := range 200 { // two seconds
						write(frame(n))
						pause(r, 10*time.Millisecond)
					}
				}, func(f File) {
					time.Sleep(slow)
					seen = append(seen, string(f.Bytes))
				})
				wantFailure(t, err, "ended")
				most := 31
				if slow > 0 {
					most = 5
				}
				if len(seen) < most-1 || len(seen) > most || seen[0] != numbered(0) || seen[len(seen)-1] != numbered(199) {
					t.Errorf("%d frames in %v, from %q to %q", len(seen), time.Since(began), seen[0], seen[len(seen)-1])
				}
			})
		})
	}
}

func TestAStreamThatStallsIsGivenUp(t *testing.T) {
	for name, goOn := range map[string]string{
		"nothing more": "", "no whole frame": "--frame\r\nContent-Length: 1000\r\n\r\n\xff\xd8\xff", "no picture": "--frame\r\n\r\n<html>\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var last time.Time
				frames := 0
				err := watching(t, func(w http.ResponseWriter, r *http.Request) {
					write := stream(w)
					for n := range 4 {
						write(frame(n))
						pause(r, 4*time.Second) // slow is not stalled
					}
					for r.Context().Err() == nil {
						write(goOn)
						pause(r, time.Second)
					}
				}, func(File) { frames, last = frames+1, time.Now() })
				wantFailure(t, err, "the stream at cam/ has stalled for 5s")
				if took := time.Since(last); frames != 4 || took != 5*time.Second {
					t.Errorf("after %d frames given up after %v", frames, took)
				}
			})
		})
	}
}

func TestTheLimitOfBytesIsThatOfAFrame(t *testing.T) {
	padded := func(n, size int) string {
		return length("--frame\r\nContent-Length: %d\r\n\r\n", numbered(n)+strings.Repeat(".", size)) + "\r\n"
	}
	for _, before := range []int{0, 50} {
		synctest.Test(t, func(t *testing.T) {
			frames := 0
			err := watching(t, func(w http.ResponseWriter, r *http.Request) {
				write := stream(w)
				for n := range before {
					write(padded(n, 1<<15))
					pause(r, time.Second)
				}
				write(padded(before, 1<<17))
				<-r.Context().Done()
			}, func(File) { frames++ })
			wantFailure(t, err, "is larger than 65536 bytes")
			if frames != before {
				t.Errorf("%d frames", frames)
			}
		})
	}
}

func TestWatchingEndsAtOnceWithItsContext(t *testing.T) {
	left := make(chan struct{})
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		defer close(left)
		stream(w)(frame(1))
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	frames := 0
	err := New(FactoryLimits()).Watch(ctx, at, func(File) { frames++; cancel() })
	if !errors.Is(err, context.Canceled) || frames != 1 {
		t.Errorf("%d frames, %v", frames, err)
	}
	<-left // the connection does not outlive it
}

func TestWhatIsNoStreamIsNotWatched(t *testing.T) {
	for words, answer := range map[string]http.HandlerFunc{
		"is none any more":   func(w http.ResponseWriter, r *http.Request) { send(w, "image/jpeg", jpeg) },
		"with 404":           func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) },
		"without a boundary": func(w http.ResponseWriter, r *http.Request) { send(w, mixedReplace, strings.Repeat(".", 1<<14)) },
		"is packed": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			send(w, mixedReplace, frame(1))
		},
	} {
		err := New(FactoryLimits()).Watch(t.Context(), withUser(t, serve(t, answer), "marjorie", "s3cret"), func(File) { t.Error("a frame was handed on") })
		wantFailure(t, err, words)
		if strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q tells the password", err)
		}
	}
	wantFailure(t, New(FactoryLimits()).Watch(t.Context(), "ftp://cam/", nil), "cannot be understood")
}

// watching follows a camera over a network in memory, within the limits of a small frame.
func watching(t *testing.T, camera http.HandlerFunc, each func(File)) error {
	t.Helper()
	network := newPipes(0)
	network.serve(t, camera)
	fetcher := New(Limits{Time: FactoryLimits().Time, Bytes: 1 << 16})
	fetcher.dial = network.dial
	return fetcher.Watch(t.Context(), "http://cam/", each)
}
