package card

// Rule is what a field takes, for those who describe fields to machines. A field's
// code is what counts; a test holds every rule to it.
type Rule struct {
	Shape      Shape
	Words      []string // taken besides what the shape says; a Word is one of them
	From, UpTo float64  // of a Number
	Characters int      // of Text, which is cut behind them, and of an Identifier, which must not have more
	Required   bool     // else null and blank text are taken too
	Waived     bool     // the range does not count while the card is persistent
}

// Shape is what the value of a field looks like.
type Shape int

const (
	AnyText    Shape = iota
	Identifier       // text without a slash
	Link             // an http or https URL
	Hex              // a colour
	Word
	Numeric
	Flag
)

// Fields are the rules of a card, one for each field, in the order of judgement.
func Fields() []Field { return new(Card).fields() }

// Must says the rule in words, as they follow "must be".
func (f Field) Must() string { return f.be }
