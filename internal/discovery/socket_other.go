//go:build !linux

package discovery

import (
	"context"
	"errors"
)

func (system) open(link, purpose) (wire, error) {
	return nil, errors.New("discovery works on Linux only")
}

func (system) watch(ctx context.Context, changed func()) { poll(ctx, changed) }
