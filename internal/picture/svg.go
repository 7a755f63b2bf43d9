package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"math"
	"strings"
)

const (
	largestSVG     = 1 << 20
	deepestSVG     = 64
	mostSVGPoints  = 200_000
	longestSVGSide = 4096 // an SVG has no pixels: one that says it is larger is told as this large
)

func looksLikeSVG(data []byte) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")
	return bytes.HasPrefix(text, []byte("<")) && bytes.Contains(text[:min(len(text), 4096)], []byte("<svg"))
}

// A canvas maps the coordinates of an SVG to its picture.
type canvas struct {
	left, top, width, height float64 // the view box
	stretched                bool
}

// readSVG reads the root element. What is drawn is what icons are made of: paths and the basic shapes, filled and
// stroked with plain colours. Text, pictures, gradients, masks, style sheets and all references are left out; scripts
// and entities are never looked at.
func readSVG(data []byte) (*file, error) {
	if len(data) > largestSVG {
		return nil, errors.New("the SVG picture is over 1 MB: only icons are drawn")
	}
	root, err := svgRoot(xml.NewDecoder(bytes.NewReader(data)))
	if err != nil {
		return nil, err
	}
	view, size := svgView(attributes(root))
	f := &file{format: "SVG", data: data, turn: 1, frames: 1, size: size}
	f.decode = func(j *job) ([]Frame, int, error) {
		j.size = fill(j.file.size, j.box)
		fine := j.size.Mul(finer(j.size))
		if err := j.need(4 * (area(j.size.Add(image.Pt(2, 0))) + area(fine.Add(image.Pt(2, 0))))); err != nil {
			return nil, 0, err
		}
		return still(j.drawSVG(view))
	}
	return f, nil
}

// finer is how much finer than the picture its strokes are added up: less where it would take too much memory.
func finer(size image.Point) int {
	if area(size) > 512*512 {
		return 2
	}
	return 4
}

func svgRoot(tokens *xml.Decoder) (xml.StartElement, error) {
	for {
		token, err := tokens.Token()
		if err != nil {
			return xml.StartElement{}, broken("SVG")
		}
		if start, ok := token.(xml.StartElement); ok {
			if start.Name.Local != "svg" {
				return start, broken("SVG")
			}
			return start, nil
		}
	}
}

// svgView reads the sizes of the root: its own, or as browsers have it, what the view box makes of 300 x 150.
func svgView(a map[string]string) (canvas, image.Point) {
	width, hasWidth := length(a["width"])
	height, hasHeight := length(a["height"])
	box := numbers(a["viewBox"])
	hasBox := len(box) == 4 && box[2] > 0 && box[3] > 0
	switch {
	case hasBox && hasWidth && !hasHeight:
		height = width * box[3] / box[2]
	case hasBox && hasHeight && !hasWidth:
		width = height * box[2] / box[3]
	case hasBox && !hasWidth:
		scale := min(300/box[2], 150/box[3])
		width, height = box[2]*scale, box[3]*scale
	default:
		if !hasWidth {
			width = 300
		}
		if !hasHeight {
			height = 150
		}
	}
	if !hasBox {
		box = []float64{0, 0, width, height}
	}
	if longest := max(width, height); longest > longestSVGSide {
		width, height = width*longestSVGSide/longest, height*longestSVGSide/longest
	}
	size := image.Pt(max(1, int(math.Round(width))), max(1, int(math.Round(height))))
	return canvas{box[0], box[1], box[2], box[3], strings.HasPrefix(a["preserveAspectRatio"], "none")}, size
}

// matrix is what brings the view box into the picture, whole and centred.
func (c canvas) matrix(size image.Point) matrix {
	x, y := float64(size.X)/c.width, float64(size.Y)/c.height
	if !c.stretched {
		x = min(x, y)
		y = x
	}
	return matrix{x, 0, 0, y, (float64(size.X)-x*c.width)/2 - x*c.left, (float64(size.Y)-y*c.height)/2 - y*c.top}
}

// drawSVG walks the elements with what each inherits.
func (j *job) drawSVG(view canvas) (*image.RGBA, error) {
	tokens := xml.NewDecoder(bytes.NewReader(j.data))
	root, err := svgRoot(tokens)
	if err != nil {
		return nil, err
	}
	page := &page{img: image.NewRGBA(image.Rectangle{Max: j.size}), left: mostSVGPoints, ended: j.ended}
	page.cover, page.lines = newCover(j.size, 1), newCover(j.size, finer(j.size))
	base := plainStyle()
	base.matrix = view.matrix(j.size)
	inherited := []style{base.with(attributes(root))}
	for len(inherited) > 0 {
		token, err := tokens.Token()
		if err != nil {
			return nil, broken("SVG")
		}
		switch token := token.(type) {
		case xml.StartElement:
			a := attributes(token)
			own := inherited[len(inherited)-1].with(a)
			if len(inherited) >= deepestSVG {
				return nil, errors.New("the SVG picture has too many elements inside one another")
			}
			if !grouping(token.Name.Local) || own.hidden {
				if !own.hidden {
					err = page.draw(token.Name.Local, a, own)
				}
				if skipped := tokens.Skip(); err == nil && skipped != nil {
					err = broken("SVG")
				}
				if err != nil {
					return nil, err
				}
				continue
			}
			inherited = append(inherited, own)
		case xml.EndElement:
			inherited = inherited[:len(inherited)-1]
		}
	}
	if !page.drawn {
		return nil, errors.New("the SVG picture has nothing that can be drawn")
	}
	return page.img, nil
}

func grouping(element string) bool {
	return element == "g" || element == "a" || element == "svg" || element == "switch"
}

// attributes are those of SVG, with the declarations of style on top.
func attributes(element xml.StartElement) map[string]string {
	all := map[string]string{}
	for _, a := range element.Attr {
		if a.Name.Space == "" {
			all[a.Name.Local] = strings.TrimSpace(a.Value)
		}
	}
	for declaration := range strings.SplitSeq(all["style"], ";") {
		if name, value, found := strings.Cut(declaration, ":"); found {
			all[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	return all
}
