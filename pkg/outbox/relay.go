package outbox

import (
	"context"
	"crypto/rand"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
)

// Publisher is what a Relay needs of the bus.
type Publisher interface {
	Publish(ctx context.Context, m bus.Msg) error
	PublishCore(ctx context.Context, m bus.Msg) error
	Connected() bool
}

// RelayConfig tunes a Relay; what is 0 gets the default named.
type RelayConfig struct {
	// Replica names this relay in the headers; random by default. Its numbers
	// begin again at 1 with each start, so the name should too be new.
	Replica string
	// Lanes is how many lanes there are, 1 by default; a message goes to
	// lane Lane modulo Lanes. Who counts numbers must hear all of a lane: give
	// subjects with other listeners lanes of their own.
	Lanes int
	// HeartbeatSubject names a lane's subject for heartbeats. It must not be
	// a subject of a stream. Nil, or an empty subject, is no heartbeat.
	HeartbeatSubject func(lane int) string
	Heartbeat        time.Duration // 500 ms
	// Sweep is how often acknowledged rows that nobody has deleted are
	// deleted and orphaned ones looked for: 1 s.
	Sweep time.Duration
	// Lease is how long a row is left to the relay that has charge of it: 5 s.
	Lease time.Duration
	// Queue is how many messages a lane keeps in memory: 1024. What is more
	// is read from the outbox again.
	Queue int
	// Drain is how long queued messages are still sent after the stop: 2 s.
	Drain time.Duration
	// Metrics is where the counters are registered, with the service as their
	// label; nil counts in private.
	Metrics prometheus.Registerer
}

func (c RelayConfig) withDefaults() RelayConfig {
	if c.Replica == "" {
		c.Replica = rand.Text()
	}
	if c.HeartbeatSubject == nil {
		c.HeartbeatSubject = func(int) string { return "" }
	}
	c.Lanes = positive(c.Lanes, 1)
	c.Heartbeat = positive(c.Heartbeat, 500*time.Millisecond)
	c.Sweep = positive(c.Sweep, time.Second)
	c.Lease = positive(c.Lease, 5*time.Second)
	c.Queue = positive(c.Queue, 1024)
	c.Drain = positive(c.Drain, 2*time.Second)
	return c
}

func positive[T int | time.Duration](value, otherwise T) T {
	if value <= 0 {
		return otherwise
	}
	return value
}

// Relay publishes the rows of one service's outbox: what its owner hands over
// at once, the rest (left by a crash, or more than its memory holds) from the
// table. A message is sent until it is acknowledged, and in the order handed
// over within its lane. It may come more than once, and after an overflow on
// PostgreSQL also from another replica.
type Relay struct {
	db      *dbx.DB
	pub     Publisher
	cfg     RelayConfig
	log     *slog.Logger
	lanes   []*lane
	ledger  *ledger
	metrics metrics

	// connected is since when the bus has been there; the sweep's own.
	connected time.Time
}

// NewRelay makes a relay; Run starts it.
func NewRelay(db *dbx.DB, pub Publisher, cfg RelayConfig, log *slog.Logger) *Relay {
	cfg = cfg.withDefaults()
	r := &Relay{db: db, pub: pub, cfg: cfg, log: log, ledger: newLedger(), metrics: newMetrics(cfg.Metrics, db.Service())}
	for i := range cfg.Lanes {
		l := &lane{relay: r, index: i, wake: make(chan struct{}, 1)}
		// A SQLite file has one process: what lies in it at the start is a
		// dead one's, and goes before anything new. On PostgreSQL it may be
		// a living replica's; the sweep finds out by the lease.
		l.behind = db.Dialect() == dbx.SQLite
		r.lanes = append(r.lanes, l)
	}
	return r
}

// Run publishes until ctx ends, then sends what is queued for a moment longer.
// It never fails while it runs: what goes wrong is logged and tried again.
func (r *Relay) Run(ctx context.Context) error {
	last, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(r.cfg.Drain, end) })()

	var lanes, sweep errgroup.Group
	for _, l := range r.lanes {
		lanes.Go(func() error { return l.run(ctx, last) })
	}
	sweep.Go(func() error { return r.sweep(ctx) })
	err := lanes.Wait()
	if e := sweep.Wait(); err == nil {
		err = e
	}
	tidy, done := context.WithTimeout(context.WithoutCancel(ctx), r.cfg.Drain)
	defer done()
	r.deleteAcked(tidy)
	return err
}

// Hand gives the relay messages whose rows are committed. It never blocks:
// what finds no room is read from the outbox later, in its turn.
func (r *Relay) Hand(msgs ...Message) {
	for _, m := range msgs {
		r.lanes[m.Lane%len(r.lanes)].push(m)
	}
}

// Acked takes the ids of up to limit published messages, for their owner to
// Delete in his next transaction.
func (r *Relay) Acked(limit int) []uuid.UUID { return r.ledger.take(limit, true) }

// PutBack returns ids from Acked whose deletion did not commit.
func (r *Relay) PutBack(ids []uuid.UUID) { r.ledger.putBack(ids) }
