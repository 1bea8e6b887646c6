package tourney

import (
	"time"

	"kydai.dev/pkg/timecontrol"
)

// Event is one event of a tournament's log.
type Event struct {
	Seq    int // from 1 without gaps
	At     time.Time
	Actor  string // the account; empty where it came about by itself
	Reason string // in the actor's words
	Kind   any    // one of the types of this file
}

// Created fixes the settings.
type Created struct {
	Settings Settings
	Category timecontrol.Category
	Series   string
}

// Edited changes settings.
type Edited struct {
	Settings Settings
	Category timecontrol.Category
}

// Opened lets players join.
type Opened struct{}

// Joined is a player who joined or came back.
type Joined struct {
	Entrant   Entrant
	FromRound int // the first round that the player is paired in
	Back      bool
}

// Admitted is a player who waited and has got a place.
type Admitted struct {
	Player string
}

// Withdrawn is a player who left, or who waited until no place was given any more:
// then nobody has done it.
type Withdrawn struct {
	Player     string
	AfterRound int // the last round that counts for the player, that under way included
}

// Disqualified is a player who was put out.
type Disqualified struct {
	Player     string
	AfterRound int
}

// ByeChanged is a round that a player sits out, or does not any more.
type ByeChanged struct {
	Player string
	Round  int
	Kind   ByeKind // ByeHalf, ByeZero, or empty where the player plays after all
}

// Started begins play.
type Started struct {
	Rounds  int
	Players []string // in the order of their numbers
	Initial Side     // which side the first of them has where nothing else decides
}

// Numbered gives numbers anew.
type Numbered struct {
	Players []string
}

// Paired pairs a round.
type Paired struct {
	Round  Round // pairings without games
	ByHand bool
}

// Unpaired undoes the pairing of a round.
type Unpaired struct {
	Round int
}

// RoundStarted begins a round.
type RoundStarted struct {
	Round int
}

// RoundTimed fixes when a round begins.
type RoundTimed struct {
	Round int
	Start time.Time
}

// GameMade is a game that the referee has made for a pairing.
type GameMade struct {
	Pairing PairingID
	Game    BoardGame
}

// ResultEntered is the result of a game.
type ResultEntered struct {
	Pairing PairingID
	Game    BoardGame  // with its result
	Result  Result     // the pairing's with it; empty while a match goes on
	Decided DecisionBy // how a match was decided
}

// ResultAnnulled takes a result out of the count.
type ResultAnnulled struct {
	Pairing PairingID
	Number  int
	Replay  bool
}

// RoundFinished ends a round.
type RoundFinished struct {
	Round     int
	NextStart time.Time // zero where there is none or its time is not known
}

// Paused stops all clocks.
type Paused struct{}

// Resumed lets the clocks run again.
type Resumed struct{}

// PairingForbidden are players who must not meet, or may again.
type PairingForbidden struct {
	Pair   Forbidden
	Lifted bool
}

// PairingFailed says that no legal pairing of a round exists.
type PairingFailed struct {
	Round int
}

// Played says that all rounds are over.
type Played struct{}

// Refused is a game that is not made, or a prize that is not paid, since who is asked
// for it refuses, for longer than a moment. It is asked for again until it is done.
type Refused struct {
	Pairing PairingID // of the game; zero for a prize
	Number  int       // of the game in the pairing
	Player  string    // whose prize it is; empty for a game
	Cause   string    // the reason of the refusal
}

// Finished ends it for good.
type Finished struct {
	Awards []Award
	Places []FinalPlace // every player with a rank who has played a game
}

// FinalPlace is where a player has come in.
type FinalPlace struct {
	Player string
	Rank   int
	Left   bool // before the end
}

// Award is the prize of a player.
type Award struct {
	Player string
	Rank   int
	Coins  int
}

// Cancelled says that it does not take place.
type Cancelled struct {
	Cause string // TooFewPlayers or ByDirector
}

// The causes of a cancellation.
const (
	TooFewPlayers = "too_few_players"
	ByDirector    = "director"
)

// PrizePaid is a prize that was paid.
type PrizePaid struct {
	Player string
	Coins  int
}
