package api

import (
	"net/url"
	"slices"
	"strings"
)

// path is a request's path as the routes know it: "/notify/*" and the last segment.
type path struct {
	name string
	last string
}

// split takes an escaped path, ignores one slash at its end, and decodes each
// segment once. Nothing is cleaned: "..", "." and an escaped slash are part of a name.
func split(escaped string) path {
	segments := strings.Split(strings.TrimPrefix(strings.TrimSuffix(escaped, "/"), "/"), "/")
	for i, segment := range segments {
		decoded, err := url.PathUnescape(segment)
		if err != nil || decoded == "" {
			return path{}
		}
		segments[i] = decoded
	}
	last := segments[len(segments)-1]
	for _, parent := range [...][]string{{"notify"}, {"tv", "pictures"}, {"tv", "sounds"}} {
		if len(segments) == len(parent)+1 && strings.Join(parent, "/") == strings.Join(segments[:len(parent)], "/") {
			return path{"/" + strings.Join(parent, "/") + "/*", last}
		}
	}
	if slices.ContainsFunc(segments, func(s string) bool { return strings.Contains(s, "/") }) {
		return path{}
	}
	return path{name: "/" + strings.Join(segments, "/")}
}
