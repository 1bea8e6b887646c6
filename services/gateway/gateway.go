// Package gateway is the hall's door for web and mobile: REST and live streams
// over HTTP, in front of the services that decide. It keeps nothing that must
// survive.
package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"time"

	"kydai.dev/pkg/app"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/rest"
)

// Config is what the gateway can be told.
type Config struct {
	HTTP    string         `name:"http" help:"Address of REST and streams." default:"127.0.0.1:8080"`
	Proxies []netip.Prefix `name:"trusted-proxies" help:"Networks whose X-Forwarded-For is believed, such as 10.0.0.0/8."`
	Origins []string       `name:"cors-origins" help:"Web origins that browsers may call from; * for all."`
	Beat    time.Duration  `name:"stream-heartbeat" help:"How often a quiet stream says that it lives." default:"10s"`
	Limit   limit.Config   `embed:"" prefix:"limit-"`
}

// Validate refuses settings that make no sense.
func (c Config) Validate() error {
	if c.Beat <= 0 {
		return errors.New("stream-heartbeat must be above zero")
	}
	for _, origin := range c.Origins {
		if u, err := url.Parse(origin); origin != "*" && (err != nil || u.Scheme+"://"+u.Host != origin) {
			return fmt.Errorf("cors-origins: %q is no origin, such as https://hall.example", origin)
		}
	}
	return nil
}

// New builds the gateway.
func New(ctx context.Context, c Config, env *app.Env) (*app.Service, error) {
	limiter := limit.New(c.Limit, time.Now)
	server, err := rest.New(rest.Deps{
		Log: env.Log, Metrics: env.Metrics, Verifier: env.Verifier, Limiter: limiter,
		Dial: env.Dial, Proxies: c.Proxies, Origins: c.Origins, Now: time.Now,
	})
	if err != nil {
		return nil, err
	}
	streams, err := newStreams(c, env, server, limiter)
	if err != nil {
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
		Run:   []func(context.Context) error{streams.hub.Run, streams.sockets.Run, front.serve},
		Ready: streams.hub.Ready,
		Drain: func(ctx context.Context) {
			streams.drain(ctx)
			front.drain(ctx)
		},
		Close: front.close,
	}, nil
}
