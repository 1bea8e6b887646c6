package tournament

import (
	"encoding/json"

	"kydai.dev/services/tournament/internal/standings"
)

// Place is a player's rank; equal ranks are shared.
type Place = standings.Place

// Standings are the ranks of an event and every value of every player.
type Standings struct {
	event  *Event
	sheet  *standings.Sheet
	Order  []string // the tie-breaks that rank, after the points
	Places []Place
}

// TieBreakEditions are the states of the regulations by which values can be
// counted, the present one first.
func TieBreakEditions() []string { return []string{"2026", "2024"} }

// Standings ranks the players. Without an order the event's own counts, if its
// report has one.
func (e *Event) Standings(order []string, edition string) (*Standings, error) {
	if len(order) == 0 {
		order = e.table.TieBreaks
	}
	number := standings.Edition2026
	if edition == "2024" {
		number = standings.Edition2024
	}
	s := &Standings{event: e, sheet: standings.New(e.table, number), Order: order}
	var err error
	s.Places, err = s.sheet.Rank(order)
	return s, err
}

// Codes are the tie-breaks that are shown of everybody.
func (s *Standings) Codes() []string { return s.sheet.Codes() }

// Name is a player's name.
func (s *Standings) Name(player int) string { return s.event.table.Player(player).Name }

// Value is a tie-break's value as it is written.
func (s *Standings) Value(code string, player int) (string, error) {
	v, err := s.sheet.Value(code, player)
	return v.Number.String(), err
}

// JSON lists the players in the order of their numbers with all values by code,
// and how each came about if asked for.
func (s *Standings) JSON(calculations bool) ([]byte, error) {
	ranks := map[int]int{}
	for _, p := range s.Places {
		ranks[p.Player] = p.Rank
	}
	players := make([]map[string]any, len(s.event.table.Players))
	for i := range players {
		id := i + 1
		player := map[string]any{"id": id, "rank": ranks[id]}
		how := map[string][]standings.Item{}
		for _, code := range s.Codes() {
			v, err := s.sheet.Value(code, id)
			if err != nil {
				return nil, err
			}
			player[code], how[code] = v.Number, v.Items
		}
		if calculations {
			player["calculations"] = how
		}
		players[i] = player
	}
	return json.Marshal(map[string]any{"order": append([]string{}, s.Order...), "players": players})
}
