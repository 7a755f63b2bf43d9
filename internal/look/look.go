// Package look knows the numbers of the card's look: sizes, gaps, proportions and times. Every drawer takes them from
// here, the TV page and the Android app as JSON, so that the card is the same on every screen. It never knows a
// card, a pixel or a font, and it draws nothing.
package look

// Look holds the numbers. Lengths are dp and sizes of text sp: 1 dp = 1 sp = the screen's height / ScreenHeight. Only
// sizes of text are multiplied by the owner's text scale. Times end in Ms; shares run from 0 to 1.
type Look struct {
	ScreenHeight float64 `json:"screenHeight"` // the height of every screen, in dp
	Margin       float64 `json:"margin"`       // kept free in the corners and, for the tallest card, above and below

	CornerRadius  float64 `json:"cornerRadius"`
	Padding       float64 `json:"padding"`
	PaddingNarrow float64 `json:"paddingNarrow"` // the padding of a card narrower than NarrowBelow
	NarrowBelow   float64 `json:"narrowBelow"`
	Stripe        float64 `json:"stripe"` // the width of the accent at the left edge

	ShadowDown    float64 `json:"shadowDown"`
	ShadowBlur    float64 `json:"shadowBlur"` // as CSS means it: twice the Gaussian's standard deviation
	ShadowOpacity float64 `json:"shadowOpacity"`

	IconSize    float64 `json:"iconSize"`
	IconRadius  float64 `json:"iconRadius"`
	IconGap     float64 `json:"iconGap"`
	IconTextMin float64 `json:"iconTextMin"` // with less room for the text beside it, the icon stands above the text

	TitleSize       float64 `json:"titleSize"`
	TitleLineHeight float64 `json:"titleLineHeight"`
	TitleMaxLines   int     `json:"titleMaxLines"`

	MessageSize       float64 `json:"messageSize"`
	MessageLineHeight float64 `json:"messageLineHeight"`
	MessageMinLines   int     `json:"messageMinLines"` // stay, however little room there is
	MessageGap        float64 `json:"messageGap"`      // between title and message

	ImageGap         float64 `json:"imageGap"` // between text and image
	ImageRadius      float64 `json:"imageRadius"`
	ImageMaxHeight   float64 `json:"imageMaxHeight"`   // share of the screen's height
	ImageTightHeight float64 `json:"imageTightHeight"` // the same, when the card has too much of everything
	ImageEnlarge     float64 `json:"imageEnlarge"`     // screen pixels for one pixel of the picture, at most

	ComingMs      int     `json:"comingMs"`
	ComingOpacity float64 `json:"comingOpacity"` // where the fade starts: the first frame is already readable
	Rise          float64 `json:"rise"`
	GoingMs       int     `json:"goingMs"`
	ResizeMs      int     `json:"resizeMs"`
}

// Numbers returns the one look of Cuecard.
func Numbers() Look {
	return Look{
		ScreenHeight: 540,
		Margin:       48,

		CornerRadius:  16,
		Padding:       28,
		PaddingNarrow: 20,
		NarrowBelow:   320,
		Stripe:        10,

		ShadowDown:    8,
		ShadowBlur:    24,
		ShadowOpacity: 0.35,

		IconSize:    48,
		IconRadius:  8,
		IconGap:     16,
		IconTextMin: 96,

		TitleSize:       30,
		TitleLineHeight: 1.2,
		TitleMaxLines:   2,

		MessageSize:       24,
		MessageLineHeight: 1.35,
		MessageMinLines:   3,
		MessageGap:        12,

		ImageGap:         20,
		ImageRadius:      8,
		ImageMaxHeight:   0.4,
		ImageTightHeight: 0.2,
		ImageEnlarge:     2,

		ComingMs:      180,
		ComingOpacity: 0.6,
		Rise:          12,
		GoingMs:       140,
		ResizeMs:      120,
	}
}
