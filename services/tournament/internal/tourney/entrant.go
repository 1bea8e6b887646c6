package tourney

import (
	"time"

	"kydai.dev/services/tournament/internal/crosstable"
)

// State is how a player stands to a tournament.
type State string

// The states.
const (
	Playing  State = "playing"
	Waiting  State = "waiting" // for a place
	Left     State = "withdrawn"
	Expelled State = "disqualified"
)

// Candidate is somebody who wants to join.
type Candidate struct {
	Player string // the account
	Name   string
	Guest  bool
	Rating int // in the game and category
}

// Entrant is a player of a tournament.
type Entrant struct {
	Candidate
	Number   int // in the pairings, from 1; 0 before the start
	State    State
	JoinedAt time.Time
	From     int // the first round that the player is paired in
	After    int // the last round that counts for who left or was put out
	Byes     []RequestedBye
	barred   bool // withdrawn by somebody else, who alone could undo it
}

// RequestedBye is a round that a player sits out.
type RequestedBye struct {
	Round int
	Kind  ByeKind // ByeHalf or ByeZero
}

// Card is what one player did.
type Card struct {
	Entrant Entrant
	Points  crosstable.Points
	Rank    int // 0 before the first round ended
	Rounds  []CardRound
}

// CardRound is one round of a player's card.
type CardRound struct {
	Round    int
	Opponent string // empty where there is none
	Side     Side   // empty where there is none
	Result   string // code of the report files; empty while the game goes on
	Points   crosstable.Points
	Pairing  PairingID // zero where there is none
}

// NextGame is what a player has to play next.
type NextGame struct {
	Player   string
	Round    int
	Pairing  PairingID // zero for a bye
	Opponent string    // empty for a bye
	Side     Side      // empty for a bye
	Start    time.Time
	GameID   string // empty until it is there
}
