package main

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"
)

// photoQuality makes a photograph of 24 megapixels nearly as large as a fetched picture may be.
const photoQuality = 86

// landscape is a JPEG as cameras write it: soft shapes, fine texture, and the noise of a sensor.
func landscape(size image.Point) []byte {
	img := image.NewYCbCr(image.Rectangle{Max: size}, image.YCbCrSubsampleRatio420)
	random := rand.New(rand.NewPCG(1, 2))
	fill := func(plane []byte, stride, width, height int, at func(x, y float64) float64) {
		for y := range height {
			for x := range width {
				v := at(float64(x)/float64(width), float64(y)/float64(height))
				plane[y*stride+x] = byte(min(max(v, 0), 255))
			}
		}
	}
	fill(img.Y, img.YStride, size.X, size.Y, func(x, y float64) float64 {
		return 128 + 60*math.Sin(9*x+4*y*y) + 30*math.Sin(70*x*y+20*y) + 12*math.Sin(900*x*y) + 5*random.NormFloat64()
	})
	width, height := (size.X+1)/2, (size.Y+1)/2
	fill(img.Cb, img.CStride, width, height, func(x, y float64) float64 { return 128 + 40*math.Sin(11*x-5*y) + 2*random.NormFloat64() })
	fill(img.Cr, img.CStride, width, height, func(x, y float64) float64 { return 128 + 40*math.Cos(7*x+9*y) + 2*random.NormFloat64() })
	var file bytes.Buffer
	if err := jpeg.Encode(&file, img, &jpeg.Options{Quality: photoQuality}); err != nil { // a buffer takes everything
		panic(err)
	}
	return file.Bytes()
}

// blackPNG is a black square of one bit a pixel: small to send, and huge for who decodes it.
func blackPNG(side int) []byte {
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(side)), uint32(side))
	header = append(header, 1, 0, 0, 0, 0)
	var pixels bytes.Buffer
	packed := zlib.NewWriter(&pixels)
	row := make([]byte, 1+(side+7)/8)
	for range side {
		_, _ = packed.Write(row)
	}
	_ = packed.Close()
	file := []byte("\x89PNG\r\n\x1a\n")
	for _, chunk := range []struct {
		name string
		body []byte
	}{{"IHDR", header}, {"IDAT", pixels.Bytes()}, {"IEND", nil}} {
		named := append([]byte(chunk.name), chunk.body...)
		file = binary.BigEndian.AppendUint32(file, uint32(len(chunk.body)))
		file = binary.BigEndian.AppendUint32(append(file, named...), crc32.ChecksumIEEE(named))
	}
	return file
}
