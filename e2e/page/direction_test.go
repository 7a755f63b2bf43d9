package page

import (
	"testing"

	"cuecard.app/client"
)

// line is one line of the message, from its first letter to its last.
type line struct {
	Text string
	box
}

// messageLines reads where each paragraph of the message stands.
func messageLines(w *window) []line {
	w.t.Helper()
	return read[[]line](w, `(() => {
		const text = document.querySelector('.card:not(.going) .message').firstChild;
		const lines = [];
		let start = 0;
		for (const paragraph of text.data.split('\n')) {
			const letters = document.createRange();
			letters.setStart(text, start);
			letters.setEnd(text, start + paragraph.length);
			const { left, top, right, bottom } = letters.getBoundingClientRect();
			lines.push({ Text: paragraph, Left: left, Top: top, Right: right, Bottom: bottom });
			start += paragraph.length + 1;
		}
		return lines;
	})()`)
}

func TestEveryParagraphHasItsOwnDirection(t *testing.T) {
	tv := watch(t, hd)
	tv.show(client.Card{ID: "door", Title: "الباب مفتوح", Message: "Open\nمفتوح منذ 5 دقائق\nפתוח Door 7\n12:30\n“Hello” مرحبا", Accent: "#FF8A1F"})
	card := measure(tv.window)
	wantNear(t, "the Arabic title's right", card.TitleInk.Right, card.Words.Right)
	wantNear(t, "the stripe's left", card.Stripe.Left, card.Card.Left)

	rightToLeft := []bool{false, true, true, false, false} // digits have no direction: they stand as in Latin
	for i, line := range messageLines(tv.window) {
		if rightToLeft[i] {
			wantNear(t, "the right of "+line.Text, line.Right, card.Words.Right)
		} else {
			wantNear(t, "the left of "+line.Text, line.Left, card.Words.Left)
		}
	}
}

func TestStripeStaysAtTheLeftInRightToLeftText(t *testing.T) {
	tv := watch(t, hd)
	for _, text := range []string{"Open", "مفتوح", "פתוח"} {
		tv.show(client.Card{ID: "door", Title: text, Message: text, Accent: "#FF8A1F"})
		got := measure(tv.window)
		wantNear(t, "the stripe's left in "+text, got.Stripe.Left, got.Card.Left)
		wantNear(t, "the text's left in "+text, got.Words.Left, got.Stripe.Right+28*hd.dp())
	}
}

func TestNumbersAndLatinWordsStandRightInsideArabic(t *testing.T) {
	tv := watch(t, hd)
	tv.show(client.Card{ID: "door", Message: "الباب Front 42 مفتوح"})
	// The middle of each word, in the order of reading: from right to left, but "Front" before "42" as Latin has it.
	words := read[[]float64](tv.window, `(() => {
		const text = document.querySelector('.card:not(.going) .message').firstChild;
		return ['الباب', 'Front', '42', 'مفتوح'].map((word) => {
			const letters = document.createRange();
			letters.setStart(text, text.data.indexOf(word));
			letters.setEnd(text, text.data.indexOf(word) + word.length);
			const { left, right } = letters.getBoundingClientRect();
			return (left + right) / 2;
		});
	})()`)
	if door, front, number, open := words[0], words[1], words[2], words[3]; !(open < front && front < number && number < door) {
		t.Errorf("from left to right the words stand at: open %g, Front %g, 42 %g, door %g", open, front, number, door)
	}
}
