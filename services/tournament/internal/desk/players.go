package desk

import (
	"context"

	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/tournament/internal/tourney"
)

// Join lets an account in, or back in. Rating and name are those of this moment.
func (d *Desk) Join(ctx context.Context, id, account string) (*tourney.Tournament, error) {
	t, err := d.load(ctx, id)
	if err != nil {
		return nil, err
	}
	who, err := d.candidate(ctx, t, account)
	if err != nil {
		return nil, err
	}
	return d.change(ctx, id, func(t *tourney.Tournament) (tourney.Decision, error) {
		return t.Join(who, d.by(account, ""))
	})
}

// candidate is an account as it would join. Who is in already need not be asked about.
func (d *Desk) candidate(ctx context.Context, t *tourney.Tournament, account string) (tourney.Candidate, error) {
	if e, err := t.Entrant(account); err == nil && (e.State == tourney.Playing || e.State == tourney.Waiting) {
		return e.Candidate, nil
	}
	who, err := d.Accounts.Find(ctx, account)
	if err != nil || t.Category() == timecontrol.Untimed {
		return who, err
	}
	who.Rating, err = d.Ratings.Rating(ctx, account, t.Settings().Game, string(t.Category()))
	return who, err
}

// by is somebody who acts now.
func (d *Desk) by(account, reason string) tourney.Act {
	return tourney.Act{Actor: account, Reason: reason, Now: d.now(), Lot: lot()}
}

// Leave withdraws an account from a tournament.
func (d *Desk) Leave(ctx context.Context, id, account string) error {
	_, err := d.change(ctx, id, func(t *tourney.Tournament) (tourney.Decision, error) {
		if _, err := t.Entrant(account); err != nil {
			return tourney.Decision{}, nil // not in it is as good as left
		}
		return t.Leave(account, d.by(account, ""))
	})
	return err
}

// RequestBye lets an account sit out a round.
func (d *Desk) RequestBye(ctx context.Context, id, account string, round int, kind tourney.ByeKind) (*tourney.Tournament, error) {
	return d.change(ctx, id, func(t *tourney.Tournament) (tourney.Decision, error) {
		return t.RequestBye(account, round, kind, d.by(account, ""))
	})
}

// CancelBye lets an account play a round after all.
func (d *Desk) CancelBye(ctx context.Context, id, account string, round int) (*tourney.Tournament, error) {
	return d.change(ctx, id, func(t *tourney.Tournament) (tourney.Decision, error) {
		return t.CancelBye(account, round, d.by(account, ""))
	})
}
