package rpc

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

const (
	// nameLife is how long a name is taken for good when no event came.
	nameLife = 30 * time.Second
	// mostNames bounds the memory; beyond, all are forgotten.
	mostNames = 100_000
	// nameLimit is how long an answer waits for names: it does without.
	nameLimit = 500 * time.Millisecond
	// namesAtOnce is how many account tells at once.
	namesAtOnce = 100
)

// Names knows what players are called. It asks account, remembers the answers for
// a while, and is told of changes.
type Names struct {
	accounts Accounts
	now      func() time.Time
	log      *slog.Logger

	mu    sync.Mutex
	known map[string]name
}

type name struct {
	text  string
	asked time.Time
}

// NewNames returns names that account knows.
func NewNames(accounts Accounts, now func() time.Time, log *slog.Logger) *Names {
	return &Names{accounts: accounts, now: now, log: log, known: map[string]name{}}
}

// Of returns what players are called, by their ids; those about whom account can't
// be asked now are left out.
func (n *Names) Of(ctx context.Context, players []string) map[string]string {
	names, missing := n.remembered(players)
	ctx, cancel := context.WithTimeout(ctx, nameLimit)
	defer cancel()
	for some := range slices.Chunk(missing, namesAtOnce) {
		found, err := n.accounts.profiles(ctx, some)
		if err != nil {
			n.log.WarnContext(ctx, "players stay nameless", "players", len(some), "error", err)
			break
		}
		n.remember(found)
		for _, p := range found {
			names[p.GetPlayerId()] = p.GetName()
		}
	}
	return names
}

func (n *Names) remembered(players []string) (names map[string]string, missing []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	names = make(map[string]string, len(players))
	for _, p := range players {
		if k, ok := n.known[p]; ok && n.now().Sub(k.asked) < nameLife {
			names[p] = k.text
		} else {
			missing = append(missing, p)
		}
	}
	return names, missing
}

func (n *Names) remember(found []*accountv1.PlayerProfile) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.known)+len(found) > mostNames {
		clear(n.known)
	}
	for _, p := range found {
		n.known[p.GetPlayerId()] = name{p.GetName(), n.now()}
	}
}

// Renamed says what a player is called from now on.
func (n *Names) Renamed(player, text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, ok := n.known[player]; ok {
		n.known[player] = name{text, n.now()}
	}
}
