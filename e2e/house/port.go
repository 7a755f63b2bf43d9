package house

import (
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
)

// FreePort is a port of 127.0.0.1 for a program that cannot choose one by itself. It is below those that the system gives
// out, so nobody gets it before that program listens, or while it is down.
func FreePort(t testing.TB) int {
	t.Helper()
	var failed error
	for range 10 {
		port := 10_000 + rand.IntN(20_000)
		var l net.Listener
		if l, failed = net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); failed == nil {
			_ = l.Close()
			return port
		}
	}
	t.Fatal(failed)
	return 0
}
