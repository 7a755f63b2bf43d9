package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"cuecard.app/e2e/house"
)

// scriptWords are the words that cards in many scripts are made of, one line a script.
var scriptWords = []string{
	"Someone is at the front door the wash is done and Příliš žluťoučký kůň",
	"Κάποιος είναι στην μπροστινή πόρτα το πλυντήριο τελείωσε",
	"Кто-то у входной двери стирка закончена посмотрите камеру",
	"هناك شخص عند الباب الأمامي انتهى الغسيل الساعة",
	"מישהו נמצא בדלת הקדמית הכביסה מוכנה בשעה",
	"Ինչ-որ մեկը դռան մոտ է լվացքը պատրաստ է",
	"ვიღაც კართან არის სარეცხი მზად არის",
	"सामने के दरवाज़े पर कोई है कपड़े धुल गए",
	"সামনের দরজায় কেউ আছে কাপড় ধোয়া শেষ",
	"ਦਰਵਾਜ਼ੇ ਤੇ ਕੋਈ ਹੈ ਕੈਮਰਾ ਵੇਖੋ",
	"દરવાજા પર કોઈ છે કેમેરા જુઓ",
	"முன் கதவில் யாரோ இருக்கிறார்கள் துவைத்தல் முடிந்தது",
	"ముందు తలుపు వద్ద ఎవరో ఉన్నారు ఉతకడం పూర్తయింది",
	"ಮುಂಬಾಗಿಲಲ್ಲಿ ಯಾರೋ ಇದ್ದಾರೆ ಬಟ್ಟೆ ತೊಳೆದಾಯಿತು",
	"മുൻവാതിലിൽ ആരോ ഉണ്ട് അലക്കൽ കഴിഞ്ഞു",
	"มีคนอยู่ที่ประตูหน้าบ้าน ซักผ้าเสร็จแล้ว กรุณาตรวจสอบกล้อง",
	"មានមនុស្សនៅមាត់ទ្វារ សូមពិនិត្យមើល កាមេរ៉ា",
	"有人在前门 洗衣机洗好了 请查看摄像头 門鈴響了 請注意",
	"玄関に誰かがいます 洗濯が終わりました カメラを確認してください",
	"현관에 누군가 있습니다 세탁이 끝났습니다 카메라를 확인하세요 🔔 🧺 📷 ⚠️ ✅ 🔋",
}

// wording is the text of a card that no other card has: words of one script in an order of their own.
func wording(line string, number int) string {
	words := strings.Fields(line)
	var b strings.Builder
	for i := range 12 {
		b.WriteString(words[(number*(i+3)+i*i)%len(words)] + " ")
	}
	return fmt.Sprint(b.String(), number)
}

// fonts looks at what the service holds after it has painted cards: in Latin letters alone, and in many scripts.
func (b *bench) fonts(ctx context.Context) ([]row, error) {
	latin, err := b.open(ctx)
	if err != nil {
		return nil, err
	}
	defer latin.Kill()
	if err := paintAll(latin, scriptWords[:1], 0, b.Latin, 1920); err != nil {
		return nil, err
	}
	held, err := memoryOf(latin.PID())
	if err != nil {
		return nil, err
	}
	all, err := b.open(ctx)
	if err != nil {
		return nil, err
	}
	defer all.Kill()
	var after [2]memory
	for i, from := range []int{0, b.Scripts[0]} {
		if err := paintAll(all, scriptWords, from, b.Scripts[i], 640); err != nil {
			return nil, err
		}
		if after[i], err = memoryOf(all.PID()); err != nil {
			return nil, err
		}
	}
	b.say("memory after %d Latin cards: %v; in %d scripts after %d: %v; after %d: %v",
		b.Latin, held, len(scriptWords), b.Scripts[0], after[0], b.Scripts[1], after[1])
	return []row{
		{fmt.Sprintf("Resident memory (VmRSS) after %d cards in Latin letters, all painted, over 60 MB", b.Latin),
			single(float64(held.resident) / (60 << 10)), atMost(1)},
		{fmt.Sprintf("The same after %d different cards in %d scripts over after %d", b.Scripts[1], len(scriptWords), b.Scripts[0]),
			single(float64(after[1].resident) / float64(after[0].resident)), atMost(1.1)},
	}, nil
}

// paintAll posts the cards with these numbers, and has each painted on a screen of that width.
func paintAll(service *house.House, lines []string, from, to, width int) error {
	for i := from; i < to; i++ {
		body, err := json.Marshal(map[string]string{"id": "painted", "title": fmt.Sprint("Home ", i), "message": wording(lines[i%len(lines)], i)})
		if err != nil {
			return err
		}
		if err := fetched(http.Post(service.URL+"/notify", "application/json", strings.NewReader(string(body)))); err != nil {
			return err
		}
		if err := fetched(http.Get(fmt.Sprintf("%s/screen.png?width=%d", service.URL, width))); err != nil {
			return err
		}
	}
	return nil
}

// fetched reads an answer to its end; it has to be a good one.
func fetched(answer *http.Response, err error) error {
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s was answered with %s", answer.Request.URL.Path, answer.Status)
	}
	return nil
}
