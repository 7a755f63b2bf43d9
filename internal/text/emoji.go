package text

import (
	"slices"

	"github.com/go-text/typesetting/harfbuzz"
)

const (
	asText   = 0xfe0e // VS15
	asEmoji  = 0xfe0f // VS16
	keycap   = 0x20e3
	zwj      = 0x200d
	firstPic = 0x1f000 // from here on pictures are emoji unless the text says otherwise
)

// emojiBelow are the ranges below firstPic whose presentation is emoji (Unicode's Emoji_Presentation).
var emojiBelow = [][2]rune{
	{0x231a, 0x231b}, {0x23e9, 0x23ec}, {0x23f0, 0x23f0}, {0x23f3, 0x23f3}, {0x25fd, 0x25fe}, {0x2614, 0x2615}, {0x2648, 0x2653},
	{0x267f, 0x267f}, {0x2693, 0x2693}, {0x26a1, 0x26a1}, {0x26aa, 0x26ab}, {0x26bd, 0x26be}, {0x26c4, 0x26c5}, {0x26ce, 0x26ce},
	{0x26d4, 0x26d4}, {0x26ea, 0x26ea}, {0x26f2, 0x26f3}, {0x26f5, 0x26f5}, {0x26fa, 0x26fa}, {0x26fd, 0x26fd}, {0x2705, 0x2705},
	{0x270a, 0x270b}, {0x2728, 0x2728}, {0x274c, 0x274c}, {0x274e, 0x274e}, {0x2753, 0x2755}, {0x2757, 0x2757}, {0x2795, 0x2797},
	{0x27b0, 0x27b0}, {0x27bf, 0x27bf}, {0x2b1b, 0x2b1c}, {0x2b50, 0x2b50}, {0x2b55, 0x2b55},
}

// pictured says whether a cluster is to be an emoji in colour, when there is a font for it.
func pictured(cluster []rune) bool {
	r := cluster[0]
	if len(cluster) == 1 && r < emojiBelow[0][0] {
		return false
	}
	wanted := r >= firstPic && r < 0x20000
	for _, mark := range cluster[1:] {
		switch mark {
		case asText:
			return false
		case asEmoji, keycap, zwj:
			wanted = true
		}
	}
	if wanted {
		return true
	}
	_, found := slices.BinarySearchFunc(emojiBelow, r, func(in [2]rune, r rune) int {
		switch {
		case r < in[0]:
			return 1
		case r > in[1]:
			return -1
		}
		return 0
	})
	return found
}

// ignorable says that a rune needs no glyph of its own.
func ignorable(r rune) bool {
	return r == asText || r == asEmoji || harfbuzz.IsDefaultIgnorable(r)
}

// blank says that a rune is drawn by an advance alone: any font will do.
func blank(r rune) bool {
	switch r {
	case ' ', 0xa0, 0x202f, 0x205f, 0x3000:
		return true
	}
	return r >= 0x2000 && r <= 0x200a || ignorable(r)
}
