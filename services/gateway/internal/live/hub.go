// Package live keeps the live streams of games, of accounts, and of the other logs
// that services keep. A stream gives every event of its game once and in order, from
// wherever the reader says: what lies behind comes from the referee's log in the
// reader's own name, what is new from the bus, and where the bus is away or has lost
// something, from the referee again. Nothing here must survive: a reader that is cut off comes
// back with the number of its last event.
package live

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/errs"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
)

// The refusals of streams.
var (
	ErrUnknownStream = errs.New(errs.NotFound, "UNKNOWN_STREAM", "there is no such stream")
	ErrTooMany       = errs.New(errs.Limited, "TOO_MANY_STREAMS", "too many streams are open")
	ErrDraining      = errs.New(errs.Unavailable, "UNAVAILABLE", "this gateway is stopping").After(time.Second)
)

// Config are the settings of a hub; what is zero takes its default.
type Config struct {
	// Shards is into how many shards the games' events are cut.
	Shards int
	// Silence is how long a shard may go unheard before it counts as cut off.
	Silence time.Duration
	// Poll is how often the referee is asked for the events of a shard cut
	// off, PollAccounts for the games of accounts, PollLogs how often others for the
	// events of the logs that they keep.
	Poll, PollAccounts, PollLogs time.Duration
	// Forget is after how long a silent replica counts as gone.
	Forget time.Duration
	// Buffer is how many frames a reader may fall behind.
	Buffer int
	// Page is how many events are read from a log at a time.
	Page int
	// Linger is how long the stream of an ended game stays open, for a rematch, Prizes
	// how long that of a tournament, for what is paid.
	Linger, Prizes time.Duration
	// Attend is how often matchmaking is told who is there, Count how often it is
	// asked for the counts of the lobby, Presence how often they are told of this
	// gateway.
	Attend, Count, Presence time.Duration
	// Replica names this gateway.
	Replica string
	// PerAccount is how many connections with streams an account may have.
	PerAccount int
}

func (c Config) withDefaults() Config {
	return Config{
		Shards: or(c.Shards, 1), Silence: or(c.Silence, time.Second), Poll: or(c.Poll, 500*time.Millisecond),
		PollAccounts: or(c.PollAccounts, 2*time.Second), PollLogs: or(c.PollLogs, time.Second), Forget: or(c.Forget, 30*time.Second),
		Buffer: or(c.Buffer, 64), Page: or(c.Page, 200), Linger: or(c.Linger, 10*time.Minute), Prizes: or(c.Prizes, time.Minute),
		Attend: or(c.Attend, 2*time.Second), Count: or(c.Count, 2*time.Second), Presence: or(c.Presence, 5*time.Second),
		Replica: c.Replica, PerAccount: or(c.PerAccount, 8),
	}
}

func or[T int | time.Duration](v, otherwise T) T {
	if v > 0 {
		return v
	}
	return otherwise
}

// Bus is what the hub hears.
type Bus interface {
	// Subscribe hears a subject.
	Subscribe(subject string, hear func(bus.Msg)) (*bus.Subscription, error)
	// Flush returns when NATS has taken what was sent, subscriptions included.
	Flush(ctx context.Context) error
	// PublishCore sends a message to whoever listens now.
	PublishCore(ctx context.Context, m bus.Msg) error
	// Connected reports whether NATS can be reached.
	Connected() bool
	// Shards is into how many shards a stream is cut.
	Shards(ctx context.Context, stream string) (string, error)
}

// Sessions are those whose tokens hold no more.
type Sessions interface {
	Ended(session string) bool
	// WhenEnded has each one told from then on.
	WhenEnded(tell func(session string))
}

// Hall are the services that the hub asks.
type Hall struct {
	Referee refereev1.RefereeServiceClient
	Tickets matchmakingv1.TicketServiceClient
	Rooms   matchmakingv1.RoomServiceClient
	Lobby   matchmakingv1.LobbyServiceClient
	Study   studyv1.StudyServiceClient
	// Tournaments are what everybody may read of tournaments.
	Tournaments tournamentv1.TournamentServiceClient
}

