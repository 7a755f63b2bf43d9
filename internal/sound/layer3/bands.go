package layer3

// Widths of the bands of long and short blocks, by the rows of a header.
var (
	longWidths = [9][22]int{
		{4, 4, 4, 4, 4, 4, 6, 6, 8, 8, 10, 12, 16, 20, 24, 28, 34, 42, 50, 54, 76, 158},
		{4, 4, 4, 4, 4, 4, 6, 6, 6, 8, 10, 12, 16, 18, 22, 28, 34, 40, 46, 54, 54, 192},
		{4, 4, 4, 4, 4, 4, 6, 6, 8, 10, 12, 16, 20, 24, 30, 38, 46, 56, 68, 84, 102, 26},
		{6, 6, 6, 6, 6, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 38, 46, 52, 60, 68, 58, 54},
		{6, 6, 6, 6, 6, 6, 8, 10, 12, 14, 16, 18, 22, 26, 32, 38, 46, 54, 62, 70, 76, 36},
		{6, 6, 6, 6, 6, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 38, 46, 52, 60, 68, 58, 54},
		{6, 6, 6, 6, 6, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 38, 46, 52, 60, 68, 58, 54},
		{6, 6, 6, 6, 6, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 38, 46, 52, 60, 68, 58, 54},
		{12, 12, 12, 12, 12, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 76, 90, 2, 2, 2, 2, 2},
	}
	shortWidths = [9][13]int{
		{4, 4, 4, 4, 6, 8, 10, 12, 14, 18, 22, 30, 56},
		{4, 4, 4, 4, 6, 6, 10, 12, 14, 16, 20, 26, 66},
		{4, 4, 4, 4, 6, 8, 12, 16, 20, 26, 34, 42, 12},
		{4, 4, 4, 6, 6, 8, 10, 14, 18, 26, 32, 42, 18},
		{4, 4, 4, 6, 8, 10, 12, 14, 18, 24, 32, 44, 12},
		{4, 4, 4, 6, 8, 10, 12, 14, 18, 24, 30, 40, 18},
		{4, 4, 4, 6, 8, 10, 12, 14, 18, 24, 30, 40, 18},
		{4, 4, 4, 6, 8, 10, 12, 14, 18, 24, 30, 40, 18},
		{8, 8, 8, 12, 16, 20, 24, 28, 36, 2, 2, 2, 26},
	}
)

// band is a run of frequencies with one scale factor; of a short block there is one for each of three windows.
type band struct{ width, window int }

// longOnly marks a band of a long block.
const longOnly = -1

// layout is the bands of a granule in the order of its samples.
func layout(to []band, h header, s *side) []band {
	to = to[:0]
	long, shortFrom := 22, 13
	if s.block == short {
		long, shortFrom = 0, 0
		if s.mixed {
			shortFrom = 3
			if long = 6; h.old {
				long = 8
			}
		}
	}
	for _, width := range longWidths[h.bands][:long] {
		to = append(to, band{width, longOnly})
	}
	for _, width := range shortWidths[h.bands][shortFrom:] {
		to = append(to, band{width, 0}, band{width, 1}, band{width, 2})
	}
	return to
}
