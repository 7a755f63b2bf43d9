package card

import (
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// cut ends text behind so many characters (code points) at most, between two
// grapheme clusters. Only a single cluster that is longer than the limit by itself
// is cut inside: the alternative would be to show nothing.
func cut(text string, characters int) string {
	if len(text) <= characters || utf8.RuneCountInString(text) <= characters {
		return text
	}
	end, left := 0, characters
	for rest, state := text, -1; ; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		left -= utf8.RuneCountInString(cluster)
		if left < 0 {
			break
		}
		end += len(cluster)
	}
	if end == 0 {
		return string([]rune(text)[:characters])
	}
	return text[:end]
}
