package steward

import (
	"context"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"kydai.dev/services/rewards/internal/deeds"
)

const (
	// remembering is how long what an account is is taken for granted when a deed
	// is counted, and directorySize of how many accounts it is remembered.
	remembering   = 30 * time.Second
	directorySize = 10000
)

// directory knows who players are, for a while without asking.
type directory struct {
	accounts Accounts
	zone     string // of those who tell none
	now      func() time.Time
	known    *lru.Cache[string, memory]
}

type memory struct {
	deeds.Profile
	until time.Time
}

func newDirectory(accounts Accounts, zone string, now func() time.Time) *directory {
	known, _ := lru.New[string, memory](directorySize) // fails for sizes below 1 only
	return &directory{accounts: accounts, zone: zone, now: now, known: known}
}

// remembered is what an account was a moment ago.
func (d *directory) remembered(ctx context.Context, player string) (deeds.Profile, error) {
	if m, ok := d.known.Get(player); ok && d.now().Before(m.until) {
		return m.Profile, nil
	}
	return d.ask(ctx, player)
}

// ask asks what an account is now.
func (d *directory) ask(ctx context.Context, player string) (deeds.Profile, error) {
	p, err := d.accounts.Profile(ctx, player)
	if err != nil {
		return p, err
	}
	if p.Zone == "" {
		p.Zone = d.zone
	}
	d.known.Add(player, memory{p, d.now().Add(remembering)})
	return p, nil
}
