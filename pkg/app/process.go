package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/reflection"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/telemetry"
)

// Process is services that run together.
type Process struct {
	cfg      Config
	log      *slog.Logger
	metrics  *prometheus.Registry
	server   *grpc.Server
	local    *rpc.Local
	health   *health.Server
	bus      *bus.Bus
	peers    *peers
	verifier *authn.Verifier
	services []running
	release  []func() error // in the order of acquisition

	grpcListener, opsListener net.Listener
}

type running struct {
	name string
	*Service
}

// Start builds the services and opens the listeners; Run serves.
func Start(ctx context.Context, cfg Config, log *slog.Logger, builders ...Builder) (*Process, error) {
	p := &Process{cfg: cfg, log: log, metrics: prometheus.NewRegistry(), health: health.NewServer()}
	if err := p.start(ctx, builders); err != nil {
		p.free()
		return nil, err
	}
	return p, nil
}

func (p *Process) start(ctx context.Context, builders []Builder) error {
	p.metrics.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if err := p.lockData(); err != nil {
		return err
	}
	replica := uuid.NewString()[:8]
	stop, err := telemetry.StartTracing(ctx, p.cfg.Trace, processName(builders), replica)
	if err != nil {
		return err
	}
	p.onRelease(func() error { return stop(context.WithoutCancel(ctx)) })
	keys, err := p.loadKeys(builders)
	if err != nil {
		return err
	}
	if p.bus, err = bus.Connect(ctx, p.cfg.NATS, p.log); err != nil {
		return err
	}
	p.onRelease(func() error { p.bus.Close(); return nil })
	if err := p.hearSignOuts(); err != nil {
		return err
	}
	if err := p.makeServers(); err != nil {
		return err
	}
	for _, b := range builders {
		if err := p.build(ctx, b, replica, keys[b.Name]); err != nil {
			return fmt.Errorf("build %s: %w", b.Name, err)
		}
	}
	return p.listen(ctx)
}

func processName(builders []Builder) string {
	if len(builders) == 1 {
		return builders[0].Name
	}
	return "hall"
}

func (p *Process) onRelease(f func() error) { p.release = append(p.release, f) }

func (p *Process) lockData() error {
	unlock, err := LockDir(p.cfg.Data)
	if err != nil {
		return err
	}
	p.onRelease(unlock)
	return nil
}

// loadKeys reads the key that is given, or makes one for each service and the
// operator.
func (p *Process) loadKeys(builders []Builder) (map[string]*authn.Key, error) {
	if p.cfg.Key == "" {
		names := []string{authn.OperatorService}
		for _, b := range builders {
			names = append(names, b.Name)
		}
		keys, set, err := authn.EnsureKeys(filepath.Join(p.cfg.Data, "keys"), names...)
		if err != nil {
			return nil, err
		}
		p.verifier = authn.NewVerifier(set, time.Now)
		return keys, nil
	}
	key, err := authn.ReadKey(p.cfg.Key)
	if err != nil {
		return nil, err
	}
	set, err := authn.ReadJWKS(p.cfg.JWKS)
	if err != nil {
		return nil, err
	}
	p.verifier = authn.NewVerifier(set, time.Now)
	return map[string]*authn.Key{key.Service(): key}, nil
}

func (p *Process) makeServers() error {
	intercept, err := rpc.Server{Log: p.log, Verifier: p.verifier, Metrics: p.metrics}.Interceptor()
	if err != nil {
		return err
	}
	streaming, err := rpc.Streaming(intercept)
	if err != nil {
		return err
	}
	client, server := telemetry.Handlers()
	p.server = grpc.NewServer(grpc.UnaryInterceptor(intercept), grpc.StreamInterceptor(streaming), grpc.StatsHandler(server))
	p.local = rpc.NewLocal(intercept, client, server)
	p.peers = newPeers(p.cfg.Peers, client)
	p.onRelease(p.peers.close)
	healthv1.RegisterHealthServer(p.server, p.health)
	reflection.Register(p.server)
	return nil
}

