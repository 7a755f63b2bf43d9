package journal

import "time"

// flushPause is the least time from one flush to the next: memory cards wear.
const flushPause = time.Second

// soil notes that the file holds something new. The flusher hears of the first change after a flush only.
func (j *Journal) soil() {
	if j.dirty {
		return
	}
	j.dirty = true
	select {
	case j.changed <- struct{}{}:
	default:
	}
}

// keepFlushed is the flusher: it sleeps without a timer while nothing is dirty.
func (j *Journal) keepFlushed() {
	defer close(j.ended)
	for {
		f, wait := j.due()
		if f != nil {
			j.flush(f)
			continue
		}
		var pauseOver <-chan time.Time
		if wait > 0 {
			pauseOver = time.After(wait)
		}
		select {
		case <-j.changed:
		case <-pauseOver:
		case <-j.closing:
			return
		}
	}
}

// due hands out the file when it is time to flush it, counting it as flushed from here on: what is appended during
// the flush waits for the next. Otherwise it tells how long to wait, 0 for until something changes.
func (j *Journal) due() (file, time.Duration) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.dirty {
		return nil, 0
	}
	if wait := time.Until(j.flushed.Add(flushPause)); wait > 0 {
		return nil, wait
	}
	j.dirty = false
	j.flushed = time.Now()
	return j.file, 0
}

func (j *Journal) flush(f file) {
	err := f.Sync()
	if err == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file != f {
		return // closed by a rewrite, which has flushed all there is
	}
	// The kernel may have dropped the pages it could not write: only a rewrite brings them to disk.
	j.fail(j.named(err))
}
