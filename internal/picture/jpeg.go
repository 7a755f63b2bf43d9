package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/jpeg"

	"github.com/gen2brain/jpegn"
)

// mostScans bounds the time of the general decoder, which goes over all pixels in each scan.
const mostScans = 100

// photo is what the segments before the pixels of a JPEG say.
type photo struct {
	size        image.Point
	progressive bool
	samples     int64 // of all components together
	mixedInks   bool  // four components, not all at the same resolution
	turn        turn
	profile     []byte
	pixels      int // where the segments end
}

func readJPEG(data []byte) (*file, error) {
	p, err := readPhoto(data)
	if err != nil {
		return nil, err
	}
	f := &file{format: "JPEG", data: data, size: p.size, turn: p.turn, frames: 1, profile: p.profile}
	f.decode = func(j *job) ([]Frame, int, error) { return still(j.decodeJPEG(p)) }
	return f, nil
}

// readPhoto walks the segments up to the first scan.
func readPhoto(data []byte) (*photo, error) {
	p := &photo{turn: 1}
	for at := 2; ; {
		for at < len(data) && data[at] != 0xff {
			at++ // some cameras leave bytes between the segments
		}
		for at < len(data) && data[at] == 0xff {
			at++
		}
		if at+3 > len(data) {
			return nil, broken("JPEG")
		}
		marker := data[at]
		if marker == 0 || marker == 0x01 || marker >= 0xd0 && marker <= 0xd8 {
			at++
			continue
		}
		length := int(binary.BigEndian.Uint16(data[at+1:]))
		if length < 2 || at+1+length > len(data) {
			return nil, broken("JPEG")
		}
		body := data[at+3 : at+1+length]
		at += 1 + length
		switch marker {
		case 0xda: // start of scan
			p.pixels = at
			if p.size == (image.Point{}) {
				return nil, broken("JPEG")
			}
			return p, nil
		case 0xd9: // end of image
			return nil, broken("JPEG")
		case 0xe1:
			if tiff, ok := bytes.CutPrefix(body, []byte("Exif\x00")); ok && len(tiff) > 1 {
				p.turn = readTurn(tiff[1:])
			}
		case 0xe2:
			// A long profile comes in several segments, in order: two bytes count them.
			if part, ok := bytes.CutPrefix(body, []byte("ICC_PROFILE\x00")); ok && len(part) > 2 && len(p.profile) < largestProfile {
				p.profile = append(p.profile, part[2:]...)
			}
		default:
			if err := p.frame(marker, body); err != nil {
				return nil, err
			}
		}
	}
}

// frame reads the segment that says how the picture is stored, which has one of several markers.
func (p *photo) frame(marker byte, body []byte) error {
	switch marker {
	case 0xc0, 0xc1:
	case 0xc2:
		p.progressive = true
	case 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf:
		return errors.New("the JPEG picture is in a variant that is not supported (lossless, hierarchical or arithmetic)")
	default:
		return nil
	}
	if len(body) < 6 || len(body) < 6+3*int(body[5]) || p.size != (image.Point{}) {
		return broken("JPEG")
	}
	if body[0] != 8 {
		return errors.New("the JPEG picture has more than 8 bits a colour, which is not supported")
	}
	p.size = image.Pt(int(binary.BigEndian.Uint16(body[3:])), int(binary.BigEndian.Uint16(body[1:])))
	// What is stored is a whole number of units, each as large as the finest component's samples make it.
	wide, high, each := 1, 1, 0
	for i := range int(body[5]) {
		across, down := int(body[6+3*i+1]>>4), int(body[6+3*i+1]&15)
		if across < 1 || across > 4 || down < 1 || down > 4 {
			return broken("JPEG")
		}
		wide, high, each = max(wide, across), max(high, down), each+across*down
	}
	p.mixedInks = body[5] == 4 && each != 4*wide*high
	columns, rows := (p.size.X+8*wide-1)/(8*wide), (p.size.Y+8*high-1)/(8*high)
	p.samples = int64(columns) * int64(rows) * int64(each) * 64
	return nil
}

// decodeJPEG decodes at a half, a quarter or an eighth when that is still as large as wanted, so that a photograph is
// never held whole.
func (j *job) decodeJPEG(p *photo) (*image.RGBA, error) {
	scale := 1
	for scale < 8 && p.size.X/scale >= 3*j.size.X && p.size.Y/scale >= 3*j.size.Y {
		scale *= 2
	}
	cost := p.samples / int64(scale*scale) * 3 // the samples, and the same upsampled
	if p.progressive && scale > 1 {
		cost += p.samples // the frequencies that are used wait for the last scan
	}
	if err := j.need(cost + int64(len(j.data))); err != nil {
		return nil, err
	}
	if bytes.LastIndex(j.data[p.pixels:], []byte{0xff, 0xd9}) < 0 {
		return nil, broken("JPEG") // jpegn would paint grey where pixels are missing
	}
	if p.mixedInks {
		return j.decodeInks(p)
	}
	plain, err := j.decodePlain(p, scale)
	if err != nil {
		return nil, err
	}
	if plain != nil {
		return j.reduce(rowsOf(plain))
	}
	if p.progressive {
		if err := j.need(cost + 4*p.samples + int64(len(j.data))); err != nil {
			return nil, err
		}
		if scans := bytes.Count(j.data, []byte{0xff, 0xda}); scans > mostScans {
			return nil, errors.New("the JPEG picture comes in more scans than any camera makes")
		}
	}
	img, err := jpegn.Decode(bytes.NewReader(j.data), &jpegn.Options{ScaleDenom: scale})
	if errors.Is(err, jpegn.ErrUnsupported) {
		return nil, errors.New("the JPEG picture is in a variant that is not supported")
	}
	if err != nil {
		return nil, broken("JPEG")
	}
	return j.reduce(rowsOf(img))
}

// decodeInks leaves a picture for printers whose components differ in resolution to the standard library: jpegn takes
// the samples of such a picture from the wrong places. It is held whole.
func (j *job) decodeInks(p *photo) (*image.RGBA, error) {
	cost := 8 * area(p.size)
	if p.progressive {
		cost += 4 * p.samples
	}
	if err := j.need(cost); err != nil {
		return nil, err
	}
	img, err := jpeg.Decode(j.reader(bytes.NewReader(j.data)))
	if err != nil {
		return nil, broken("JPEG")
	}
	return j.reduce(rowsOf(img))
}
