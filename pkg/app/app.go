// Package app runs services in a process: one service in a binary of its own,
// or all of them in one. It opens the listeners, connects the services to each
// other, answers health checks and drains on SIGTERM. What a service does is
// the same in both cases.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"

	"github.com/go-jose/go-jose/v4"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/telemetry"
)

// Config is what every process can be told. Flags and KYDAI_* variables are
// the same options.
type Config struct {
	Data   string            `help:"Directory of the process's own files." default:"data" type:"path"`
	GRPC   string            `name:"grpc" help:"Address of the gRPC listener." default:"127.0.0.1:9090"`
	Ops    string            `name:"ops" help:"Address for health, metrics and profiles." default:"127.0.0.1:8081"`
	Key    string            `name:"key" help:"File with the service's private Ed25519 JWK; made under the data directory when empty." type:"path"`
	JWKS   string            `name:"jwks" help:"File with the public keys of all services; made under the data directory when empty." type:"path"`
	Peers  map[string]string `name:"peers" help:"Addresses of the other services: account=host:port;referee=host:port."`
	Shards int               `help:"Into how many shards the game stream is cut; the same number in every process." default:"${shards}"`
	Drain  time.Duration     `name:"drain" help:"How long to wait for calls and streams under way when stopping." default:"10s"`

	NATS  bus.Config            `embed:""`
	Log   telemetry.LogConfig   `embed:""`
	Trace telemetry.TraceConfig `embed:""`
}

// Validate refuses settings that make no sense.
func (c Config) Validate() error {
	if c.Shards < 1 || c.Shards > maxShards {
		return fmt.Errorf("shards must be between 1 and %d", maxShards)
	}
	if c.Drain < 0 {
		return errors.New("drain can't be negative")
	}
	if (c.Key == "") != (c.JWKS == "") {
		return errors.New("--key and --jwks go together")
	}
	return nil
}

const maxShards = 1024

// Env is what a service gets from its process.
type Env struct {
	// Service is the service's name.
	Service string
	// Replica names this process among the replicas of the service.
	Replica string
	// Data is the process's own directory.
	Data string
	Log  *slog.Logger
	// Metrics is where the service registers what it counts.
	Metrics prometheus.Registerer
	// Shards is into how many shards the game stream is cut.
	Shards int
	// Key is the service's own key, Signer signs with it.
	Key    *authn.Key
	Signer *authn.Signer
	// Keys are the public keys of all services, Verifier checks by them.
	Keys     jose.JSONWebKeySet
	Verifier *authn.Verifier
	// Bus is the connection to NATS. It may be away at any time.
	Bus *bus.Bus
	// Dial returns a connection to another service in this service's name.
	Dial func(service string) grpc.ClientConnInterface
}

// Service is a service that has been built.
type Service struct {
	// Register adds the gRPC services; nil when there are none.
	Register func(grpc.ServiceRegistrar)
	// Run are the loops that work while the service lives. Each returns when
	// its context ends; an error stops the process.
	Run []func(context.Context) error
	// Ready says why the service can't serve now; nil is ready.
	Ready func(context.Context) error
	// Drain stops what the service serves besides gRPC and waits for it.
	Drain func(context.Context)
	// Close frees what the service holds, after all loops have ended.
	Close func() error
	// Ops are further handlers for operators, by path.
	Ops map[string]http.Handler
}

// Builder makes a service in an environment.
type Builder struct {
	// Name is the service's name, as in its protobuf package.
	Name string
	// Build makes the service. It may wait for its database, but not for other
	// services or for NATS.
	Build func(context.Context, *Env) (*Service, error)
}
