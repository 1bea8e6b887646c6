// Package entrylist reads the players of an event from CSV.
package entrylist

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kydai.dev/services/tournament/internal/crosstable"
)

// titles are in the order in which they seed (C.04.2).
var titles = []string{"GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", ""}

// columns are those that are understood; only the name must be there.
var columns = []string{"name", "rating", "title", "sex", "federation", "licence", "birth"}

// maxPlayers is what a report file can number.
const maxPlayers = crosstable.MaxPlayers

// Read reads players under a line with the names of the columns, and numbers them
// by rating, title and name.
func Read(data io.Reader) (*crosstable.Table, error) {
	in := csv.NewReader(data)
	in.TrimLeadingSpace = true
	places, err := header(in)
	if err != nil {
		return nil, err
	}
	t := &crosstable.Table{Scoring: crosstable.Usual()}
	for {
		fields, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		p, err := player(fields, places)
		if err != nil {
			line, _ := in.FieldPos(0)
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		t.Players = append(t.Players, p)
	}
	if len(t.Players) == 0 || len(t.Players) > maxPlayers {
		return nil, fmt.Errorf("an event has 1 to %d players, not %d", maxPlayers, len(t.Players))
	}
	Seed(t.Players)
	return t, nil
}

// header finds the columns.
func header(in *csv.Reader) (map[string]int, error) {
	names, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("line 1: the names of the columns are missing")
	}
	if err != nil {
		return nil, err
	}
	places := map[string]int{}
	for i, name := range names {
		name = strings.ToLower(strings.TrimSpace(strings.TrimPrefix(name, "\ufeff")))
		if !slices.Contains(columns, name) {
			return nil, fmt.Errorf("line 1: there is no column %q, only %s", name, strings.Join(columns, ", "))
		}
		if _, twice := places[name]; twice {
			return nil, fmt.Errorf("line 1: column %q is there twice", name)
		}
		places[name] = i
	}
	if _, ok := places["name"]; !ok {
		return nil, errors.New("line 1: the column of names is missing")
	}
	return places, nil
}

func player(fields []string, places map[string]int) (crosstable.Player, error) {
	get := func(column string) string {
		if i, ok := places[column]; ok {
			return strings.TrimSpace(fields[i])
		}
		return ""
	}
	p := crosstable.Player{
		Name: get("name"), Title: strings.ToUpper(get("title")), Sex: strings.ToLower(get("sex")),
		Federation: strings.ToUpper(get("federation")), Licence: get("licence"), Birth: get("birth"),
	}
	if p.Name == "" {
		return p, errors.New("a player has no name")
	}
	if !slices.Contains(titles, p.Title) {
		return p, fmt.Errorf("there is no title %q", p.Title)
	}
	if s := get("rating"); s != "" {
		rating, err := strconv.Atoi(s)
		if err != nil || rating < 0 || rating > 9999 {
			return p, fmt.Errorf("rating %q is no number up to 9999", s)
		}
		p.Rating = rating
	}
	return p, nil
}

// Seed orders players by rating, title and name, and numbers them.
func Seed(players []crosstable.Player) {
	slices.SortStableFunc(players, func(a, b crosstable.Player) int {
		if a.Rating != b.Rating {
			return b.Rating - a.Rating
		}
		if x, y := slices.Index(titles, a.Title), slices.Index(titles, b.Title); x != y {
			return x - y
		}
		return strings.Compare(a.Name, b.Name)
	})
	for i := range players {
		players[i].ID, players[i].Seed = i+1, i+1
	}
}
