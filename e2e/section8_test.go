package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestSection8RequestBodySize holds the row of that name, at its edge.
func TestSection8RequestBodySize(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	const head, tail = `{"id":"a","message":"`, `"}`
	full := head + strings.Repeat("x", 262144-len(head)-len(tail)) + tail
	ask(t, h, "POST", "/notify", full).wants(t, 200, `{"id":"a","result":"shown"}`)
	ask(t, h, "POST", "/notify", full+" ").refuses(t, 413, "262144")
	chunked := func(body string) string {
		return request("POST", "/notify", "Transfer-Encoding: chunked") + chunk(body[:100]) + chunk(body[100:]) + chunk("")
	}
	say(t, h, chunked(full)).wants(t, 200, `{"id":"a","result":"replaced"}`)
	say(t, h, chunked(full+" ")).refuses(t, 413, "262144")
}

// chunk is a part of a body whose length was not told; the empty one is the last.
func chunk(part string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(part), part) }

func TestSection8ALargeBodyIsRefusedWithoutBeingRead(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, length := range []string{"262145", "99999999999"} {
		started := time.Now()
		ask(t, h, "POST", "/notify", "", "Content-Length: "+length).refuses(t, 413, "262144")
		if took := time.Since(started); took > 5*time.Second {
			t.Errorf("a body of %s bytes that was never sent took %v to be refused", length, took)
		}
	}
}

func TestSection8ABodyThatPassesTheLimitIsRefusedBeforeItsEnd(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	began := time.Now()
	line := dialled(t, h, "POST /notify HTTP/1.1\r\nHost: tv\r\nTransfer-Encoding: chunked\r\n\r\n"+chunk(strings.Repeat("x", 262145)))
	response, err := http.ReadResponse(line.said, nil)
	if err != nil {
		t.Fatal(err)
	}
	letsEveryOriginIn(t, response.Header)
	if took := time.Since(began); response.StatusCode != 413 || took > 5*time.Second {
		t.Errorf("a body that was over the limit and went silent was answered with %d after %v, want 413 at once", response.StatusCode, took)
	}
}

func TestSection8LengthOfAnID(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, character := range []string{"x", "é", "😀"} {
		longest := strings.Repeat(character, 128)
		if got := post(t, h, lasting(longest), "shown"); got != longest {
			t.Errorf("the id is kept as %q", got)
		}
		dismiss(t, h, longest, "dismissed")
		ask(t, h, "POST", "/notify", lasting(longest+character)).refuses(t, 400, "field 'id' must be ")
	}
}

// TestSection8RowsOfSection2 holds the rows that repeat a rule of a field, at their edges.
func TestSection8RowsOfSection2(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("showing"), "shown")
	for _, row := range []struct {
		field       string
		least, most string
		below, over string
	}{
		{"duration", "1", "3600", "0.9", "3600.1"},
		{"widthPercent", "10", "100", "9.9", "100.1"},
		{"dim", "0", "1", "-0.1", "1.1"},
	} {
		t.Run(row.field, func(t *testing.T) {
			for _, good := range []string{row.least, row.most} {
				id := post(t, h, fmt.Sprintf(`{"message":"m",%q:%s}`, row.field, good), "queued")
				dismiss(t, h, id, "removed-from-queue")
			}
			for _, bad := range []string{row.below, row.over} {
				a := ask(t, h, "POST", "/notify", fmt.Sprintf(`{"message":"m",%q:%s}`, row.field, bad))
				a.refuses(t, 400, "field '"+row.field+"' must be ")
			}
		})
	}
}

func TestSection8QueueCapacity(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("showing"), "shown")
	for i := range 20 {
		post(t, h, lasting(fmt.Sprint(i)), "queued")
	}
	// One that is replaced needs no room; neither does a persistent one.
	post(t, h, lasting("7"), "queued")
	post(t, h, persistent("p"), "queued")
	if waiting := onStage(t, h).Waiting; len(waiting) != 20 || idOf(waiting[0]) != "0" || idOf(waiting[7]) != "7" {
		t.Errorf("%d cards wait, from %s; want all 20", len(waiting), idOf(waiting[0]))
	}
	post(t, h, lasting("20"), "queued-dropped-oldest")
	if waiting := onStage(t, h).Waiting; len(waiting) != 20 || idOf(waiting[0]) != "1" || idOf(waiting[19]) != "20" {
		t.Errorf("%d cards wait, from %s; want 20 from the second", len(waiting), idOf(waiting[0]))
	}
}

func TestSection8ServerPort(t *testing.T) {
	t.Parallel()
	if help := cuecard.Run(t, "", "serve", "--help"); !strings.Contains(help.Out, "(:8090)") {
		t.Errorf("the factory's address is not :8090 in %s", help.Out)
	}
}

func TestSection8CornerMargin(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	var hello struct {
		Look struct{ Margin, ScreenHeight float64 }
	}
	listen(t, h, "/tv/feed").next(t).of(t, "hello", &hello)
	if hello.Look.Margin != 48 || hello.Look.ScreenHeight != 540 {
		t.Errorf("the TV page is told %+v, want 48 dp of 540", hello.Look)
	}
}
