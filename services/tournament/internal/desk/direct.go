package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/shortid"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// The roles of those who hold tournaments.
const (
	organizer     = "organizer"
	administrator = "admin"
)

// Who may not direct, and who has not seen what is to be changed.
var (
	ErrNotDirector = errs.New(errs.Denied, "NOT_DIRECTOR", "only the director and administrators may do this")
	ErrChanged     = errs.New(errs.Conflict, "TOURNAMENT_CHANGED", "the tournament has moved on from the seq that was named")
)

// errNoOrganizer is what a token is told whose role was taken back: it lives on for a
// while, and no tournament is to be held with what is left of it.
var errNoOrganizer = errs.New(errs.Denied, "SCOPE_MISSING", "the account is no organizer").With("scope", "organizer / admin")

// Create creates a tournament that an account directs, or finds the one that its key
// has made.
func (d *Desk) Create(ctx context.Context, account string, s tourney.Settings, key record.Key) (*tourney.Tournament, error) {
	if _, err := d.holds(ctx, account); err != nil {
		return nil, err
	}
	id, err := d.Make(ctx, s, d.by(account, ""), key, nil)
	if err != nil {
		return nil, err
	}
	return d.load(ctx, id)
}

// Make makes a tournament: one of its own, or that of a start of a series.
func (d *Desk) Make(ctx context.Context, s tourney.Settings, by tourney.Act, key record.Key, start *record.Start) (id string, err error) {
	id, series := shortid.New(), ""
	if start != nil {
		series = start.Series
	}
	decision, err := tourney.New(id, s, series, by)
	if err != nil {
		return "", err
	}
	t, err := tourney.Replay(id, decision.Events)
	if err != nil {
		return "", fmt.Errorf("begin tournament %s: %w", id, err)
	}
	a, err := record.Decided(t, decision)
	if err != nil {
		return "", err
	}
	a.Key, a.Start, a.Time = key, start, by.Now
	return d.store.Create(ctx, a)
}

// holds refuses who may not hold tournaments, and tells who may direct all.
func (d *Desk) holds(ctx context.Context, account string) (all bool, err error) {
	may, all, err := d.standing(ctx, account)
	if err == nil && !may {
		err = errNoOrganizer
	}
	return all, err
}

// standing tells who may hold tournaments, and who may direct all.
func (d *Desk) standing(ctx context.Context, account string) (may, all bool, err error) {
	roles, err := d.Accounts.Roles(ctx, account)
	if err != nil {
		return false, false, err
	}
	all = slices.Contains(roles, administrator)
	return all || slices.Contains(roles, organizer), all, nil
}

// admit refuses who may not direct a tournament.
func (d *Desk) admit(ctx context.Context, id, account string) (*tourney.Tournament, error) {
	all, err := d.holds(ctx, account)
	if err != nil {
		return nil, err
	}
	t, err := d.load(ctx, id)
	if err != nil {
		return nil, err
	}
	if !all && t.Director() != account {
		return nil, ErrNotDirector
	}
	return t, nil
}

// Act is what a director does with a tournament.
type Act func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error)

// Direct lets a director act.
func (d *Desk) Direct(ctx context.Context, id, account, reason string, act Act) (*tourney.Tournament, error) {
	if _, err := d.admit(ctx, id, account); err != nil {
		return nil, err
	}
	return d.change(ctx, id, func(t *tourney.Tournament) (tourney.Decision, error) { return act(t, d.by(account, reason)) })
}

// Pair lets a director pair or begin a round, which may take long.
func (d *Desk) Pair(ctx context.Context, id, account, reason string, act Act) (*tourney.Tournament, error) {
	if _, err := d.admit(ctx, id, account); err != nil {
		return nil, err
	}
	return d.ponder(ctx, id, func(t *tourney.Tournament) (tourney.Decision, error) { return act(t, d.by(account, reason)) })
}

// Update changes the settings of a tournament that is as it was at a seq; 0 is any.
func (d *Desk) Update(ctx context.Context, id, account string, s tourney.Settings, seq int) (*tourney.Tournament, error) {
	return d.Direct(ctx, id, account, "", func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
		if seq != 0 && t.Seq() != seq {
			return tourney.Decision{}, ErrChanged.With("seq", fmt.Sprint(t.Seq()))
		}
		return t.Edit(s, by)
	})
}

// Undo undoes the pairing of a round, whose games the referee is asked for.
func (d *Desk) Undo(ctx context.Context, id, account, reason string, round int) (*tourney.Tournament, error) {
	t, err := d.admit(ctx, id, account)
	if err != nil {
		return nil, err
	}
	untouched, err := d.untouched(ctx, t, round)
	if err != nil {
		return nil, err
	}
	return d.change(ctx, id, func(t *tourney.Tournament) (tourney.Decision, error) {
		return t.Undo(round, untouched, d.by(account, reason))
	})
}

// untouched are the games of a round that have no move.
func (d *Desk) untouched(ctx context.Context, t *tourney.Tournament, round int) ([]string, error) {
	r, err := t.Round(round)
	if err != nil {
		if errors.Is(err, tourney.ErrNoRound) {
			return nil, nil // the tournament says so in its own words
		}
		return nil, err
	}
	var ids, free []string
	for _, p := range r.Pairings {
		for _, g := range p.Games {
			if g.GameID != "" {
				ids = append(ids, g.GameID)
			}
		}
	}
	games, err := d.look(ctx, ids)
	for _, g := range games {
		if !g.Over && g.End.Moves == 0 {
			free = append(free, g.End.GameID)
		}
	}
	return free, err
}

// asked is how many games the referee is asked about at a time.
const asked = 200

// look asks the referee how games stand.
func (d *Desk) look(ctx context.Context, ids []string) ([]Game, error) {
	var all []Game
	for part := range slices.Chunk(ids, asked) {
		games, err := d.Referee.Look(ctx, part)
		if err != nil {
			return nil, err
		}
		all = append(all, games...)
	}
	return all, nil
}

// Postpone fixes when a round begins.
func (d *Desk) Postpone(ctx context.Context, id, account, reason string, round int, start time.Time) (*tourney.Tournament, error) {
	start = start.UTC().Truncate(time.Microsecond)
	return d.Direct(ctx, id, account, reason, func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
		return t.Postpone(round, start, by)
	})
}
