package picture

import (
	"bytes"

	"golang.org/x/image/bmp"
)

func readBMP(data []byte) (*file, error) {
	config, err := bmp.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, broken("BMP")
	}
	f := &file{format: "BMP", data: data, turn: 1, frames: 1}
	f.size.X, f.size.Y = config.Width, config.Height
	f.decode = func(j *job) ([]Frame, int, error) {
		if err := j.need(4 * area(f.size)); err != nil {
			return nil, 0, err
		}
		img, err := bmp.Decode(j.reader(bytes.NewReader(data)))
		if err != nil {
			return nil, 0, broken("BMP")
		}
		return still(j.reduce(rowsOf(img)))
	}
	return f, nil
}
