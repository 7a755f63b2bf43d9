package text

import (
	"github.com/go-text/typesetting/font"
)

// glyphBytes bounds the pixels of glyphs that are kept: a screen of 4K full of different emoji. Letters need a tenth.
const glyphBytes = 16 << 20

// glyphKey names the pixels of a glyph. Letters are drawn at quarters of a pixel.
type glyphKey struct {
	face uint16
	sub  uint8
	id   font.GID
	size float32
}

// pixels is a drawn glyph: its shade, one byte a pixel, or its colours, four, premultiplied.
type pixels struct {
	key           glyphKey
	shade, colour []byte
	left, top     int // from the pen
	width, height int
	older, newer  *pixels
}

func (p *pixels) bytes() int { return len(p.shade) + len(p.colour) + 128 }

// glyphCache keeps the pixels that were used last, up to a number of bytes.
type glyphCache struct {
	limit, used int
	by          map[glyphKey]*pixels
	ring        pixels // ring.newer is the oldest, ring.older the newest
}

func (c *glyphCache) init(limit int) {
	*c = glyphCache{limit: limit, by: map[glyphKey]*pixels{}}
	c.ring.older, c.ring.newer = &c.ring, &c.ring
}

func (c *glyphCache) get(key glyphKey) *pixels {
	p := c.by[key]
	if p != nil && p != c.ring.older {
		c.unlink(p)
		c.link(p)
	}
	return p
}

func (c *glyphCache) put(p *pixels) {
	c.by[p.key] = p
	c.link(p)
	c.used += p.bytes()
	for c.used > c.limit && c.ring.newer != p {
		oldest := c.ring.newer
		c.unlink(oldest)
		delete(c.by, oldest.key)
		c.used -= oldest.bytes()
	}
}

func (c *glyphCache) link(p *pixels) {
	p.older, p.newer = c.ring.older, &c.ring
	p.older.newer, c.ring.older = p, p
}

func (c *glyphCache) unlink(p *pixels) {
	p.older.newer, p.newer.older = p.newer, p.older
}

// blockCache keeps the blocks that were asked for last: an update of a card asks again for most of them.
type blockCache struct {
	by   map[blockKey]*Block
	keys []blockKey // the oldest first
}

type blockKey struct {
	text     string
	style    Style
	width    float64
	maxLines int
}

const (
	maxBlocks    = 32
	maxBlockText = 16 << 10 // bytes; longer texts are not kept
)

func (c *blockCache) init() { c.by = make(map[blockKey]*Block, maxBlocks) }

func (c *blockCache) get(key blockKey) *Block {
	b := c.by[key]
	if b == nil {
		return nil
	}
	for i, k := range c.keys {
		if k == key {
			copy(c.keys[i:], c.keys[i+1:])
			c.keys[len(c.keys)-1] = key
			break
		}
	}
	return b
}

func (c *blockCache) put(key blockKey, b *Block) {
	if len(key.text) > maxBlockText {
		return
	}
	if len(c.keys) == maxBlocks {
		delete(c.by, c.keys[0])
		copy(c.keys, c.keys[1:])
		c.keys = c.keys[:maxBlocks-1]
	}
	c.by[key] = b
	c.keys = append(c.keys, key)
}
