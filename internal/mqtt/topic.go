package mqtt

import "strings"

const (
	root      = "cuecard/"
	everybody = "all"

	// Home Assistant's own.
	homePrefix = "homeassistant"
	homeStatus = homePrefix + "/status"
	homeOnline = "online"
)

// What a topic is about. The first ones are listened to.
const (
	notify       = "notify"
	dismiss      = "dismiss"
	message      = "message" // bare text, as Home Assistant's notify entity sends it
	set          = "set"
	result       = "result"
	stateTopic   = "state"
	events       = "events"
	settingTopic = "settings"
	availability = "availability"
	picture      = "screen"
)

// Words of availability.
const (
	online  = "online"
	offline = "offline"
)

// topic is one of a device's or group's.
func topic(name, about string) string { return root + name + "/" + about }

// discovery is where Home Assistant looks for a device.
func discovery(id string) string { return homePrefix + "/device/cuecard_" + id + "/config" }

// listened are the topics that a TV listens to.
func listened(id string, groups []string) []string {
	topics := []string{topic(id, message), topic(id, set+"/+"), homeStatus}
	for _, name := range append([]string{id, everybody}, groups...) {
		topics = append(topics, topic(name, notify), topic(name, dismiss))
	}
	return topics
}

// about is what a topic that was listened to is about, and the setting that it names.
func about(heard string) (what, setting string) {
	_, rest, _ := strings.Cut(strings.TrimPrefix(heard, root), "/")
	what, setting, _ = strings.Cut(rest, "/")
	return what, setting
}

// canAnswerOn reports whether something may be published to a topic that a sender named: a broker throws out who publishes to a
// pattern.
func canAnswerOn(named string) bool {
	return named != "" && len(named) <= 1024 && !strings.ContainsAny(named, "+#\x00") && !strings.HasPrefix(named, "$") && strings.ToValidUTF8(named, "") == named
}
