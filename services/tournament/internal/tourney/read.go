package tourney

import (
	"time"

	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/knockout"
	"kydai.dev/services/tournament/internal/standings"
)

// Standings are the ranks after a round.
type Standings struct {
	Round     int // 0 before the first one ended
	Seq       int // of the event that they were made after
	TieBreaks []string
	Places    []Place // in the order of the ranks
}

// Place is a player's rank; who was disqualified has none.
type Place struct {
	Rank   int
	Player string
	Name   string
	Number int
	State  State
	Points crosstable.Points
	Values []TieBreak
}

// TieBreak is a tie-break of a player.
type TieBreak struct {
	Code  string
	Value standings.Value // opponents by number
	// Opponents are the accounts of the items' opponents, in their order; empty
	// where there is none.
	Opponents []string
}

// ID names the tournament.
func (t *Tournament) ID() string { return t.id }

// Seq is the number of the last event.
func (t *Tournament) Seq() int { return t.seq }

// Status is how far it is.
func (t *Tournament) Status() Status { return t.status }

// Settings are what is fixed.
func (t *Tournament) Settings() Settings { return t.settings }

// Category is the class of its time control.
func (t *Tournament) Category() timecontrol.Category { return t.category }

// Director is the account that directs it.
func (t *Tournament) Director() string { return t.director }

// Series is the series that it belongs to; empty for one of its own.
func (t *Tournament) Series() string { return t.series }

// CreatedAt is when it was created.
func (t *Tournament) CreatedAt() time.Time { return t.createdAt }

// EndedAt is when it ended; zero before.
func (t *Tournament) EndedAt() time.Time { return t.endedAt }

// Rounds is how many rounds there are; 0 while not known.
func (t *Tournament) Rounds() int { return 0 }

// LastRound is the number of the last round that was paired; 0 before.
func (t *Tournament) LastRound() int { return 0 }

// Round is a round that was paired.
func (t *Tournament) Round(n int) (Round, error) { return Round{}, ErrNoRound }

// NextStart is when the next round begins; zero where that is not known.
func (t *Tournament) NextStart() time.Time { return time.Time{} }

// Paused tells whether the director has stopped all clocks.
func (t *Tournament) Paused() bool { return false }

// CancelReason is why it was cancelled: TooFewPlayers, or the director's words.
func (t *Tournament) CancelReason() string { return "" }

// Trouble is why no round can be paired as things stand: "no_legal_pairing"; empty
// otherwise.
func (t *Tournament) Trouble() string { return "" }

// Forbidden are the players who must not meet.
func (t *Tournament) Forbidden() []Forbidden { return nil }

// Awards are the prizes; none before the end.
func (t *Tournament) Awards() []Award { return nil }

// Entrants are all players: by number once there are numbers, before by the time of
// joining.
func (t *Tournament) Entrants() []Entrant { return nil }

// Entrant finds a player.
func (t *Tournament) Entrant(player string) (Entrant, error) { return Entrant{}, ErrNotIn }

// Players is how many take part, and how many wait for a place.
func (t *Tournament) Players() (playing, waiting int) { return 0, 0 }

// Points are what a player has in the standings.
func (t *Tournament) Points(player string) crosstable.Points { return 0 }

// Card is what a player did.
func (t *Tournament) Card(player string) (Card, error) { return Card{}, ErrNotIn }

// NextGames are what the players of the round under way have to play, byes included.
func (t *Tournament) NextGames() []NextGame { return nil }

// OpenGames are the games under way, as the referee names them.
func (t *Tournament) OpenGames() []string { return nil }

// Standings are the ranks after a round, as the results are now.
func (t *Tournament) Standings(round int) (Standings, error) { return Standings{}, nil }

// Table is the cross table. Players are their numbers there.
func (t *Tournament) Table() *crosstable.Table { return nil }

// Bracket is the tree of a knockout, nil in other formats and before the start.
// Players are their numbers there.
func (t *Tournament) Bracket() *knockout.Bracket { return nil }
