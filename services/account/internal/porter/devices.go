package porter

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"kydai.dev/pkg/authn"
	"kydai.dev/services/account/internal/session"
)

type devices interface {
	// Sessions returns the player's sessions that have not ended by now, newest
	// first.
	Sessions(ctx context.Context, playerID string, now time.Time) ([]session.Session, error)
	// End closes a session of the player and reports whether there was one.
	End(ctx context.Context, e session.Ending) (bool, error)
}

// Current names the caller's own session.
const Current = "current"

// Sessions lists the caller's sessions, newest first.
func (p *Porter) Sessions(ctx context.Context, c authn.Caller) ([]session.Session, error) {
	all, err := p.store.Sessions(ctx, c.Account, p.time())
	if err != nil {
		return nil, err
	}
	own := func(s session.Session) bool { return s.ID == c.Session }
	if !slices.ContainsFunc(all, own) {
		return nil, session.ErrEnded
	}
	return all, nil
}

// End signs a device of the caller out. A session that was closed can't close
// others with what is left of its access token's life.
func (p *Porter) End(ctx context.Context, c authn.Caller, id string) error {
	if id == Current {
		id = c.Session
	}
	parsed, err := uuid.Parse(id)
	if err != nil {
		return session.ErrNoSession
	}
	id = parsed.String()
	if id != c.Session {
		if _, err := p.Sessions(ctx, c); err != nil {
			return err
		}
	}
	ended, err := p.store.End(ctx, p.rules.Ending(id, c.Account, p.time()))
	if err == nil && !ended {
		err = session.ErrNoSession
	}
	return err
}

// Ticket signs a token that opens streams and nothing else. The streams last
// no longer than the access token that it was got with.
func (p *Porter) Ticket(ctx context.Context, c authn.Caller) (token string, life time.Duration, err error) {
	if _, err := p.Sessions(ctx, c); err != nil {
		return "", 0, err
	}
	now := p.time()
	life = max(0, min(p.rules.Ticket, c.Expires.Sub(now)))
	token, err = p.signer.PlayerToken(authn.PlayerToken{
		Account: c.Account, Session: c.Session, Guest: c.Guest, Scopes: []string{session.StreamScope},
		IssuedAt: now, Expires: now.Add(life), StreamsUntil: c.Expires,
	})
	return token, life, err
}
