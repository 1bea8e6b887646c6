package store

import (
	"time"

	"kydai.dev/services/account/internal/profile"
	"kydai.dev/services/account/internal/session"
)

type playerRow struct {
	ID        string
	Name      string
	Guest     bool
	CreatedAt time.Time
	Language  string
	Country   string
	TimeZone  string
	Version   int
	// NameKey is NULL for guests, whose names are free.
	NameKey *string
}

func (playerRow) TableName() string { return "players" }

func playerFromRow(r playerRow) profile.Player {
	return profile.Player{
		ID: r.ID, Name: r.Name, Guest: r.Guest, Created: r.CreatedAt,
		Language: r.Language, Country: r.Country, TimeZone: r.TimeZone, Version: r.Version,
	}
}

func playerToRow(p profile.Player) playerRow {
	row := playerRow{
		ID: p.ID, Name: p.Name, Guest: p.Guest, CreatedAt: p.Created,
		Language: p.Language, Country: p.Country, TimeZone: p.TimeZone, Version: p.Version,
	}
	if key := p.Key(); key != "" {
		row.NameKey = &key
	}
	return row
}

type sessionRow struct {
	ID          string
	PlayerID    string
	Device      string
	CreatedAt   time.Time
	RefreshedAt time.Time
	ExpiresAt   time.Time
	Family      []byte
	Current     []byte
}

func (sessionRow) TableName() string { return "sessions" }

func sessionFromRow(r sessionRow) session.Session {
	return session.Session{
		ID: r.ID, PlayerID: r.PlayerID, Device: r.Device,
		Created: r.CreatedAt, Refreshed: r.RefreshedAt, Expires: r.ExpiresAt,
		Family: r.Family, Current: r.Current,
	}
}

func sessionToRow(s session.Session) sessionRow {
	return sessionRow{
		ID: s.ID, PlayerID: s.PlayerID, Device: s.Device,
		CreatedAt: s.Created, RefreshedAt: s.Refreshed, ExpiresAt: s.Expires,
		Family: s.Family, Current: s.Current,
	}
}

type spentRow struct {
	SessionID string
	Hash      []byte
	SpentAt   time.Time
	Sealed    []byte
}

func (spentRow) TableName() string { return "spent_tokens" }
