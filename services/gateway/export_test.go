package gateway

import (
	"context"
	"log/slog"
	"net"
)

// Listen is the gateway's listener for HTTP.
func Listen(ctx context.Context) (net.Listener, error) {
	f, err := listen(ctx, "127.0.0.1:0", nil, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	return f.listener, nil
}
