package picture

import (
	"bytes"
	"errors"
	"fmt"
)

// longestSide keeps a picture of one row from costing what the pixels alone would allow.
const longestSide = 65_535

// readFile recognises the format by its content and reads the header.
func readFile(data []byte, limits Limits) (*file, error) {
	read := reader(data)
	if read == nil {
		return nil, errors.New("the picture is in no format that can be shown")
	}
	file, err := read(data)
	if err != nil {
		return nil, err
	}
	if file.size.X < 1 || file.size.Y < 1 {
		return nil, fmt.Errorf("the %s picture says that it has no pixels", file.format)
	}
	if file.size.X > longestSide || file.size.Y > longestSide {
		return nil, fmt.Errorf("the picture is %d x %d: no side may be over %d pixels", file.size.X, file.size.Y, longestSide)
	}
	if pixels := area(file.size); pixels > limits.Pixels {
		return nil, fmt.Errorf("the picture is %d x %d, more than the %d megapixels allowed", file.size.X, file.size.Y, limits.Pixels/1_000_000)
	}
	return file, nil
}

func reader(data []byte) func([]byte) (*file, error) {
	starts := func(signature string) bool { return bytes.HasPrefix(data, []byte(signature)) }
	switch {
	case starts("\xff\xd8\xff"):
		return readJPEG
	case starts(pngSignature):
		return readPNG
	case starts("GIF87a"), starts("GIF89a"):
		return readGIF
	case starts("RIFF") && len(data) >= 12 && string(data[8:12]) == "WEBP":
		return readWebP
	case starts("BM"):
		return readBMP
	case len(data) >= 12 && string(data[4:8]) == "ftyp":
		return readAVIF
	case looksLikeSVG(data):
		return readSVG
	}
	return nil
}

// readAVIF refuses. The decoders there are in Go carry a WebAssembly machine: 5 MB more of a binary, and two seconds
// before the first picture.
func readAVIF(data []byte) (*file, error) {
	format := "AVIF"
	switch string(data[8:12]) {
	case "heic", "heix", "heim", "heis", "hevc", "hevx":
		format = "HEIC"
	}
	return nil, fmt.Errorf("the picture is in the format %s, which cannot be drawn here; send JPEG, PNG or WebP instead", format)
}
