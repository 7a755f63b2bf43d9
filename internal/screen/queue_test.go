package screen

import (
	"errors"
	"slices"
	"testing"

	"cuecard.app/internal/card"
)

func frame(id string, seq uint64) Frame { return Frame{Seq: seq, Card: &card.Card{ID: id}} }

func order(q *Queue) (order []uint64) {
	for d := q.Next(); d != nil; d = q.Next() {
		order = append(order, d.Seq)
		d.Taken(nil)
	}
	return order
}

func TestFramesComeInOrderAndAnUpdateTakesThePlaceOfTheOneThatWaits(t *testing.T) {
	q := NewQueue()
	var told []uint64
	add := func(f Frame) { q.Add(f, func(error) { told = append(told, f.Seq) }) }
	add(frame("a", 1))
	add(frame("a", 2))
	add(frame("b", 3))
	add(Frame{Seq: 4})
	add(Frame{Seq: 5})
	add(frame("a", 6))
	<-q.News
	if got := order(q); !slices.Equal(got, []uint64{2, 3, 5, 6}) {
		t.Errorf("drawn were %v", got)
	}
	if !slices.Equal(told, []uint64{1, 2, 3, 4, 5, 6}) {
		t.Errorf("told were %v", told)
	}
}

func TestADrawingThatIsReturnedIsNextAgain(t *testing.T) {
	q := NewQueue()
	q.Add(frame("a", 1), func(error) {})
	q.Add(frame("b", 2), func(error) {})
	<-q.News
	q.Return(q.Next())
	<-q.News
	if got := order(q); !slices.Equal(got, []uint64{1, 2}) {
		t.Errorf("drawn were %v", got)
	}
}

func TestThoseWhoWaitAreToldOfTheEnd(t *testing.T) {
	q := NewQueue()
	var told error
	q.Add(frame("a", 1), func(err error) { told = err })
	q.Abandon()
	if !errors.Is(told, ErrEnding) || q.Next() != nil {
		t.Errorf("told %v", told)
	}
}