func (p *Process) build(ctx context.Context, b Builder, replica string, key *authn.Key) error {
	if key == nil {
		return errors.New("the key given is another service's")
	}
	signer, err := authn.NewSigner(key, time.Now)
	if err != nil {
		return err
	}
	env := &Env{
		Service: b.Name, Replica: b.Name + "-" + replica, Data: p.cfg.Data, Log: p.log.With("service", b.Name),
		Metrics: p.metrics, Shards: p.cfg.Shards, Key: key, Signer: signer, Keys: p.verifier.Keys(), Verifier: p.verifier, Bus: p.bus,
		Dial: func(callee string) grpc.ClientConnInterface {
			return rpc.NewClient(&route{local: p.local, peers: p.peers, callee: callee}, callee, signer)
		},
	}
	s, err := b.Build(ctx, env)
	if err != nil {
		return err
	}
	if s.Close != nil {
		p.onRelease(s.Close)
	}
	if s.Register != nil {
		s.Register(both{p.server, p.local})
	}
	p.services = append(p.services, running{name: b.Name, Service: s})
	return nil
}

// both registers a service for the wire and for calls inside the process.
type both struct {
	wire  *grpc.Server
	local *rpc.Local
}

func (b both) RegisterService(desc *grpc.ServiceDesc, impl any) {
	b.wire.RegisterService(desc, impl)
	b.local.RegisterService(desc, impl)
}

func (p *Process) listen(ctx context.Context) (err error) {
	var lc net.ListenConfig
	if p.grpcListener, err = lc.Listen(ctx, "tcp", p.cfg.GRPC); err != nil {
		return fmt.Errorf("listen for gRPC: %w", err)
	}
	if p.opsListener, err = lc.Listen(ctx, "tcp", p.cfg.Ops); err != nil {
		return fmt.Errorf("listen for operations: %w", err)
	}
	return nil
}

// GRPCAddr is where gRPC is served.
func (p *Process) GRPCAddr() string { return p.grpcListener.Addr().String() }

// OpsAddr is where operators are served.
func (p *Process) OpsAddr() string { return p.opsListener.Addr().String() }

// Run serves until the context ends or a service fails, then drains.
func (p *Process) Run(ctx context.Context) error {
	defer p.free()
	loops, stopLoops := context.WithCancel(context.WithoutCancel(ctx))
	defer stopLoops()
	group, failed := errgroup.WithContext(loops)
	ops := &http.Server{Handler: p.opsHandler(), ReadHeaderTimeout: 5 * time.Second}
	group.Go(func() error { return ignoreClosed(p.server.Serve(p.grpcListener)) })
	group.Go(func() error { return ignoreClosed(ops.Serve(p.opsListener)) })
	for _, s := range p.services {
		for _, loop := range s.Run {
			group.Go(func() error {
				if err := loop(failed); err != nil && !errors.Is(err, context.Canceled) {
					return fmt.Errorf("%s: %w", s.name, err)
				}
				return nil
			})
		}
	}
	p.health.SetServingStatus("", healthv1.HealthCheckResponse_SERVING)
	select {
	case <-ctx.Done():
	case <-failed.Done():
	}
	p.drain(context.WithoutCancel(ctx), ops, stopLoops)
	return group.Wait()
}

// drain lets calls and streams under way end, then stops the loops, so that
// what the last calls did is still passed on.
func (p *Process) drain(ctx context.Context, ops *http.Server, stopLoops func()) {
	p.log.InfoContext(ctx, "draining")
	p.health.Shutdown()
	ctx, cancel := context.WithTimeout(ctx, p.cfg.Drain)
	defer cancel()
	for _, s := range p.services {
		if s.Drain != nil {
			s.Drain(ctx)
		}
	}
	stopped := make(chan struct{})
	go func() { p.server.GracefulStop(); close(stopped) }()
	select {
	case <-stopped:
	case <-ctx.Done():
		p.server.Stop()
	}
	stopLoops()
	_ = ops.Close() // nothing depends on the last health answer
}

func (p *Process) free() {
	for i := len(p.release) - 1; i >= 0; i-- {
		if err := p.release[i](); err != nil {
			p.log.Warn("stop", "error", err)
		}
	}
	p.release = nil
	for _, l := range []net.Listener{p.grpcListener, p.opsListener} {
		if l != nil {
			_ = l.Close() // closed already where it was served
		}
	}
}

func ignoreClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) || errors.Is(err, grpc.ErrServerStopped) || errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}
