package porter

import (
	"context"
	"errors"
	"fmt"

	"kydai.dev/services/account/internal/session"
)

type renewals interface {
	// Family returns the session of a family of refresh tokens, as it was at one
	// moment, or session.ErrBadRefresh.
	Family(ctx context.Context, family []byte) (session.Session, error)
	// Rotate stores a rotation. It reports false, and stores nothing, where the
	// spent token is not the good one any more.
	Rotate(ctx context.Context, r session.Rotation) (bool, error)
}

// tries is how often a renewal is judged anew because another one was first.
// The second time the token is a spent one, so one more would be enough.
const tries = 4

// Renew gives the next tokens for a refresh token. A token that was used
// before closes its session, honest doubles aside.
func (p *Porter) Renew(ctx context.Context, text string) (Tokens, error) {
	token, err := session.ParseToken(text)
	if err != nil {
		return Tokens{}, err
	}
	for range tries {
		tokens, ok, err := p.renew(ctx, token)
		if ok || err != nil {
			return tokens, err
		}
	}
	return Tokens{}, fmt.Errorf("renew session: overtaken %d times", tries)
}

// renew reports false where another renewal was first.
func (p *Porter) renew(ctx context.Context, token session.Token) (Tokens, bool, error) {
	s, err := p.store.Family(ctx, token.Family())
	if err != nil {
		return Tokens{}, false, err
	}
	now := p.time()
	renewal, err := s.Renew(token, newSecret(), now, p.rules)
	if errors.Is(err, session.ErrReused) {
		return Tokens{}, false, p.reused(ctx, s)
	}
	if err != nil {
		return Tokens{}, false, err
	}
	if renewal.Rotation != nil {
		if ok, err := p.store.Rotate(ctx, *renewal.Rotation); !ok || err != nil {
			return Tokens{}, false, err
		}
	}
	who, err := p.store.Player(ctx, s.PlayerID)
	if err != nil {
		return Tokens{}, false, err
	}
	tokens, err := p.tokens(ctx, who, s.ID, renewal.Token, now)
	return tokens, true, err
}

func (p *Porter) reused(ctx context.Context, s session.Session) error {
	if _, err := p.store.End(ctx, p.rules.Ending(s.ID, s.PlayerID, p.time())); err != nil {
		return err
	}
	p.log.WarnContext(ctx, "refresh token reused, session closed", "session_id", s.ID, "player_id", s.PlayerID)
	return session.ErrReused
}
