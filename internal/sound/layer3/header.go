package layer3

import "encoding/binary"

// header is what the four bytes before a frame tell.
type header struct {
	rate     int
	channels int
	old      bool // MPEG-1; the others have half the samples in a frame
	checked  bool // a checksum follows
	joint    int  // how two channels share what they have in common
	bytes    int  // of the whole frame
	bands    int  // which row of the tables of bands
}

const (
	jointIntensity = 1
	jointSum       = 2
)

var (
	ratesOld    = [...]int{44100, 48000, 32000}
	kilobitsOld = [...]int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}
	kilobitsNew = [...]int{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}
)

// parseHeader refuses what is no header of a layer III frame whose length is known.
func parseHeader(b []byte) (h header, ok bool) {
	word := binary.BigEndian.Uint32(b)
	version, layer := word>>19&3, word>>17&3
	kilobits, rate, mode := int(word>>12&15), int(word>>10&3), word>>6&3
	if word>>21 != 0x7ff || version == 1 || layer != 1 || kilobits == 0 || kilobits == 15 || rate == 3 {
		return h, false
	}
	h = header{rate: ratesOld[rate], channels: 2, old: version == 3, checked: word>>16&1 == 0, bands: rate}
	perFrame := 144_000
	bits := kilobitsOld[kilobits]
	switch version {
	case 2: // MPEG-2
		h.rate, h.bands = h.rate/2, 3+rate
	case 0: // MPEG-2.5
		h.rate, h.bands = h.rate/4, 6+rate
	}
	if !h.old {
		perFrame, bits = 72_000, kilobitsNew[kilobits]
	}
	h.bytes = perFrame*bits/h.rate + int(word>>9&1)
	if mode == 3 {
		h.channels = 1
	} else if mode == 1 {
		h.joint = int(word >> 4 & 3)
	}
	return h, true
}

// like tells whether both can be of one stream.
func (h header) like(other header) bool { return h.rate == other.rate && h.old == other.old }

func (h header) granules() int {
	if h.old {
		return 2
	}
	return 1
}

// sideBytes is the length of the side information.
func (h header) sideBytes() int {
	switch {
	case h.old && h.channels == 2:
		return 32
	case h.old || h.channels == 2:
		return 17
	}
	return 9
}
