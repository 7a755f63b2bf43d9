package picture

// put makes the pixels of a block from its lowest frequencies, which come in the order of the stream: along the
// diagonals. With n × n frequencies the cosine transform of n × n points gives the block reduced to that.
func (p *part) put(at int, f *[25]int32, more bool, block int) {
	if !more {
		mean := clamp((f[0]+4)>>3 + 128)
		for y := range block {
			row := p.pixels[at+y*p.stride:][:block]
			for x := range row {
				row[x] = mean
			}
		}
		return
	}
	if block == 2 {
		const grey = 128<<3 + 4
		above, below := f[0]+f[2]+grey, f[0]-f[2]+grey
		aboveSide, belowSide := f[1]+f[4], f[1]-f[4]
		upper, lower := p.pixels[at:][:2], p.pixels[at+p.stride:][:2]
		upper[0], upper[1] = clamp((above+aboveSide)>>3), clamp((above-aboveSide)>>3)
		lower[0], lower[1] = clamp((below+belowSide)>>3), clamp((below-belowSide)>>3)
		return
	}
	// Columns first, with three bits more than are needed.
	var rows [4][4]int32
	for x, order := range [4][4]int{{0, 2, 3, 9}, {1, 4, 8, 11}, {5, 7, 12, 18}, {6, 13, 17, 24}} {
		column := four(f[order[0]]<<3, f[order[1]]<<3, f[order[2]]<<3, f[order[3]]<<3)
		for y, v := range column {
			rows[y][x] = v
		}
	}
	for y, r := range rows {
		pixels := p.pixels[at+y*p.stride:][:4]
		for x, v := range four(r[0], r[1], r[2], r[3]) {
			pixels[x] = clamp((v + 128<<6 + 32) >> 6)
		}
	}
}

// four is twice the inverse cosine transform of four points.
func four(a, b, c, d int32) [4]int32 {
	const far, near = 5352, 2217 // √2 · cos(π/8) and √2 · sin(π/8), in units of 1/4096
	even, odd := a+c, a-c
	outer := (far*b + near*d + 2048) >> 12
	inner := (near*b - far*d + 2048) >> 12
	return [4]int32{even + outer, odd + inner, odd - inner, even - outer}
}
