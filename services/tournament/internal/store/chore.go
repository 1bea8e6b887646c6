package store

import (
	"encoding/json"
	"fmt"

	"kydai.dev/pkg/dbx"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// choreRow is a chore as stored.
type choreRow struct {
	Tournament string
	Key        string
	Lane       string
	Place      int64
	Kind       string
	Body       string
	Attempt    int
	MadeAt     int64
	Worker     string
	FreeAt     int64
	Refused    int
}

// TableName is the chores' table.
func (choreRow) TableName() string { return "chores" }

// mostChores is more than one append asks for.
const mostChores = 1 << 20

// choreRows are the chores of an append. Their places go on with the log, so that
// what was asked for first is done first.
func choreRows(a record.Append) ([]choreRow, error) {
	rows := make([]choreRow, len(a.Chores))
	for i, c := range a.Chores {
		kind, body, err := encodeKind(c.Kind)
		if err != nil {
			return nil, fmt.Errorf("encode chore %s: %w", c.Key, err)
		}
		place := int64(a.After)*mostChores + int64(i)
		rows[i] = choreRow{Tournament: a.ID, Key: c.Key, Lane: c.Lane, Place: place, Kind: kind, Body: body, MadeAt: dbx.Micros(a.Time)}
	}
	return rows, nil
}

func (r choreRow) chore() (record.Chore, error) {
	kind, err := decodeKind(r.Kind, r.Body)
	if err != nil {
		return record.Chore{}, fmt.Errorf("decode chore %s: %w", r.Key, err)
	}
	return record.Chore{
		Chore:      tourney.Chore{Key: r.Key, Lane: r.Lane, Kind: kind},
		Tournament: r.Tournament, Worker: r.Worker, Attempt: r.Attempt, Refused: r.Refused,
	}, nil
}

// encodeKind names what is to be done, and writes it as JSON.
func encodeKind(kind any) (name, body string, err error) {
	switch kind.(type) {
	case tourney.MakeGame:
		name = "make_game"
	case tourney.DecideGame:
		name = "decide_game"
	case tourney.VoidGame:
		name = "void_game"
	case tourney.PauseGame:
		name = "pause_game"
	case tourney.ResumeGame:
		name = "resume_game"
	case tourney.PayPrize:
		name = "pay_prize"
	default:
		return "", "", fmt.Errorf("there is no chore %T", kind)
	}
	data, err := json.Marshal(kind)
	return name, string(data), err
}

func decodeKind(name, body string) (any, error) {
	switch name {
	case "make_game":
		return decoded[tourney.MakeGame](body)
	case "decide_game":
		return decoded[tourney.DecideGame](body)
	case "void_game":
		return decoded[tourney.VoidGame](body)
	case "pause_game":
		return decoded[tourney.PauseGame](body)
	case "resume_game":
		return decoded[tourney.ResumeGame](body)
	case "pay_prize":
		return decoded[tourney.PayPrize](body)
	}
	return nil, fmt.Errorf("there is no chore %q", name)
}

func decoded[T any](body string) (T, error) {
	var kind T
	err := json.Unmarshal([]byte(body), &kind)
	return kind, err
}
