package api

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Limits of the server. A home has few clients; those that are slow or idle must not keep out the others.
const (
	headerWithin = 5 * time.Second
	bodyWithin   = 15 * time.Second
	answerWithin = 30 * time.Second
	idleFor      = 60 * time.Second
	headerBytes  = 16 << 10
	guests       = 256 // connections at once
	leaveWithin  = 500 * time.Millisecond
)

// Serve answers on the listener until ctx ends, then finishes the open requests and leaves.
func Serve(ctx context.Context, l net.Listener, handler http.Handler, logger *slog.Logger) error {
	crowd := newCrowd(guests)
	// Requests outlive ctx, to be finished; streams, which have no end, do not.
	requests := context.WithValue(context.WithoutCancel(ctx), leavingKey{}, ctx)
	server := &http.Server{
		Handler:                      handler,
		DisableGeneralOptionsHandler: true, // OPTIONS * is answered as any other
		ReadHeaderTimeout:            headerWithin,
		ReadTimeout:                  bodyWithin,
		WriteTimeout:                 answerWithin,
		IdleTimeout:                  idleFor,
		MaxHeaderBytes:               headerBytes,
		ConnState:                    crowd.seen,
		ConnContext:                  withGuest,
		BaseContext:                  func(net.Listener) context.Context { return requests },
		ErrorLog:                     slog.NewLogLogger(logger.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(door{l, crowd}) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(requests, leaveWithin)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		_ = server.Close()
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

type leavingKey struct{}

// untilLeaving is the context of a stream: it ends with the request or with the service.
func untilLeaving(request context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(request)
	leaving, ok := request.Value(leavingKey{}).(context.Context)
	if !ok {
		return ctx, cancel
	}
	stop := context.AfterFunc(leaving, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}
