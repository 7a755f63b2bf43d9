package picture

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"
)

// A style is how a shape is drawn; what an element does not say it has from the one around it.
type style struct {
	matrix               matrix
	fill, stroke         paint
	current              color.NRGBA
	opacity              float64 // of this and all around it
	fillAlpha, lineAlpha float64
	width                float64
	cap, join            string
	miter                float64
	evenOdd              bool
	hidden               bool
}

// A paint is none, a colour, or whatever colour is current.
type paint struct {
	colour  color.NRGBA
	none    bool
	current bool
}

func plainStyle() style {
	black := color.NRGBA{A: 255}
	return style{
		fill: paint{colour: black}, stroke: paint{none: true}, current: black,
		opacity: 1, fillAlpha: 1, lineAlpha: 1, width: 1, cap: "butt", join: "miter", miter: 4,
	}
}

// with is the style of an element inside. The opacity of a group is given to each of its shapes: where they overlap
// that is not quite the same.
func (s style) with(a map[string]string) style {
	if value, ok := a["transform"]; ok {
		s.matrix = s.matrix.times(transform(value))
	}
	if c, ok := parseColour(a["color"]); ok {
		s.current = c
	}
	s.fill, s.stroke = s.fill.with(a["fill"]), s.stroke.with(a["stroke"])
	s.opacity *= share1(a["opacity"], 1)
	s.fillAlpha, s.lineAlpha = share1(a["fill-opacity"], s.fillAlpha), share1(a["stroke-opacity"], s.lineAlpha)
	if v, ok := length(a["stroke-width"]); ok {
		s.width = v
	}
	if v, ok := length(a["stroke-miterlimit"]); ok {
		s.miter = v
	}
	choose(&s.cap, a["stroke-linecap"], "butt", "round", "square")
	choose(&s.join, a["stroke-linejoin"], "miter", "round", "bevel")
	switch a["fill-rule"] {
	case "evenodd":
		s.evenOdd = true
	case "nonzero":
		s.evenOdd = false
	}
	s.hidden = a["display"] == "none" || a["visibility"] == "hidden"
	return s
}

func choose(into *string, value string, known ...string) {
	for _, k := range known {
		if value == k {
			*into = value
		}
	}
}

// with keeps what cannot be understood as it was. A gradient is drawn in the colour given for want of it, or not.
func (p paint) with(value string) paint {
	if rest, ok := strings.CutPrefix(value, "url("); ok {
		_, fallback, _ := strings.Cut(rest, ")")
		return paint{none: true}.with(strings.TrimSpace(fallback))
	}
	switch value {
	case "none":
		return paint{none: true}
	case "currentColor", "currentcolor":
		return paint{current: true}
	}
	if c, ok := parseColour(value); ok {
		return paint{colour: c}
	}
	return p
}

// share1 reads an opacity from 0 to 1.
func share1(value string, otherwise float64) float64 {
	number, percent := strings.CutSuffix(value, "%")
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(v) {
		return otherwise
	}
	if percent {
		v /= 100
	}
	return min(max(v, 0), 1)
}

// length reads a number of pixels; a share of something else is not one.
func length(value string) (float64, bool) {
	number := strings.TrimRight(value, "abcdefghijklmnopqrstuvwxyz")
	v, err := strconv.ParseFloat(number, 64)
	switch value[len(number):] {
	case "em", "rem":
		v *= 16
	case "ex":
		v *= 8
	case "pt":
		v *= 96.0 / 72
	case "pc":
		v *= 96.0 / 6
	case "mm":
		v *= 96 / 25.4
	case "cm":
		v *= 96 / 2.54
	case "in":
		v *= 96
	}
	return v, err == nil && v >= 0 && v < 1e6
}

func parseColour(value string) (color.NRGBA, bool) {
	value = strings.ToLower(value)
	if digits, ok := strings.CutPrefix(value, "#"); ok {
		return hexColour(digits)
	}
	if name, arguments, ok := strings.Cut(value, "("); ok && strings.HasSuffix(value, ")") && (name == "rgb" || name == "rgba") {
		return functionColour(strings.TrimSuffix(arguments, ")"))
	}
	if value == "transparent" {
		return color.NRGBA{}, true
	}
	named, ok := colornames.Map[value]
	return color.NRGBA(named), ok // all names are opaque
}

func hexColour(digits string) (color.NRGBA, bool) {
	if len(digits) == 3 || len(digits) == 4 {
		var twice strings.Builder
		for i := range len(digits) {
			twice.WriteString(digits[i:i+1] + digits[i:i+1])
		}
		digits = twice.String()
	}
	if len(digits) == 6 {
		digits += "ff"
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) != 8 {
		return color.NRGBA{}, false
	}
	return color.NRGBA{R: byte(v >> 24), G: byte(v >> 16), B: byte(v >> 8), A: byte(v)}, true
}

func functionColour(arguments string) (color.NRGBA, bool) {
	parts := strings.FieldsFunc(arguments, func(r rune) bool { return r == ',' || r == ' ' || r == '/' })
	if len(parts) != 3 && len(parts) != 4 {
		return color.NRGBA{}, false
	}
	rgba := [4]byte{3: 255}
	for i, part := range parts {
		v := share1(part, -1)
		if i < 3 && !strings.HasSuffix(part, "%") {
			number, err := strconv.ParseFloat(part, 64)
			if err != nil || math.IsNaN(number) {
				return color.NRGBA{}, false
			}
			v = min(max(number, 0), 255) / 255
		}
		if v < 0 {
			return color.NRGBA{}, false
		}
		rgba[i] = byte(v*255 + 0.5)
	}
	return color.NRGBA{R: rgba[0], G: rgba[1], B: rgba[2], A: rgba[3]}, true
}
