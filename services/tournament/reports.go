package tournament

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/entrylist"
	"kydai.dev/services/tournament/internal/simulation"
	"kydai.dev/services/tournament/internal/trf"
)

// ReadPlayers makes an event of so many rounds from the CSV of its players.
func ReadPlayers(list io.Reader, rounds int) (*Event, error) {
	table, err := entrylist.Read(list)
	if err != nil {
		return nil, err
	}
	table.Total = rounds
	return &Event{table}, nil
}

// ReportFormats are the names of the report files that can be written.
func ReportFormats() []string {
	var names []string
	for _, f := range trf.Formats() {
		names = append(names, string(f))
	}
	return names
}

// Report writes the event as a report file, and says what the format has no
// record for.
func (e *Event) Report(format string) (report []byte, lost []string) {
	return trf.Write(e.table, trf.Format(format)), trf.Lost(e.table, trf.Format(format))
}

// JSON writes the event with everything that is known of it.
func (e *Event) JSON() ([]byte, error) { return json.Marshal(e.table) }

// Warnings are what the rules allow but organisers had better not do.
func (e *Event) Warnings() []string {
	first, count := "", 0
	note := func(player, round int) {
		if count++; count == 1 {
			first = fmt.Sprintf("player %d in round %d", player, round)
		}
	}
	for _, p := range e.table.Players {
		for r, entry := range p.Rounds {
			if entry.Result == crosstable.FullBye {
				note(p.ID, r+1)
			}
		}
	}
	for _, b := range e.table.Byes {
		if b.Result == crosstable.FullBye {
			note(b.Player, b.Round)
		}
	}
	if count == 0 {
		return nil
	}
	if count > 1 {
		first += fmt.Sprintf(" and %d more", count-1)
	}
	return []string{"FIDE discourages full-point byes (F), and the bye of an odd number is U: " + first}
}

// Simulation says what events are played at random.
type Simulation = simulation.Settings

// SimulationReport counts what was played.
type SimulationReport = simulation.Report

// Simulate plays events at random and holds every pairing against the absolute
// rules. Where one is broken, the report file of that event before the round comes
// with the error.
func Simulate(s Simulation) (SimulationReport, []byte, error) {
	report, err := simulation.Run(s)
	var broken *simulation.Broken
	if errors.As(err, &broken) {
		return report, trf.Write(broken.Table, trf.TRF26), err
	}
	return report, nil, err
}

// CSV writes the standings, a line a player in the order of the ranks.
func (s *Standings) CSV() ([]byte, error) {
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	codes := s.Codes()
	lines := [][]string{append([]string{"rank", "id", "name", "rating"}, codes...)}
	for _, p := range s.Places {
		player := s.event.table.Player(p.Player)
		line := []string{fmt.Sprint(p.Rank), fmt.Sprint(p.Player), player.Name, fmt.Sprint(player.Rating)}
		for _, code := range codes {
			v, err := s.Value(code, p.Player)
			if err != nil {
				return nil, err
			}
			line = append(line, v)
		}
		lines = append(lines, line)
	}
	err := out.WriteAll(lines)
	return b.Bytes(), err
}
