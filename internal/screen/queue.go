package screen

import "sync"

// Queue is the frames on their way to a screen that draws one at a time. It is made by NewQueue.
type Queue struct {
	News <-chan struct{} // holds a word when there may be a drawing that Next has not returned

	news    chan struct{}
	mu      sync.Mutex
	waiting []*Drawing
}

// Drawing is a frame with those that wait for its outcome.
type Drawing struct {
	Frame
	taken []func(error)
}

// NewQueue is an empty one.
func NewQueue() *Queue {
	news := make(chan struct{}, 1)
	return &Queue{News: news, news: news}
}

// Taken is the screen's word on the drawing.
func (d *Drawing) Taken(err error) {
	for _, taken := range d.taken {
		taken(err)
	}
}

// Add puts a frame at the end. One that waits is left out in favour of a later one of the same card.
func (q *Queue) Add(f Frame, taken func(error)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	d := &Drawing{f, []func(error){taken}}
	if last := len(q.waiting) - 1; last >= 0 && sameCard(q.waiting[last].Frame, f) {
		d.taken = append(q.waiting[last].taken, taken)
		q.waiting = q.waiting[:last]
	}
	q.waiting = append(q.waiting, d)
	q.tell()
}

// Return puts a drawing back to the front: it is to be tried again.
func (q *Queue) Return(d *Drawing) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append([]*Drawing{d}, q.waiting...)
	q.tell()
}

func (q *Queue) tell() {
	select {
	case q.news <- struct{}{}:
	default:
	}
}

// Next takes the first drawing out; nil when there is none.
func (q *Queue) Next() *Drawing {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		return nil
	}
	d := q.waiting[0]
	q.waiting = q.waiting[1:]
	return d
}

// Abandon tells those that wait that there is nobody to draw any more.
func (q *Queue) Abandon() {
	for d := q.Next(); d != nil; d = q.Next() {
		d.Taken(ErrEnding)
	}
}

func sameCard(a, b Frame) bool {
	if a.Card == nil || b.Card == nil {
		return a.Card == b.Card
	}
	return a.Card.ID == b.Card.ID
}
