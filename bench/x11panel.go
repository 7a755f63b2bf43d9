package main

import (
	"encoding/binary"
	"errors"
	"image"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// panel is the memory of an X server that a monitor would show. To look at it asks nothing of the server, and shows what a
// person sees, also while a program has the server to itself.
type panel struct {
	file   []byte // a picture in the format of xwd
	pixels []byte
	stride int
}

// newPanel makes the folder that a server has its memory in, and the argument that tells it so.
func newPanel() (dir string, arg []string, err error) {
	dir, err = os.MkdirTemp("/dev/shm", "cuecard-bench-")
	return dir, []string{"-fbdir", dir}, err
}

// openPanel looks at the memory of a server that has begun.
func openPanel(dir string) (*panel, error) {
	file, err := os.Open(filepath.Join(dir, "Xvfb_screen0"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	p := &panel{}
	if p.file, err = unix.Mmap(int(file.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED); err != nil {
		return nil, err
	}
	const headSize, width, height, bitsOfPixel, bytesOfLine, colours = 0, 4, 5, 11, 12, 19
	field := func(i int) int { return int(binary.BigEndian.Uint32(p.file[4*i:])) }
	p.pixels, p.stride = p.file[field(headSize)+12*field(colours):], field(bytesOfLine)
	if field(width) != tv.Dx() || field(height) != tv.Dy() || field(bitsOfPixel) != 32 {
		return nil, errors.Join(errors.New("the server's memory is not as expected"), p.close())
	}
	return p, nil
}

func (p *panel) close() error { return unix.Munmap(p.file) }

// see is what a part of the monitor shows.
func (p *panel) see(part image.Rectangle) *image.RGBA {
	seen := image.NewRGBA(part)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		line := p.pixels[y*p.stride+4*part.Min.X:][:4*part.Dx()]
		for x := 0; x < len(line); x += 4 {
			copy(seen.Pix[seen.PixOffset(part.Min.X, y)+x:], []byte{line[x+2], line[x+1], line[x], 255})
		}
	}
	return seen
}
