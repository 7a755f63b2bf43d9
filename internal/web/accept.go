package web

import (
	"strconv"
	"strings"
)

// acceptsGzip reads Accept-Encoding: gzip has to be named, itself or as "*", and not with the weight 0. What names gzip
// itself counts more than "*".
func acceptsGzip(header []string) bool {
	accepted := false
	for entry := range strings.SplitSeq(strings.Join(header, ","), ",") {
		name, parameters, _ := strings.Cut(entry, ";")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "gzip", "x-gzip":
			return weight(parameters) > 0
		case "*":
			accepted = weight(parameters) > 0
		}
	}
	return accepted
}

// weight reads the q of an entry, 1 when it has none and 0 when it cannot be read.
func weight(parameters string) float64 {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(parameter, "=")
		if strings.EqualFold(strings.TrimSpace(name), "q") {
			q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil {
				return 0
			}
			return q
		}
	}
	return 1
}
