package app

import (
	"context"
	"fmt"
	"sync"

	"google.golang.org/grpc"
	_ "google.golang.org/grpc/balancer/ringhash" // named in balancing
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/stats"
	"google.golang.org/grpc/status"

	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/shortid"
)

// hashHeader is what a call's replica is chosen by, on the wire alone.
const hashHeader = "x-kydai-hash"

// balancing sends the calls of one game to one replica while the replicas stay
// the same, since that one remembers the game; any other could answer as well.
// Calls wait for a connection and are sent once: repeating is for whoever knows
// whether it is safe.
const balancing = `{"loadBalancingConfig":[{"ring_hash_experimental":{"requestHashHeader":"` + hashHeader + `"}}],
	"methodConfig":[{"name":[{}],"waitForReady":true}]}`

// maxAnswer bounds one answer from another process; the largest are batches of
// 10,000 events.
const maxAnswer = 32 << 20

// peers are the connections to services in other processes.
type peers struct {
	addresses map[string]string
	telemetry stats.Handler

	mu    sync.Mutex
	conns map[string]*grpc.ClientConn
}

func newPeers(addresses map[string]string, telemetry stats.Handler) *peers {
	return &peers{addresses: addresses, telemetry: telemetry, conns: map[string]*grpc.ClientConn{}}
}

func (p *peers) conn(service string) (grpc.ClientConnInterface, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c, ok := p.conns[service]; ok {
		return hashed{c}, nil
	}
	address, ok := p.addresses[service]
	if !ok {
		return nil, status.Errorf(codes.Unavailable, "no address is known for %s", service)
	}
	c, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithStatsHandler(p.telemetry), grpc.WithDefaultServiceConfig(balancing),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxAnswer)))
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", service, err)
	}
	p.conns[service] = c
	return hashed{c}, nil
}

// hashed tells the balancer the game of a call.
type hashed struct{ *grpc.ClientConn }

// Invoke makes a call.
func (h hashed) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	// An id that no game has is whatever a stranger sent; a header may not be able to carry it.
	if of, ok := args.(interface{ GetGameId() string }); ok && shortid.Valid(of.GetGameId()) {
		ctx = metadata.AppendToOutgoingContext(ctx, hashHeader, of.GetGameId())
	}
	return h.ClientConn.Invoke(ctx, method, args, reply, opts...)
}

func (p *peers) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		_ = c.Close() // nothing can be done about it
	}
	return nil
}

// route leads to a service wherever it runs: in this process, or at its
// address. Which one is looked up at each call, since services of one process
// are built one after the other.
type route struct {
	local  *rpc.Local
	peers  *peers
	callee string

	once sync.Once
	conn grpc.ClientConnInterface
	err  error
}

func (r *route) find() (grpc.ClientConnInterface, error) {
	r.once.Do(func() {
		if r.local.Serves(r.callee) {
			r.conn = r.local
			return
		}
		r.conn, r.err = r.peers.conn(r.callee)
	})
	return r.conn, r.err
}

// Invoke makes a call.
func (r *route) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	conn, err := r.find()
	if err != nil {
		return err
	}
	return conn.Invoke(ctx, method, args, reply, opts...)
}

// NewStream opens a stream.
func (r *route) NewStream(ctx context.Context, desc *grpc.StreamDesc, method string, opts ...grpc.CallOption) (grpc.ClientStream, error) {
	conn, err := r.find()
	if err != nil {
		return nil, err
	}
	return conn.NewStream(ctx, desc, method, opts...)
}
