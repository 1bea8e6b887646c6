package scorer

import (
	"context"
	"math"
	"slices"

	"kydai.dev/services/rating/internal/standing"
)

// Seen is a change, and how visible its game is.
type Seen struct {
	standing.Change
	Visibility string
}

// Outcome is what became of a game.
type Outcome struct {
	State      standing.State
	Visibility string
	Players    [2]string
	// Changes are in the order in which they were made.
	Changes []standing.Change
}

// Records are the ratings as stored.
type Records interface {
	// Standings returns where players stand on a board; those without a game
	// are left out.
	Standings(ctx context.Context, b standing.Board, players []string) ([]standing.Standing, error)
	// StandingsOf returns where a player stands on the boards that he has
	// played on.
	StandingsOf(ctx context.Context, player string) ([]standing.Standing, error)
	// History returns a player's changes before a number, newest first.
	History(ctx context.Context, k standing.Key, before, limit int) ([]Seen, error)
	// Points returns the changes whose number is a multiple of step, and the
	// last one, oldest first.
	Points(ctx context.Context, k standing.Key, step, last int) ([]standing.Change, error)
	// Game returns what became of a game, or standing.ErrNotRated.
	Game(ctx context.Context, id string) (Outcome, error)
}

// Ratings returns where a player stands on each of the boards.
func (s *Scorer) Ratings(ctx context.Context, player string, boards []standing.Board) ([]standing.Standing, error) {
	found, err := s.store.StandingsOf(ctx, player)
	if err != nil {
		return nil, err
	}
	all := make([]standing.Standing, len(boards))
	for i, b := range boards {
		all[i] = standing.Standing{Key: standing.Key{Board: b, Player: player}}
		if j := slices.IndexFunc(found, func(f standing.Standing) bool { return f.Board == b }); j >= 0 {
			all[i] = found[j]
		}
	}
	return all, nil
}

// Standings returns where players stand on a board, in the order asked for.
func (s *Scorer) Standings(ctx context.Context, b standing.Board, players []string) ([]standing.Standing, error) {
	found, err := s.store.Standings(ctx, b, players)
	if err != nil {
		return nil, err
	}
	by := make(map[string]standing.Standing, len(found))
	for _, f := range found {
		by[f.Player] = f
	}
	all := make([]standing.Standing, len(players))
	for i, p := range players {
		all[i] = by[p]
		all[i].Key = standing.Key{Board: b, Player: p}
	}
	return all, nil
}

// History returns a player's changes on a board before a number, newest first;
// before 0 from the newest on. The games that are not public show to their
// players alone.
func (s *Scorer) History(ctx context.Context, k standing.Key, viewer string, before, limit int) ([]standing.Change, error) {
	if before == 0 {
		before = math.MaxInt32
	}
	found, err := s.store.History(ctx, k, before, limit)
	if err != nil {
		return nil, err
	}
	changes := make([]standing.Change, len(found))
	for i, c := range found {
		changes[i] = c.Change
		if c.Visibility != standing.Public && viewer != c.Player && viewer != c.Opponent {
			changes[i].GameID, changes[i].Opponent = "", ""
		}
	}
	return changes, nil
}

// mostPoints is how many points the graph of a rating has, the last one aside.
const mostPoints = 100

// Points returns some of a player's changes on a board, evenly spread, and the
// last one.
func (s *Scorer) Points(ctx context.Context, k standing.Key) ([]standing.Change, error) {
	found, err := s.store.Standings(ctx, k.Board, []string{k.Player})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	last := found[0].Changes
	return s.store.Points(ctx, k, (last+mostPoints-1)/mostPoints, last)
}

// Game returns what became of a game that has changed ratings. A private one
// shows to its players alone; who has the id of another may see it.
func (s *Scorer) Game(ctx context.Context, id, viewer string) (Outcome, error) {
	o, err := s.store.Game(ctx, id)
	if err != nil {
		return o, err
	}
	hidden := o.Visibility == standing.Private && (viewer == "" || !slices.Contains(o.Players[:], viewer))
	if hidden || o.State == standing.StateVoid {
		return Outcome{}, standing.ErrNotRated
	}
	return o, nil
}
