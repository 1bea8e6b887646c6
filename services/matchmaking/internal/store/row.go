package store

import (
	"strings"
	"time"

	"kydai.dev/pkg/rules/handicap"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/matchmaking/internal/room"
)

// row is a room as stored.
type row struct {
	ID            string `gorm:"primaryKey"`
	State         string
	Owner         string
	OwnerGuest    bool
	Joiner        string
	JoinerGuest   bool
	OwnerFirst    bool
	GameID        string
	Code          string
	Game          string
	Side          string
	Mode          string
	Access        string
	Preset        string
	Bank          time.Duration
	Increment     time.Duration
	PerMove       time.Duration
	ByoYomi       time.Duration
	StartPosition string
	OddsPreset    string
	OddsSide      string
	OddsRemove    string
	Invitee       string
	Declined      bool
	Unwatched     bool
	WatchDelay    time.Duration
	CreatedAt     int64
	ExpiresAt     int64
	ChangedAt     int64
}

// TableName is the rooms' table.
func (row) TableName() string { return "rooms" }

func rowOf(r room.Room) row {
	return row{
		ID: r.ID, State: string(r.State), GameID: r.GameID, Code: r.Code,
		Owner: r.Owner.Account, OwnerGuest: r.Owner.Guest, Joiner: r.Joiner.Account, JoinerGuest: r.Joiner.Guest, OwnerFirst: r.OwnerFirst,
		Game: r.Game, Side: r.Side, Mode: r.Mode, Access: r.Access, StartPosition: r.Start,
		Invitee: r.Invitee, Declined: r.Declined, Unwatched: r.Spectators.Barred, WatchDelay: r.Spectators.Delay,
		OddsPreset: r.Odds.Preset, OddsSide: r.Odds.Side, OddsRemove: strings.Join(r.Odds.Remove, " "),
		Preset: r.Control.Preset, Bank: r.Control.Bank, Increment: r.Control.Increment, PerMove: r.Control.PerMove, ByoYomi: r.Control.ByoYomi,
		CreatedAt: r.Created.UnixMicro(), ExpiresAt: r.Expires.UnixMicro(), ChangedAt: r.Changed.UnixMicro(),
	}
}

func (r row) room() room.Room {
	return room.Room{
		ID: r.ID, State: room.State(r.State), GameID: r.GameID, Code: r.Code,
		Wish: room.Wish{
			Owner: room.Player{Account: r.Owner, Guest: r.OwnerGuest},
			Game:  r.Game, Side: r.Side, Mode: r.Mode, Access: r.Access, Start: r.StartPosition,
			Odds:    handicap.Odds{Preset: r.OddsPreset, Side: r.OddsSide, Remove: squares(r.OddsRemove)},
			Invitee: r.Invitee, Spectators: room.Spectators{Barred: r.Unwatched, Delay: r.WatchDelay},
			Control: timecontrol.Control{Preset: r.Preset, Bank: r.Bank, Increment: r.Increment, PerMove: r.PerMove, ByoYomi: r.ByoYomi},
		},
		Joiner: room.Player{Account: r.Joiner, Guest: r.JoinerGuest}, OwnerFirst: r.OwnerFirst, Declined: r.Declined,
		Created: timeOf(r.CreatedAt), Expires: timeOf(r.ExpiresAt), Changed: timeOf(r.ChangedAt),
	}
}

func timeOf(micros int64) time.Time { return time.UnixMicro(micros).UTC() }

// squares reads what was joined; none are nil.
func squares(joined string) []string {
	if joined == "" {
		return nil
	}
	return strings.Fields(joined)
}
