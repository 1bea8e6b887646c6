// Package record is what is kept of games, in plain values and bytes. The
// arbiter, the events and the store meet in it and need not know each other.
package record

import (
	"errors"
	"time"
)

// What can come of an append besides success, and of looking for a game.
var (
	// ErrStale says that another replica was first: the tail must be read.
	ErrStale = errors.New("the game has moved on")
	// ErrKeyTaken says that the creator has used the creation key before.
	ErrKeyTaken = errors.New("the creation key has been used")
	// ErrStopped says that the log is closed: nothing was stored.
	ErrStopped = errors.New("the log is closed")
	// ErrNotFound says that there is no such game.
	ErrNotFound = errors.New("no such game")
)

// Append is what belongs together in one game: one row of the log.
type Append struct {
	GameID string
	// Seq and LastSeq are the numbers of the first and last event.
	Seq, LastSeq int
	// Events is a GameEvents message.
	Events []byte
	// Summary is a GameSummaries message for services that need no moves; nil
	// when the append neither starts nor ends a game.
	Summary []byte
	// Turn is a BotTurn message; nil when no engine has anything to do.
	Turn []byte
	// Void is who annulled the game and why; nil where nobody did.
	Void *Void
	// Create makes the game's row; nil when there is one already.
	Create *NewGame
	// State is how the append leaves the game.
	State State
	// Trace is the command's W3C traceparent where its trace is taken; empty
	// otherwise.
	Trace string
}

// State is what the game's row tells of its log.
type State struct {
	Ply                    int
	Status, Winner, Reason string
	// AsOf is since when the move under way takes time: when it began, or the last
	// pause ended.
	AsOf time.Time
	// Deadline is when somebody must look at the game; zero for never.
	Deadline time.Time
	// TurnDue is when an engine's turn must have been answered; zero where there
	// is none.
	TurnDue time.Time
	// Ended is zero while the game runs.
	Ended time.Time
}

// NewGame is what never changes in a game's row.
type NewGame struct {
	Creator, Key                     string
	BodyHash                         []byte
	Game, Mode, Visibility, Category string
	// Settings is a Settings message.
	Settings []byte
	// Accounts are the players by side; "" for an engine.
	Accounts [2]string
	Created  time.Time
}

// Void is an annulled game, when it was annulled, why, and by whom.
type Void struct {
	GameID   string
	VoidedAt int64 // in microseconds
	Reason   string
	Operator string
	Caller   string
}

// Time is when it was annulled.
func (v Void) Time() time.Time { return time.UnixMicro(v.VoidedAt).UTC() }

// VoidFilter says which annulled games to list.
type VoidFilter struct {
	// GameID is a game; "" for all.
	GameID string
	// BeforeTime and BeforeID are where the page before ended; the zero time
	// begins with the newest.
	BeforeTime time.Time
	BeforeID   string
	Limit      int
}

// Row is a game's row as lists show it. Times are in microseconds.
type Row struct {
	ID                     string
	Creator, CreationKey   string
	BodyHash               []byte
	Settings               []byte
	Visibility             string
	FirstAccount           string
	SecondAccount          string
	Status, Winner, Reason string
	Seq, Ply               int
	CreatedAt              int64
	EndedAt                *int64
	ClosedAt               *int64
	Deadline               *int64
}

// Created is when the game was created.
func (r Row) Created() time.Time { return time.UnixMicro(r.CreatedAt).UTC() }

// Place is where a game stands in the order in which ends were stored.
type Place struct {
	Closed time.Time
	ID     string
}

// Place is the place of a game that has ended.
func (r Row) Place() Place { return Place{Closed: time.UnixMicro(*r.ClosedAt).UTC(), ID: r.ID} }

// Filter says which games of an account to list.
type Filter struct {
	Account string
	// Viewer is who looks, "" for somebody unknown: games that are not public
	// show to their players.
	Viewer string
	// Game is a game's name; "" for all.
	Game string
	// State is "running", "ended" or "" for both.
	State string
	// BeforeTime and BeforeID are where the page before ended; the zero time
	// begins with the newest.
	BeforeTime time.Time
	BeforeID   string
	Limit      int
}

// Due is a running game and its deadline.
type Due struct {
	ID       string
	Seq      int
	Deadline int64
}

// Time is the deadline.
func (d Due) Time() time.Time { return time.UnixMicro(d.Deadline).UTC() }

// Turn is a game in which an engine has something to do, and when that must
// have been done.
type Turn struct {
	ID      string
	TurnDue int64
}

// Due is when it must have been done.
func (t Turn) Due() time.Time { return time.UnixMicro(t.TurnDue).UTC() }

// Reissue is a turn that was not answered in time.
type Reissue struct {
	Turn
	// Seq is the number of the game's last event.
	Seq int
	// Message is the BotTurn to issue again; nil where the one that was issued still
	// waits. Next is when it must have been done now.
	Message []byte
	Next    time.Time
}

// Downtime is a span in which no referee could answer.
type Downtime struct{ FromAt, ToAt int64 }

// From is when the last referee was heard.
func (d Downtime) From() time.Time { return time.UnixMicro(d.FromAt).UTC() }

// To is when a referee was back.
func (d Downtime) To() time.Time { return time.UnixMicro(d.ToAt).UTC() }
