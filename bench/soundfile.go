package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"time"
)

// writeWAV writes one channel of sixteen bits.
func writeWAV(path string, rate int, samples []int16) error {
	var file bytes.Buffer
	size := uint32(2 * len(samples))
	file.WriteString("RIFF")
	for _, part := range []any{36 + size, []byte("WAVEfmt "), uint32(16), uint16(1), uint16(1), uint32(rate), uint32(2 * rate), uint16(2), uint16(16), []byte("data"), size, samples} {
		if err := binary.Write(&file, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	return os.WriteFile(path, file.Bytes(), 0o600)
}

// music has chords and noise, so that its coder has as much to do as with a song.
func music(rate int, lasts time.Duration) []int16 {
	noise := rand.New(rand.NewPCG(1, 2))
	samples := make([]int16, int(lasts.Seconds()*float64(rate)))
	for i := range samples {
		at := float64(i) / float64(rate)
		root := 220 * math.Exp2(math.Floor(2*at)/12)
		sum := 0.1 * noise.NormFloat64()
		for _, ratio := range []float64{1, 1.25, 1.5, 2, 5, 12} {
			sum += 0.1 * math.Sin(2*math.Pi*root*ratio*at)
		}
		samples[i] = int16(math.MaxInt16 * min(max(sum, -1), 1))
	}
	return samples
}

// serveFile gives a file to whoever asks on this machine.
func serveFile(path string) (server *http.Server, address string, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, "", err
	}
	server = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, path) })}
	go func() { _ = server.Serve(l) }()
	return server, "http://" + l.Addr().String() + "/", nil
}
