// Package tournament pairs events and ranks their players, and holds tournaments that
// run themselves: [New] builds the service, the rest is for the command line.
package tournament

import (
	"bytes"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/roundrobin"
	"kydai.dev/services/tournament/internal/standings"
	"kydai.dev/services/tournament/internal/swiss"
	"kydai.dev/services/tournament/internal/trf"
)

// Event is an event with the rounds that were played.
type Event struct {
	table *crosstable.Table
}

// Round is a pairing: the boards in order, and who has the bye.
type Round = swiss.Round

// Board is a game of a round; the first player has white.
type Board = swiss.Board

// ErrNoPairing means that no pairing of the next round satisfies the absolute
// criteria.
var ErrNoPairing = swiss.ErrNoPairing

// ReadReport reads a tournament report file, or an event as JSON.
func ReadReport(data []byte) (*Event, error) {
	read := trf.Read
	if bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")) {
		read = trf.ReadJSON
	}
	table, err := read(data)
	if err != nil {
		return nil, err
	}
	return &Event{table}, nil
}

// Pair pairs the next round: by the Berger tables where the report's type is a
// round robin, else by the Dutch system.
func (e *Event) Pair() (Round, error) {
	if !standings.IsRoundRobin(e.table) {
		return swiss.Pair(e.table)
	}
	r, err := roundrobin.Pair(e.table, standings.IsDouble(e.table))
	if err != nil {
		return Round{}, err
	}
	round := Round{Number: e.table.Played() + 1, Bye: r.Bye}
	for _, g := range r.Games {
		round.Boards = append(round.Boards, Board(g))
	}
	return round, nil
}
