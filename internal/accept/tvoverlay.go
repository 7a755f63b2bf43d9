package accept

import (
	"context"
	"net/http"
	"strings"
	"time"

	"cuecard.app/internal/card"
)

// overlayCorners are TvOverlay's words for positions; some of its clients say left and right.
var overlayCorners = map[string]card.Position{
	"top_start": card.TopLeft, "top_end": card.TopRight, "bottom_start": card.BottomLeft, "bottom_end": card.BottomRight,
	"top_left": card.TopLeft, "top_right": card.TopRight, "bottom_left": card.BottomLeft, "bottom_right": card.BottomRight,
}

const overlayGround = "#66000000"

// fromTvOverlay reads a notification. The colour of its small icon, which is the app's own drawing, is the stripe's.
func fromTvOverlay(f *fields) (*draft, error) {
	d := newDraft()
	d.put("id", "id", f.text("id"))
	d.showImage("image", f.text("image"))
	for _, name := range []string{"largeIcon", "appIcon", "smallIcon"} {
		if d.icon == nil && d.body["icon"] == nil {
			d.showIcon(name, f.text(name))
		}
	}
	d.words(f, "title", "message")
	if d.body["title"] == nil {
		d.put("title", "appTitle", f.text("appTitle", "source"))
	}
	d.put("accent", "color", hex(f.text("smallIconColor", "color")))
	if corner := f.text("corner"); corner != "" {
		if overlayCorners[corner] == "" {
			f.wrong("corner", "one of top_start, top_end, bottom_start, bottom_end")
		}
		d.put("position", "corner", string(overlayCorners[corner]))
	}
	for _, name := range []string{"seconds", "duration"} {
		if n, given := f.number(name); given {
			d.seconds(name, n)
		}
	}
	return d, f.err
}

// fromTvOverlayFixed reads a fixed notification: a card that stays until it is removed, or until ends.
func fromTvOverlayFixed(f *fields) (*draft, error) {
	d := newDraft()
	d.put("id", "id", f.text("id"))
	d.put("persistent", "visible", true)
	icon := f.text("icon")
	d.showIcon("icon", icon)
	d.put("message", "message", f.text("message", "text"))
	if d.body["message"] == nil {
		d.put("message", "message", named(icon))
	}
	d.put("accent", "borderColor", hex(f.text("borderColor")))
	d.dress(f.text("backgroundColor"), "backgroundColor", f.text("messageColor", "textColor"), "textColor", overlayGround)
	return d, f.err
}

// named is an icon of the app's own in words: mdi:lightbulb-on is "lightbulb on".
func named(icon string) string {
	name, ok := strings.CutPrefix(icon, "mdi:")
	switch {
	case ok:
		return strings.ReplaceAll(name, "-", " ")
	case icon != "":
		return wordless
	default:
		return ""
	}
}

// overlayEnds is when a fixed notification goes: a time of day as Unix counts it, seconds, or 1y2w3d4h5m6s. Zero is never.
func overlayEnds(f *fields, now time.Time) time.Time {
	text := strings.ReplaceAll(f.text("expiration"), " ", "")
	if text == "" {
		return time.Time{}
	}
	if strings.Trim(text, "0123456789.") == "" {
		n, _ := f.number("expiration")
		if n >= 1e9 { // seconds since 1970, not from now
			return time.Unix(int64(n), 0)
		}
		return now.Add(time.Duration(n * float64(time.Second)))
	}
	after, ok := overlayDuration(text)
	if !ok {
		f.wrong("expiration", "seconds, a Unix time, or a time such as 1h30m")
	}
	return now.Add(after)
}

// overlayDuration reads numbers with the letters of their units.
func overlayDuration(text string) (total time.Duration, ok bool) {
	const day = 24 * time.Hour
	units := map[byte]time.Duration{'y': 365 * day, 'w': 7 * day, 'd': day, 'h': time.Hour, 'm': time.Minute, 's': time.Second}
	n, digits := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c >= '0' && c <= '9' && digits < 9:
			n, digits = n*10+int(c-'0'), digits+1
		case digits > 0 && units[c|0x20] > 0:
			total += min(time.Duration(n)*units[c|0x20], 100*365*day)
			n, digits = 0, 0
		default:
			return 0, false
		}
	}
	return total, digits == 0
}

// tvOverlay is the app on its port.
func (d *Desk) tvOverlay(w http.ResponseWriter, r *http.Request) {
	var err error
	switch r.Method + " " + strings.TrimSuffix(r.URL.Path, "/") {
	case "GET /get", "HEAD /get":
		sayJSON(w, http.StatusOK, map[string]any{"success": true, "result": d.overlaySettings()})
		return
	case "POST /notify":
		var f *fields
		if f, err = readJSON(r); err == nil {
			_, err = d.show(r, f, fromTvOverlay)
		}
	case "POST /notify_fixed":
		err = d.showFixed(r)
	default:
		sayJSON(w, http.StatusNotFound, overlayAnswer{Message: "this TV has POST /notify, POST /notify_fixed and GET /get of TvOverlay"})
		return
	}
	if err != nil {
		code, words := d.refusal(err)
		sayJSON(w, code, overlayAnswer{Message: words})
		return
	}
	sayJSON(w, http.StatusOK, overlayAnswer{true, "Notification received"})
}

type overlayAnswer struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
}

// showFixed shows a fixed notification, or removes it.
func (d *Desk) showFixed(r *http.Request) error {
	f, err := readJSON(r)
	if err != nil {
		return err
	}
	ends := overlayEnds(f, time.Now())
	gone := !f.flag("visible", true) || !ends.IsZero() && !ends.After(time.Now())
	id := f.text("id")
	switch {
	case f.err != nil:
		return f.err
	case gone && id == "":
		return &card.FieldError{Field: "id", Be: "that of the notification to remove"}
	case gone:
		return d.dismiss(toTheEnd(r), id)
	}
	c, err := d.show(r, f, fromTvOverlayFixed)
	if err == nil {
		d.endings.set(c.ID, ends, func() { _ = d.dismiss(context.Background(), c.ID) })
	}
	return err
}

// overlaySettings is as much of TvOverlay's settings as this TV has.
func (d *Desk) overlaySettings() any {
	tv := d.Device()
	return map[string]any{
		"status":        map[string]any{"version": tv.Version},
		"settings":      map[string]any{"deviceName": tv.Name},
		"overlay":       map[string]any{},
		"notifications": map[string]any{"displayNotifications": tv.Overlay, "displayFixedNotifications": tv.Overlay, "notificationDuration": tv.Seconds},
	}
}
