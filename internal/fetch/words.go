package fetch

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
)

// refusal is a reason in words of our own, fit for the log as it stands. It continues "the picture at …".
type refusal string

func (r refusal) Error() string { return string(r) }

// inWords says why a fetch failed. Errors of the HTTP library may quote the server at any length, and an echo of the
// request among it, so only those without a stranger's words keep their text.
func inWords(err error) error {
	var (
		ours        refusal
		size        *http.MaxBytesError
		network     *net.OpError
		certificate *tls.CertificateVerificationError
	)
	switch {
	case errors.As(err, &ours):
		return ours
	case errors.As(err, &size):
		return tooLarge(size.Limit)
	case errors.As(err, &network):
		return fmt.Errorf("cannot be reached: %w", network)
	case errors.As(err, &certificate):
		return refusal("comes from a server whose certificate is not trusted")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return refusal("breaks off before its end")
	}
	return refusal("comes in an answer that cannot be read")
}

func answered(answer *http.Response) refusal {
	return refusal(fmt.Sprintf("was answered with %d %s", answer.StatusCode, http.StatusText(answer.StatusCode)))
}

func tooLarge(limit int64) refusal {
	return refusal(fmt.Sprintf("is larger than %d bytes", limit))
}

// shown is an address as the log may have it: no user information, no query, no great length.
func shown(at *url.URL) string {
	const enough = 200
	text := at.Host + at.EscapedPath()
	if len(text) > enough {
		return text[:enough] + "…"
	}
	return text
}