// Hub keeps the games and accounts that somebody watches.
type Hub struct {
	cfg  Config
	hall Hall
	// sessions say whose streams end.
	sessions Sessions
	referee  refereev1.RefereeServiceClient
	lobby    *lobby
	bus      Bus
	log      *slog.Logger
	counts   *counts
	// nudged wakes the loop that asks the referee.
	nudged chan struct{}
	// askFails and accountsFail belong to the two loops that ask.
	askFails, accountsFail bool

	mu       sync.RWMutex
	games    map[string]*game
	shards   map[int]*shard
	behind   map[*game]struct{} // have lost events
	accounts map[string]*account
	starts   *shard // the starts and ends of all games; nil while no account is watched
	news     []*bus.Subscription
	kinds    map[string]*kind // of logs, by what the names of their streams begin with
	streams  map[*Stream]struct{}
	open     map[string]int // connections by account
	// draining is set under the lock, and drained closed once it is set and no
	// stream is left.
	draining atomic.Bool
	drained  chan struct{}
}

// New returns a hub.
func New(cfg Config, hall Hall, b Bus, sessions Sessions, log *slog.Logger, metrics prometheus.Registerer) (*Hub, error) {
	c, err := newCounts(metrics)
	if err != nil {
		return nil, fmt.Errorf("register metrics: %w", err)
	}
	h := &Hub{
		cfg: cfg.withDefaults(), hall: hall, sessions: sessions, referee: hall.Referee, bus: b, log: log, counts: c, nudged: make(chan struct{}, 1),
		games: map[string]*game{}, shards: map[int]*shard{}, behind: map[*game]struct{}{},
		accounts: map[string]*account{}, streams: map[*Stream]struct{}{}, open: map[string]int{},
		drained: make(chan struct{}),
	}
	h.kinds = map[string]*kind{
		"study":      h.newKind(analyses{hall.Study}, bus.StudyEvents("*"), ReasonAnalysisOver, c.analyses),
		"tournament": h.newKind(tournaments{hall.Tournaments, h.cfg.Prizes}, bus.TournamentEvents("*"), ReasonTournamentOver, c.tournaments),
	}
	h.lobby = &lobby{hub: h}
	sessions.WhenEnded(h.signOut)
	return h, nil
}

// Run asks for what the bus does not bring, and tells who is here, until the
// context ends.
func (h *Hub) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { h.followGames(ctx); return nil })
	group.Go(func() error { h.followAccounts(ctx); return nil })
	group.Go(func() error { h.attend(ctx); return nil })
	group.Go(func() error { h.followLobby(ctx); return nil })
	for _, k := range h.kinds {
		group.Go(func() error { k.follow(ctx); return nil })
	}
	group.Go(func() error { h.tellPresence(ctx); return nil })
	return group.Wait()
}

// readyLimit is how long NATS may take to say how many shards there are.
const readyLimit = 500 * time.Millisecond

// Ready says why the hub can't serve: it would listen to other shards than the
// referee sends on. While nobody can say how many there are, it serves without
// the bus.
func (h *Hub) Ready(ctx context.Context) error {
	if !h.bus.Connected() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, readyLimit)
	defer cancel()
	shards, err := h.bus.Shards(ctx, bus.GameStream)
	if want := strconv.Itoa(h.cfg.Shards); err == nil && shards != want {
		return fmt.Errorf("%w: %s, not %s", bus.ErrShardsDiffer, shards, want)
	}
	return nil
}

// Drain ends every stream with a hint to connect again, and waits for them.
func (h *Hub) Drain(ctx context.Context) {
	h.mu.Lock()
	h.draining.Store(true)
	if len(h.streams) == 0 {
		h.closeDrained()
	}
	open := slices.Collect(maps.Keys(h.streams))
	h.mu.Unlock()
	for _, s := range open {
		s.wake()
	}
	select {
	case <-h.drained:
	case <-ctx.Done():
	}
}

// closeDrained is called under the lock.
func (h *Hub) closeDrained() {
	select {
	case <-h.drained:
	default:
		close(h.drained)
	}
}

// Enter counts a connection of an account, and refuses it when there are too
// many. Nobody's connections are not counted.
func (h *Hub) Enter(account string) (leave func(), err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.draining.Load() {
		return nil, ErrDraining
	}
	if account == "" {
		return func() {}, nil
	}
	if h.open[account] >= h.cfg.PerAccount {
		return nil, ErrTooMany
	}
	h.open[account]++
	return func() { h.leave(account) }, nil
}

func (h *Hub) leave(account string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open[account]--; h.open[account] == 0 {
		delete(h.open, account)
	}
}

// nudge lets the referee be asked at once.
func (h *Hub) nudge() {
	select {
	case h.nudged <- struct{}{}:
	default:
	}
}

// Streams is how many streams are open.
func (h *Hub) Streams() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return len(h.streams)
}
