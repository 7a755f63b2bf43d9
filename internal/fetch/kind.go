package fetch

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

const (
	mixedReplace = "multipart/x-mixed-replace"
	svg          = "image/svg+xml"
)

// judge names the picture's format. The content decides; what the server declared counts for SVG alone, which is text
// and has no signature.
func judge(content []byte, declared string) (File, error) {
	if len(content) == 0 {
		return File{}, refusal("is empty")
	}
	if kind := sniff(content); kind != "" {
		return File{Bytes: content, Type: kind}, nil
	}
	if declared == svg {
		return File{Bytes: content, Type: svg}, nil
	}
	if len(content) >= 12 && string(content[4:8]) == "ftyp" && strings.HasPrefix(string(content[8:12]), "he") {
		return File{}, refusal("is in the format HEIC, which cannot be shown; send JPEG, PNG or WebP instead")
	}
	return File{}, refusal("is not in a picture format that can be shown; send JPEG, PNG, GIF or WebP instead")
}

// sniff recognises a format by its signature, or answers "".
func sniff(content []byte) string {
	starts := func(signature string) bool { return bytes.HasPrefix(content, []byte(signature)) }
	switch {
	case starts("\xff\xd8\xff"):
		return "image/jpeg"
	case starts("\x89PNG\r\n\x1a\n"):
		return "image/png"
	case starts("GIF87a"), starts("GIF89a"):
		return "image/gif"
	case starts("RIFF") && len(content) >= 12 && string(content[8:12]) == "WEBP":
		return "image/webp"
	case starts("BM") && len(content) >= 10 && string(content[6:10]) == "\x00\x00\x00\x00":
		// The reserved bytes keep a text that begins with BM apart.
		return "image/bmp"
	case isAVIF(content):
		return "image/avif"
	}
	return ""
}

// isAVIF looks through the brands of the leading ftyp box: the major one, a version, then the compatible ones.
func isAVIF(content []byte) bool {
	if len(content) < 16 || string(content[4:8]) != "ftyp" {
		return false
	}
	end := min(uint64(binary.BigEndian.Uint32(content)), uint64(len(content)))
	for at := uint64(8); at+4 <= end; at += 4 {
		if brand := string(content[at : at+4]); at != 12 && (brand == "avif" || brand == "avis") {
			return true
		}
	}
	return false
}

// mayBePicture tells whether a declared type is worth the download: a picture, or a type that servers give to files
// they know nothing about.
func mayBePicture(declared string) bool {
	switch declared {
	case "", "application/octet-stream", "binary/octet-stream", "text/plain":
		return true
	}
	return strings.HasPrefix(declared, "image/")
}

func notPicture(declared string) refusal {
	return refusal(fmt.Sprintf("is declared as %.60q, not a picture", declared))
}

// mediaType drops the parameters by hand: cameras write some that no parser takes.
func mediaType(header string) string {
	kind, _, _ := strings.Cut(header, ";")
	return lower(kind)
}

func lower(header string) string { return strings.ToLower(strings.TrimSpace(header)) }
