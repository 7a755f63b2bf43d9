package qrcode

import (
	"strings"
	"testing"
)

func TestACodeIsASquareWithItsThreeFinders(t *testing.T) {
	c := Of("http://192.168.1.20:8090")
	if len(c.Rows) != c.Size || c.Size < 21 {
		t.Fatalf("%d rows of %d", len(c.Rows), c.Size)
	}
	last := c.Size - 7
	for _, corner := range [][2]int{{0, 0}, {last, 0}, {0, last}} {
		if c.Rows[corner[1]][corner[0]:corner[0]+7] != "1111111" {
			t.Errorf("no finder at %v", corner)
		}
	}
	if !c.Dark(0, 0) || c.Dark(-1, 0) || c.Dark(0, c.Size) {
		t.Error("the edge is in the wrong place")
	}
}

func TestWithoutATextThatFitsThereIsNoCode(t *testing.T) {
	if Of("") != nil || Of(strings.Repeat("x", 3_000)) != nil {
		t.Error("a code of nothing")
	}
}
