package store

import (
	"time"

	"kydai.dev/services/rating/internal/elo"
	"kydai.dev/services/rating/internal/standing"
)

// boardRow is a board's row: its lock and how many changes it has had.
type boardRow struct {
	Game     string `gorm:"primaryKey"`
	Category string `gorm:"primaryKey"`
	Version  int64
}

// TableName is the boards' table.
func (boardRow) TableName() string { return "boards" }

func (r boardRow) board() standing.Board { return standing.Board{Game: r.Game, Category: r.Category} }

// gameRow is what became of a game.
type gameRow struct {
	ID, Game, Category, Visibility string
	FirstPlayer, SecondPlayer      string
	State                          string
	At                             int64
}

// TableName is the games' table.
func (gameRow) TableName() string { return "games" }

func rowOf(g standing.Game, state standing.State) gameRow {
	return gameRow{
		ID: g.ID, Game: g.Game, Category: g.Category, Visibility: g.Visibility,
		FirstPlayer: g.Seats[0].Account, SecondPlayer: g.Seats[1].Account, State: string(state), At: g.At.UnixMicro(),
	}
}

// standingRow is a standing as stored.
type standingRow struct {
	Game     string `gorm:"primaryKey"`
	Category string `gorm:"primaryKey"`
	Player   string `gorm:"primaryKey"`
	Rating   int
	Best     int
	Wins     int
	Draws    int
	Losses   int
	Linked   bool
	Changes  int
}

// TableName is the standings' table.
func (standingRow) TableName() string { return "standings" }

func standingRowOf(s standing.Standing) standingRow {
	return standingRow{
		Game: s.Game, Category: s.Category, Player: s.Player,
		Rating: s.Rating, Best: s.Best, Wins: s.Wins, Draws: s.Draws, Losses: s.Losses, Linked: s.Linked, Changes: s.Changes,
	}
}

func (r standingRow) standing() standing.Standing {
	return standing.Standing{
		Key:    standing.Key{Board: standing.Board{Game: r.Game, Category: r.Category}, Player: r.Player},
		Rating: r.Rating, Best: r.Best, Wins: r.Wins, Draws: r.Draws, Losses: r.Losses, Linked: r.Linked, Changes: r.Changes,
	}
}

// changeRow is a change as stored.
type changeRow struct {
	Game           string `gorm:"primaryKey"`
	Category       string `gorm:"primaryKey"`
	Player         string `gorm:"primaryKey"`
	Number         int    `gorm:"primaryKey"`
	Version        int64
	Cause          string
	GameID         string
	First          bool
	Guest          bool
	Opponent       string
	OpponentRating int
	Score          int
	Expected       int
	K              int
	RatingBefore   int
	RatingAfter    int
	At             int64
	Games          int
	Listed         bool
}

// TableName is the changes' table.
func (changeRow) TableName() string { return "changes" }

func changeRowOf(c standing.Change) changeRow {
	return changeRow{
		Game: c.Game, Category: c.Category, Player: c.Player, Number: c.Number, Version: c.Version, Cause: string(c.Cause),
		GameID: c.GameID, First: c.First, Guest: c.Guest, Opponent: c.Opponent, OpponentRating: c.OpponentRating,
		Score: int(c.Score), Expected: c.Expected, K: c.K, RatingBefore: c.Before, RatingAfter: c.After,
		At: c.At.UnixMicro(), Games: c.Games, Listed: c.Listed,
	}
}

func (r changeRow) change() standing.Change {
	return standing.Change{
		Key:    standing.Key{Board: standing.Board{Game: r.Game, Category: r.Category}, Player: r.Player},
		Number: r.Number, Version: r.Version, Cause: standing.Cause(r.Cause),
		GameID: r.GameID, First: r.First, Guest: r.Guest, Opponent: r.Opponent, OpponentRating: r.OpponentRating,
		Sum: elo.Sum{Score: elo.Score(r.Score), Expected: r.Expected, K: r.K, Before: r.RatingBefore, After: r.RatingAfter},
		At:  timeOf(r.At), Games: r.Games, Listed: r.Listed,
	}
}

func timeOf(micros int64) time.Time { return time.UnixMicro(micros).UTC() }
