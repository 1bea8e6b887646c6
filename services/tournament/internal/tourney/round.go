package tourney

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"kydai.dev/services/tournament/internal/crosstable"
)

// Side is a side of a game.
type Side string

// The sides.
const (
	FirstSide  Side = "first"
	SecondSide Side = "second"
)

// Result is the result of a game or a pairing. Of a forfeit, too, it names who has
// won.
type Result string

// The results; the empty one is none yet.
const (
	FirstWins     Result = "first"
	SecondWins    Result = "second"
	Drawn         Result = "none"
	FirstForfeit  Result = "first_forfeit"
	SecondForfeit Result = "second_forfeit"
	BothForfeit   Result = "both_forfeit"
)

// DecisionBy is how a match was decided.
type DecisionBy string

// How matches are decided.
const (
	ByGames      DecisionBy = "games"
	ByArmageddon DecisionBy = "armageddon"
	ByLot        DecisionBy = "lot"
	ByWalkover   DecisionBy = "walkover"
)

// ByeKind is why a player has no game in a round.
type ByeKind string

// The kinds of byes.
const (
	ByeAllocated ByeKind = "allocated" // of an odd number, or of a bracket
	ByeHalf      ByeKind = "half"
	ByeZero      ByeKind = "zero"
	ByeAbsent    ByeKind = "absent"
)

// RoundState is how far a round is.
type RoundState string

// The states of a round.
const (
	RoundPaired  RoundState = "paired"
	RoundRunning RoundState = "running"
	RoundOver    RoundState = "finished"
)

// PairingID names a pairing.
type PairingID struct {
	Round, Board int // from 1
}

// String writes it as "ROUND.BOARD", the zero one as nothing.
func (p PairingID) String() string {
	if p == (PairingID{}) {
		return ""
	}
	return strconv.Itoa(p.Round) + "." + strconv.Itoa(p.Board)
}

// ParsePairingID reads what String writes; ok is false for anything else.
func ParsePairingID(s string) (id PairingID, ok bool) {
	if s == "" {
		return PairingID{}, true
	}
	round, board, _ := strings.Cut(s, ".")
	id.Round, _ = strconv.Atoi(round)
	id.Board, _ = strconv.Atoi(board)
	if id.String() != s {
		return PairingID{}, false
	}
	return id, true
}

// Round is a round and its pairings.
type Round struct {
	Number   int
	State    RoundState
	Start    time.Time // when it begins, or began
	End      time.Time // zero before
	Pairings []Pairing // in the order of the boards
	Byes     []Bye
	Paired   int // seq of the event that paired it
}

// Bye is a player who has no game in a round.
type Bye struct {
	Player string
	Kind   ByeKind
	Points crosstable.Points
}

// Pairing is a board of a round: a game, or a match of several.
type Pairing struct {
	ID      PairingID
	First   string // who has the first side, in the first game of a match
	Second  string
	Games   []BoardGame // so far, replayed ones included
	Result  Result      // empty while it goes on; of a match it is the player's, not the side's
	Decided DecisionBy  // how a match was decided
	Points  [2]crosstable.Points
	Third   bool // the match for the third place
}

// BoardGame is one game of a pairing.
type BoardGame struct {
	Number   int    // in the pairing, from 1, replays counted
	GameID   string // empty while it is being made, and where none was played
	First    string // who has the first side
	Result   Result // empty while the game goes on
	Reason   string // in the words of the rule book or of the director
	Annulled bool   // it is replayed
	Step     int    // of a match, from 1; 0 in other formats
	directed bool   // the result is a director's
}

// players are both, the first one first.
func (p *Pairing) players() [2]string { return [2]string{p.First, p.Second} }

// has tells whether a player is in it.
func (p *Pairing) has(player string) bool { return p.First == player || p.Second == player }

// other is a player's opponent.
func (p *Pairing) other(player string) string {
	if p.First == player {
		return p.Second
	}
	return p.First
}

// second is who has the second side of a game.
func (p *Pairing) second(g BoardGame) string { return p.other(g.First) }

// game finds a game by its number, -1 where there is none.
func (p *Pairing) game(number int) int {
	return slices.IndexFunc(p.Games, func(g BoardGame) bool { return g.Number == number })
}

// current is the game that the pairing is about: the last one that counts, nil
// before the first.
func (p *Pairing) current() *BoardGame {
	for i := len(p.Games) - 1; i >= 0; i-- {
		if !p.Games[i].Annulled {
			return &p.Games[i]
		}
	}
	return nil
}

// open is the game under way, or being made; nil where there is none.
func (p *Pairing) open() *BoardGame {
	if g := p.current(); g != nil && p.Result == "" && g.Result == "" {
		return g
	}
	return nil
}

// winner is who has won, nobody where there is no winner.
func (p *Pairing) winner() string {
	switch p.Result {
	case FirstWins, FirstForfeit:
		return p.First
	case SecondWins, SecondForfeit:
		return p.Second
	}
	return ""
}

// Forfeit tells whether nobody has played for the result.
func (r Result) Forfeit() bool {
	return r == FirstForfeit || r == SecondForfeit || r == BothForfeit
}

// Forbidden are players who must not meet.
type Forbidden struct {
	First, Second string
}

// HandPairing is a pairing made by hand; First has the first side.
type HandPairing struct {
	First, Second string
}
