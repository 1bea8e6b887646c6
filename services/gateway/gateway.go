// Package gateway is the hall's door for web and mobile: REST and live streams
// over HTTP, in front of the services that decide. It keeps nothing that must
// survive.
package gateway

import (
	"context"
	"net/http"
	"net/netip"
	"time"

	"kydai.dev/pkg/app"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/problem"
	"kydai.dev/services/gateway/internal/rest"
	"kydai.dev/services/gateway/internal/sse"
)

// Config is what the gateway can be told.
type Config struct {
	HTTP    string         `name:"http" help:"Address of REST and streams." default:"127.0.0.1:8080"`
	Proxies []netip.Prefix `name:"trusted-proxies" help:"Networks whose X-Forwarded-For is believed, such as 10.0.0.0/8."`
	Origins []string       `name:"cors-origins" help:"Web origins that browsers may call from; * for all."`
	Limit   limit.Config   `embed:"" prefix:"limit-"`
}

// New builds the gateway.
func New(ctx context.Context, c Config, env *app.Env) (*app.Service, error) {
	server, err := rest.New(rest.Deps{
		Log: env.Log, Metrics: env.Metrics, Verifier: env.Verifier, Limiter: limit.New(c.Limit, time.Now),
		Dial: env.Dial, Proxies: c.Proxies, Origins: c.Origins, Now: time.Now,
	})
	if err != nil {
		return nil, err
	}
	hub, err := live.New(live.Config{}, refereev1.NewRefereeServiceClient(env.Dial("referee")), env.Bus, env.Log, env.Metrics)
	if err != nil {
		return nil, err
	}
	events := sse.New(sse.Config{}, hub, env.Verifier, problem.Write)
	if err := addStreams(server, events); err != nil {
		return nil, err
	}
	if err := addDocuments(server, env); err != nil {
		return nil, err
	}
	front, err := listen(ctx, c.HTTP, server, env.Log)
	if err != nil {
		return nil, err
	}
	return &app.Service{
		Run: []func(context.Context) error{hub.Run, front.serve},
		Drain: func(ctx context.Context) {
			hub.Drain(ctx)
			events.Wait()
			front.drain(ctx)
		},
		Close: front.close,
	}, nil
}

// addStreams serves what is not in the contracts.
func addStreams(server *rest.Server, events *sse.Handler) error {
	for pattern, h := range map[string]http.HandlerFunc{"/v1/games/{id}/stream": events.Game, "/v1/me/stream": events.Me} {
		if err := server.Handle(http.MethodGet, pattern, limit.Stream, h); err != nil {
			return err
		}
	}
	return nil
}
