// Package export writes tournaments for other programs and for print: report files,
// JSON, the standings as CSV, the cross table and the bracket as SVG.
package export

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/picture"
	"kydai.dev/services/tournament/internal/tourney"
	"kydai.dev/services/tournament/internal/trf"
)

// The formats besides those of report files.
const (
	jsonFormat = "json"
	csvFormat  = "csv"
	crosstab   = "crosstable"
	bracket    = "bracket"
)

// ErrNoBracket is why there is no picture of one.
var ErrNoBracket = errs.New(errs.State, "NO_BRACKET", "only a knockout that has begun has a bracket")

// File is a tournament as written.
type File struct {
	Data            []byte
	MediaType, Name string
}

// Write writes a tournament in a format; a TRF26 where none is named.
func Write(t *tourney.Tournament, format string) (File, error) {
	format = cmp.Or(format, string(trf.TRF26))
	if slices.Contains(trf.Formats(), trf.Format(format)) {
		table, err := report(t)
		if err != nil {
			return File{}, err
		}
		return File{Data: trf.Write(table, trf.Format(format)), MediaType: "text/plain", Name: t.ID() + ".trf"}, nil
	}
	write, ok := map[string]func(*tourney.Tournament) (File, error){
		jsonFormat: asJSON, csvFormat: asCSV, crosstab: asCrosstable, bracket: asBracket,
	}[format]
	if !ok {
		return File{}, fmt.Errorf("there is no format %q", format)
	}
	return write(t)
}

// asJSON is everything that the cross table knows, and whose accounts the players are.
func asJSON(t *tourney.Tournament) (File, error) {
	table, err := report(t)
	if err != nil {
		return File{}, err
	}
	accounts := make([]string, len(table.Players))
	for _, e := range t.Entrants() {
		if e.Number > 0 {
			accounts[e.Number-1] = e.Player
		}
	}
	data, err := json.Marshal(struct {
		*crosstable.Table

		ID       string   `json:"tournament_id"`
		Game     string   `json:"game"`
		Status   string   `json:"status"`
		Accounts []string `json:"player_ids"` // by number
	}{table, t.ID(), t.Settings().Game, string(t.Status()), accounts})
	return File{Data: data, MediaType: "application/json", Name: t.ID() + ".json"}, err
}

// asCSV is a line a player in the order of the ranks.
func asCSV(t *tourney.Tournament) (File, error) {
	ranks, err := t.Standings(t.FinishedRounds())
	if err != nil {
		return File{}, err
	}
	ratings := map[string]int{}
	for _, e := range t.Entrants() {
		ratings[e.Player] = e.Rating
	}
	lines := [][]string{append([]string{"rank", "number", "player_id", "name", "rating", "state", "PTS"}, ranks.TieBreaks...)}
	for _, p := range ranks.Places {
		line := []string{
			fmt.Sprint(p.Rank), fmt.Sprint(p.Number), p.Player, plain(p.Name), fmt.Sprint(ratings[p.Player]), string(p.State), p.Points.String(),
		}
		for _, v := range p.Values {
			line = append(line, v.Value.Number.String())
		}
		lines = append(lines, line)
	}
	var b bytes.Buffer
	err = csv.NewWriter(&b).WriteAll(lines)
	return File{Data: b.Bytes(), MediaType: "text/csv", Name: t.ID() + ".csv"}, err
}

// plain keeps a spreadsheet from taking a name for a formula.
func plain(name string) string {
	if name != "" && slices.Contains([]byte("=+-@"), name[0]) {
		return "'" + name
	}
	return name
}

// asCrosstable draws the cross table in the order of the ranks.
func asCrosstable(t *tourney.Tournament) (File, error) {
	ranks, err := t.Standings(t.FinishedRounds())
	if err != nil {
		return File{}, err
	}
	codes := []string{"PTS"}
	var rows []picture.Row
	for _, p := range ranks.Places {
		row := picture.Row{Rank: p.Rank, Player: p.Number, Values: []string{p.Points.String()}}
		for _, v := range p.Values {
			row.Values = append(row.Values, v.Value.Number.String())
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 && len(rows[0].Values) > 1 {
		codes = append(codes, ranks.TieBreaks...)
	}
	format := t.Settings().Format
	robin := format == tourney.RoundRobin || format == tourney.DoubleRoundRobin
	return svg(t, crosstab, picture.Crosstable(t.Table(), codes, rows, robin)), nil
}

// asBracket draws the tree of a knockout.
func asBracket(t *tourney.Tournament) (File, error) {
	tree := t.Bracket()
	if tree == nil {
		return File{}, ErrNoBracket
	}
	names := map[int]string{}
	for _, e := range t.Entrants() {
		names[e.Number] = e.Name
	}
	return svg(t, bracket, picture.Bracket(tree, func(seed int) string { return names[seed] })), nil
}

func svg(t *tourney.Tournament, what string, data []byte) File {
	return File{Data: data, MediaType: "image/svg+xml", Name: t.ID() + "-" + what + ".svg"}
}
