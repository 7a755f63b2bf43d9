package wayland

import (
	"cuecard.app/internal/screen/wayland/wire"
)

// dimSide is that of the buffer which the compositor stretches over the monitor. One pixel would do by the protocol,
// but some compositors leave rows of such a surface out.
const dimSide = 16

// dims are buffers of black, one for each level that was needed. Nothing is written into them twice, so it does not
// matter when the compositor reads them.
type dims struct {
	display *display
	memory  *memory
	levels  [256]wire.ID
}

// of is the buffer of a level of darkness.
func (s *dims) of(level uint8) (wire.ID, error) {
	if s.levels[level] != 0 {
		return s.levels[level], nil
	}
	const size = 4 * dimSide * dimSide
	if s.memory == nil {
		var err error
		if s.memory, err = s.display.newMemory(size * len(s.levels)); err != nil {
			return 0, err
		}
	}
	offset := int(level) * size
	for pixels := s.memory.bytes[offset:][:size]; len(pixels) > 0; pixels = pixels[4:] {
		pixels[3] = level
	}
	id := s.display.conn.New(nil)
	s.display.conn.Request(s.memory.pool, poolBuffer, id, offset, dimSide, dimSide, 4*dimSide, argb)
	s.levels[level] = id
	return id, nil
}

func (s *dims) close() {
	if s.memory != nil {
		s.display.free(s.memory)
	}
}
