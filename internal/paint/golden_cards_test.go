package paint

import (
	"path/filepath"
	"strings"
	"testing"

	"cuecard.app/e2e/fixtures"
	"cuecard.app/internal/card"
)

// goldenCard is a card of which there are golden pictures.
type goldenCard struct {
	name  string
	scene Scene
}

// chosen are the fixtures that have more to look at than a box.
var chosen = []string{"06-corner-cap", "10-tiny-width", "26-icon-at-start", "27-icon-no-title"}

func goldenCards(t testing.TB) []goldenCard {
	t.Helper()
	all := ownCards()
	for _, name := range chosen {
		read, err := fixtures.Read(filepath.Join("..", "..", "testdata", "cards"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range read {
			if f.Name == name {
				all = append(all, goldenCard{f.Name, scene(t, f)})
			}
		}
	}
	return all
}

func ownCards() []goldenCard {
	return []goldenCard{
		of("doorbell", "Front door", "Somebody rings. The parcel for number 12 is at the door.", icon(bell(96)), showing(porch(640, 400)), striped, dimmed(0.5)),
		of("quiet", "", "The wash is done", at(card.BottomRight, 25), colours(0xCC000000, 0xFFFFFFFF)),
		of("one-line", "", "Dinner is ready", striped),
		of("long-message", "Night watch", strings.Repeat("The gate was opened at 23:41 and closed again. ", 30), at(card.TopLeft, 40), striped),
		of("long-title", "Somebody has been standing at the gate for quite a while and does not seem to go away any more", "Look!", at(card.TopRight, 45)),
		of("ends-in-a-word", "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen Donaudampfschifffahrt", "gjpqy ÅÄÖ", at(card.BottomLeft, 34), striped),
		of("icon-and-title", "Doorbell", "Somebody rings at the gate", icon(bell(96)), at(card.TopRight, 40)),
		of("icon-and-two-lines", "Somebody rings at the gate behind the house", "An icon stands beside the first line, not between both.", icon(bell(96)), at(card.Center, 40), striped),
		of("icon-above", "Gate", "Somebody rings", icon(bell(96)), at(card.TopLeft, 17), striped),
		of("image-wide", "Wide", "As wide as the text", showing(porch(1600, 300)), at(card.BottomLeft, 40), striped),
		of("image-tall", "", "No higher than it may be", showing(porch(300, 900)), at(card.BottomRight, 34)),
		of("image-tiny", "Tiny", "No more than twice as large", showing(bell(40)), at(card.Center, 40)),
		of("image-translucent", "Translucent", "The card is seen through it, without a fringe", showing(rings(300)), colours(0xFFFFE08A, 0xFF222222)),
		of("translucent", "Translucent", "The film is seen through the card, the text stays as sent", colours(0x80102030, 0xFFFFFFFF), striped),
		of("white-on-nothing", "No background", "Only text, and no shadow under it", colours(0x00000000, 0xFFFFFFFF)),
		of("whole-width", "From edge to edge", "A banner", at(card.Center, 100), colours(0xFFB00020, 0xFFFFFFFF)),
		of("arabic", "جرس الباب", "شخص ما عند الباب الأمامي الساعة 18:30. يرجى التحقق من الكاميرا (رقم 2).", icon(bell(96)), striped),
		of("arabic-ends", strings.Repeat("هناك شخص عند الباب الأمامي ", 6), strings.Repeat("يرجى التحقق من الكاميرا والمصباح. ", 30), at(card.TopRight, 34)),
		of("hebrew", "מישהו בדלת (כניסה 2)", "השעה 18:30, טמפרטורה \u200e-5°C [בחוץ], מחיר 12.50 ₪.\nיְרוּשָׁלַיִם Wi-Fi 6", striped),
		of("persian", "زنگ در", "کسی پشت در است؛ ساعت ۱۸:۳۰. پنجرهٔ آشپزخانه می\u200cتواند بسته شود.", at(card.Center, 45)),
		of("hindi", "दरवाज़े की घंटी", "सामने दरवाज़े पर कोई है। कृपया कैमरा देखें: क्षत्रिय, श्री, ज्ञान, हृदय, र्\u200dय।", at(card.Center, 45), striped),
		of("tamil", "கதவு மணி", "யாரோ கதவில் உள்ளனர். ஸ்ரீ கௌரவம் கோயில்: கேமராவைப் பார்க்கவும்.", at(card.Center, 45)),
		of("bengali", "দরজার ঘণ্টা", "সামনের দরজায় কেউ আছে। ক্যামেরা দেখুন: ক্ষমা, জ্ঞান, স্ত্রী, উজ্জ্বল।", at(card.Center, 45)),
		of("thai", "กริ่งประตู", "มีคนอยู่ที่ประตูหน้าบ้าน กรุณาตรวจสอบกล้อง น้ำท่วมที่ห้องใต้ดิน ญี่ปุ่น เก้าอี้ ปิ่นโต", at(card.Center, 40)),
		of("chinese", "门铃", "有人在前门，请查看摄像头。「快递」已到：骨、直、海。", at(card.Center, 40), striped),
		of("japanese", "玄関のベル", "玄関に誰かいます。カメラを確認してください。ギター、ばか、骨、直、海。", at(card.Center, 40)),
		of("korean", "초인종", "현관에 누군가 있습니다. 카메라를 확인하세요. 한글 각 뷁", at(card.Center, 40)),
		of("greek-and-cyrillic", "Κουδούνι · Звонок", "Κάποιος είναι στην πόρτα· Ξεσκεπάζω.\nКто-то у двери: съешь ещё мягких булок. Ґедзь їжак.", at(card.Center, 50)),
		of("emoji", "👩‍👩‍👧‍👦 Family 🏳️‍🌈", "🇩🇪🇯🇵🇺🇦 1️⃣ #️⃣ 👍👍🏻👍🏽👍🏿 ❤️ ☎️ ☎︎ 👨🏿‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ⚠️ ✅ 🫠", at(card.Center, 50)),
		of("directions", "Mixed ערב", "First to the right, then שלום (2) and on.\nשלום then English (2) and on.\n12:30\nمرحبا Wi-Fi 6 [2.4 GHz]!", at(card.Center, 45), striped),
		of("accents", "Ǻ Ẫ Ṩ ÅÄÖ Ậ ÇŞ", "Ệ Ẳ Ǖ Ṻ g̈ y̨ x̂̄ Å̧ Z̤̈\nXͯ̑̈́̀ ị̂̄ nothing is cut off ẴỘ\nไก่ ปี่ ญู ฐิ์ द्ध्र्यूँ র্দ্ধ্র", at(card.Center, 45)),
		of("too-much", strings.Repeat("Everything at once ", 10), strings.Repeat("Everything at once, and then some more. ", 40), icon(bell(96)), showing(porch(640, 400)), at(card.Center, 45), striped),
		of("word", "", strings.Repeat("abcdefghijklmnopqrst", 10), at(card.Center, 30)),
		of("half-text", "Small text", "The owner has good eyes, and 0.5 for a text scale.", scaled(0.5), icon(bell(96)), striped),
		of("double-text", "Large text", "Seen from the garden, with 2 for a text scale.", scaled(2), icon(bell(96)), showing(porch(640, 400)), at(card.Center, 80), striped),
		of("dim", "Dark", "The film is nearly gone", dimmed(0.85), colours(0xFF202124, 0xFFE8EAED), striped),
	}
}

func of(name, title, message string, more ...func(*Scene)) goldenCard {
	s := Scene{Card: &card.Card{Title: title, Message: message, Style: card.FactoryStyle()}, TextScale: 1}
	for _, change := range more {
		change(&s)
	}
	return goldenCard{name, s}
}

func at(position card.Position, percent float64) func(*Scene) {
	return func(s *Scene) { s.Card.Position, s.Card.WidthPercent = position, percent }
}

func colours(background, text card.Colour) func(*Scene) {
	return func(s *Scene) { s.Card.Background, s.Card.TextColor = background, text }
}

func striped(s *Scene) { s.Card.Accent = new(card.Colour(0xFFFF8A1F)) }

func dimmed(dim float64) func(*Scene) { return func(s *Scene) { s.Card.Dim = dim } }

func scaled(scale float64) func(*Scene) { return func(s *Scene) { s.TextScale = scale } }

func icon(p *Picture) func(*Scene) { return func(s *Scene) { s.Icon = p } }

func showing(p *Picture) func(*Scene) { return func(s *Scene) { s.Image = p } }
