package paint

import "slices"

// recent keeps what was used last: so many things at most, and so many bytes, but for the newest, which is kept
// whatever its size. They are few, so it looks through all of them.
type recent[K comparable, V any] struct {
	things, bytes int
	used          int
	kept          []kept[K, V] // the oldest first
}

type kept[K comparable, V any] struct {
	key   K
	value V
	bytes int
}

func (r *recent[K, V]) get(key K) (value V, ok bool) {
	for i := range r.kept {
		if r.kept[i].key == key {
			found := r.kept[i]
			copy(r.kept[i:], r.kept[i+1:])
			r.kept[len(r.kept)-1] = found
			return found.value, true
		}
	}
	return value, false
}

func (r *recent[K, V]) put(key K, value V, bytes int) {
	r.kept = append(r.kept, kept[K, V]{key, value, bytes})
	r.used += bytes
	for len(r.kept) > 1 && (len(r.kept) > r.things || r.used > r.bytes) {
		r.used -= r.kept[0].bytes
		r.kept = slices.Delete(r.kept, 0, 1)
	}
}
