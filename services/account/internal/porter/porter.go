// Package porter lets players into the hall and out again: it makes guests,
// signs people in and links what they sign in with, renews their tokens, and
// keeps their profiles and the list of their signed-in devices.
package porter

import (
	"context"
	"crypto/rand"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"kydai.dev/pkg/authn"
	"kydai.dev/services/account/internal/profile"
	"kydai.dev/services/account/internal/session"
)

// Store keeps players and sessions.
type Store interface {
	players
	profiles
	renewals
	devices
	signins
	links
	roles
	sweeper
}

type players interface {
	// Enter adds a new player and the player's first session.
	Enter(ctx context.Context, p profile.Player, s session.Session) error
	// Player returns profile.ErrNoPlayer where there is none.
	Player(ctx context.Context, id string) (profile.Player, error)
	// Players returns those of some players that there are, in no order.
	Players(ctx context.Context, ids []string) ([]profile.Player, error)
}

// Signer signs players' tokens.
type Signer interface {
	PlayerToken(t authn.PlayerToken) (string, error)
}

// Porter is the service's use cases.
type Porter struct {
	store  Store
	signer Signer
	ways   Ways
	rules  session.Rules
	now    func() time.Time
	log    *slog.Logger
}

// New returns the use cases on a store.
func New(store Store, signer Signer, ways Ways, rules session.Rules, now func() time.Time, log *slog.Logger) *Porter {
	return &Porter{store: store, signer: signer, ways: ways, rules: rules, now: now, log: log}
}

// Tokens prove a session.
type Tokens struct {
	Session string
	Access  string
	Expires time.Duration
	Refresh session.Token
}

// Admit makes a guest and signs it in. The name is made up where none is given.
func (p *Porter) Admit(ctx context.Context, name, device string) (profile.Player, Tokens, error) {
	var nobody profile.Player
	if name == "" {
		name = profile.MadeUpName(fourBytes())
	}
	name, err := profile.ParseName(name)
	if err != nil {
		return nobody, Tokens{}, err
	}
	now := p.time()
	guest := profile.Player{ID: newID(), Name: name, Guest: true, Created: now, Version: 1}
	first := session.NewToken(newSecret(), newSecret())
	s := session.Open(newID(), guest.ID, device, first, now, p.rules)
	if err := p.store.Enter(ctx, guest, s); err != nil {
		return nobody, Tokens{}, err
	}
	tokens, err := p.tokens(ctx, guest, s.ID, first, now)
	return guest, tokens, err
}

// Player returns a player. The id may be written in any way that UUIDs are.
func (p *Porter) Player(ctx context.Context, id string) (profile.Player, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return profile.Player{}, profile.ErrNoPlayer
	}
	return p.store.Player(ctx, parsed.String())
}

// Players returns those of some players that there are, in the order asked for.
func (p *Porter) Players(ctx context.Context, ids []string) ([]profile.Player, error) {
	asked, err := canonical(ids)
	if err != nil {
		return nil, err
	}
	found, err := p.store.Players(ctx, asked)
	if err != nil {
		return nil, err
	}
	by := make(map[string]profile.Player, len(found))
	for _, player := range found {
		by[player.ID] = player
	}
	var players []profile.Player
	for _, id := range asked {
		if player, ok := by[id]; ok {
			players = append(players, player)
		}
	}
	return players, nil
}

// time is now, no finer than databases keep it.
func (p *Porter) time() time.Time { return p.now().UTC().Truncate(time.Microsecond) }

// tokens signs an access token for a session and puts it beside the refresh
// token.
func (p *Porter) tokens(ctx context.Context, who profile.Player, sessionID string, refresh session.Token, now time.Time) (Tokens, error) {
	has, err := p.rolesOf(ctx, who)
	if err != nil {
		return Tokens{}, err
	}
	access, err := p.signer.PlayerToken(authn.PlayerToken{
		Account: who.ID, Session: sessionID, Guest: who.Guest, Scopes: session.Scopes(who.Guest, has),
		IssuedAt: now, Expires: now.Add(p.rules.Access),
	})
	if err != nil {
		return Tokens{}, err
	}
	return Tokens{Session: sessionID, Access: access, Expires: p.rules.Access, Refresh: refresh}, nil
}

func (p *Porter) rolesOf(ctx context.Context, who profile.Player) ([]string, error) {
	if who.Guest {
		return nil, nil
	}
	return p.store.Roles(ctx, who.ID)
}

func newID() string { return uuid.Must(uuid.NewV7()).String() } // fails where randomness does, which it never does

func newSecret() (s session.Secret) {
	_, _ = rand.Read(s[:]) // never fails
	return s
}

func fourBytes() (b [4]byte) {
	_, _ = rand.Read(b[:]) // never fails
	return b
}
