package load

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"kydai.dev/pkg/timecontrol"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/kydai/internal/hall"
	"kydai.dev/services/kydai/internal/pause"
)

const (
	// ahead is how many plies before the end of a game its successor is begun.
	ahead = 30
	// roomsAhead is how many games of a table are made ready before the clock
	// starts: as many rooms as an account may have open.
	roomsAhead = 5
)

// table is two players who play one game after the other.
type table struct {
	session *Session
	players [2]*hall.Player
	deck    []script
	// rooms are those opened so far, one a game.
	rooms []string
	seats [2]*seat

	mu    sync.Mutex
	begun []*future

	warm sync.Once
	// moved counts plies, for whoever looks whether something moves.
	moved atomic.Int64
	// acked is when the last acknowledged ply was, as ply and time.
	acked atomic.Pointer[ack]
	// leaving is set where the table ends in the middle of a game.
	leaving atomic.Bool
	// stuck says that the table left because nothing moved.
	stuck bool
}

// ack is the acknowledgement of a ply.
type ack struct {
	game string
	ply  int
	at   time.Time
}

// future is a game that is being begun.
type future struct {
	ready chan struct{}
	match *Match
	err   error
}

// Match is a game of a table and what the hall has acknowledged of it.
type Match struct {
	ID string `json:"id"`
	// Game is the game's name.
	Game string `json:"game"`
	// Moves are all moves of the script, played or not.
	Moves []string `json:"moves"`
	// Seqs are the seqs that acknowledged the plies; 0 where none was.
	Seqs []int32 `json:"seqs"`
	// before counts the plies of the table's games before this one.
	before int
}

// last is the last ply of the match that the table plays.
func (t *table) last(m *Match) int {
	if t.session.Plies == 0 {
		return len(m.Moves)
	}
	return min(len(m.Moves), t.session.WarmUp+t.session.Plies-m.before)
}

// goesOn reports whether another game follows a match.
func (t *table) goesOn(m *Match) bool {
	return t.session.Plies == 0 || m.before+len(m.Moves) < t.session.WarmUp+t.session.Plies
}

// prepare opens the table's first rooms. A room waits for the opponent as long
// as it must; the clocks of a game do not.
func (t *table) prepare(ctx context.Context) error {
	plies := 0
	for k := 0; k < roomsAhead && (t.session.Plies == 0 || plies < t.session.WarmUp+t.session.Plies); k++ {
		room, err := t.openRoom(ctx, k)
		if err != nil {
			return err
		}
		t.rooms = append(t.rooms, room)
		plies += len(t.script(k).moves)
	}
	return nil
}

func (t *table) script(k int) script { return t.deck[k%len(t.deck)] }

func (t *table) openRoom(ctx context.Context, k int) (string, error) {
	game := t.script(k).game
	return t.players[0].Open(ctx, &matchmakingv1.CreateRoomRequest{Game: game, Side: "first", TimeControl: t.session.control(game)})
}

// begin begins the k-th game in the background, once.
func (t *table) begin(ctx context.Context, k int) *future {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k < len(t.begun) {
		return t.begun[k]
	}
	f := &future{ready: make(chan struct{})}
	t.begun = append(t.begun, f)
	before := 0
	if k > 0 { // the one before is being played, so it has begun
		previous := t.begun[k-1].match
		before = previous.before + len(previous.Moves)
	}
	t.session.background.Go(func() error {
		defer close(f.ready)
		f.match, f.err = t.join(ctx, k, before)
		return nil // the players tell
	})
	return f
}

func (t *table) join(ctx context.Context, k, before int) (*Match, error) {
	var id string
	err := t.insist(ctx, func() (err error) {
		if k == len(t.rooms) { // one game begins at a time, so nobody else is here
			room, err := t.openRoom(ctx, k)
			if err != nil {
				return err
			}
			t.rooms = append(t.rooms, room)
		}
		id, err = t.players[1].Join(ctx, t.rooms[k])
		return err
	})
	if err != nil {
		return nil, err
	}
	s := t.script(k)
	return &Match{ID: id, Game: s.game, Moves: s.moves, Seqs: make([]int32, len(s.moves)), before: before}, nil
}

// insist does something, again and again where the run retries.
func (t *table) insist(ctx context.Context, do func() error) error {
	for {
		err := do()
		if err == nil || !t.session.Retry || !temporary(err) || t.leaving.Load() {
			return err
		}
		if err := pause.For(ctx, retryPause); err != nil {
			return err
		}
	}
}

// control is the clock of a game. The slowest preset is the default, so that
// nobody's time runs out while the tables wait for each other.
func (c *Config) control(game string) *refereev1.TimeControl {
	presets := timecontrol.Presets(game)
	if len(presets) == 0 {
		return nil
	}
	switch c.Clock {
	case "none":
		return nil
	case "fast":
		return &refereev1.TimeControl{Preset: presets[0].Preset}
	}
	return &refereev1.TimeControl{Preset: presets[len(presets)-1].Preset}
}

func (t *table) match(ctx context.Context, k int) (*Match, error) {
	f := t.begin(ctx, k)
	select {
	case <-f.ready:
		return f.match, f.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// matches are the games that have begun.
func (t *table) matches() []*Match {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []*Match
	for _, f := range t.begun {
		<-f.ready
		if f.match != nil {
			all = append(all, f.match)
		}
	}
	return all
}

// warmed tells the run that the table has warmed up or never will.
func (t *table) warmed() { t.warm.Do(t.session.warming.Done) }

// leave ends the table in the middle of a game.
func (t *table) leave() {
	t.leaving.Store(true)
	t.warmed()
	for _, s := range t.seats {
		s.wire.close()
	}
}
