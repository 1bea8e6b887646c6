package tourney

import (
	"fmt"
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
	return fmt.Sprintf("%d.%d", p.Round, p.Board)
}

// ParsePairingID reads what String writes; ok is false for anything else.
func ParsePairingID(s string) (id PairingID, ok bool) {
	if s == "" {
		return PairingID{}, true
	}
	if _, err := fmt.Sscanf(s, "%d.%d", &id.Round, &id.Board); err != nil || id.String() != s {
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
}

// Forbidden are players who must not meet.
type Forbidden struct {
	First, Second string
}

// HandPairing is a pairing made by hand; First has the first side.
type HandPairing struct {
	First, Second string
}
