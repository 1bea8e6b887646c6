// Package tournament pairs events and ranks their players.
package tournament

import (
	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/swiss"
	"kydai.dev/services/tournament/internal/trf"
)

// Event is an event with the rounds that were played.
type Event struct {
	table *crosstable.Table
}

// Round is a pairing: the boards in order, and who has the bye.
type Round = swiss.Round

// ErrNoPairing means that no pairing of the next round satisfies the absolute
// criteria.
var ErrNoPairing = swiss.ErrNoPairing

// ReadReport reads a tournament report file.
func ReadReport(data []byte) (*Event, error) {
	table, err := trf.Read(data)
	if err != nil {
		return nil, err
	}
	return &Event{table}, nil
}

// Pair pairs the next round by the Dutch system.
func (e *Event) Pair() (Round, error) { return swiss.Pair(e.table) }
