// Package qrcode makes the code that opens an address on a phone.
//
// It never knows where it is drawn.
package qrcode

import qr "github.com/piglig/go-qr"

// Code is a square of modules, to be drawn dark on light with four modules of quiet around it.
type Code struct {
	Size int      `json:"size"`
	Rows []string `json:"rows"` // a '1' for each dark module, a '0' for each light one
}

// Of is the code of a text; nil without a text, or when it is too long for one.
func Of(text string) *Code {
	if text == "" {
		return nil
	}
	encoded, err := qr.EncodeText(text, qr.Medium)
	if err != nil {
		return nil
	}
	c := &Code{Size: encoded.GetSize()}
	for y := range c.Size {
		row := make([]byte, c.Size)
		for x := range row {
			row[x] = '0'
			if encoded.GetModule(x, y) {
				row[x] = '1'
			}
		}
		c.Rows = append(c.Rows, string(row))
	}
	return c
}

// Dark reports whether a module is dark; those outside of the code are light.
func (c *Code) Dark(x, y int) bool {
	return 0 <= y && y < c.Size && 0 <= x && x < c.Size && c.Rows[y][x] == '1'
}
