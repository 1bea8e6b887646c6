package tournament

import "kydai.dev/services/tournament/internal/picture"

// SVG draws the cross table in the order of the ranks.
func (s *Standings) SVG() ([]byte, error) {
	codes := append([]string{"PTS"}, s.Order...)
	var rows []picture.Row
	for _, p := range s.Places {
		row := picture.Row{Rank: p.Rank, Player: p.Player}
		for _, code := range codes {
			v, err := s.Value(code, p.Player)
			if err != nil {
				return nil, err
			}
			row.Values = append(row.Values, v)
		}
		rows = append(rows, row)
	}
	return picture.Crosstable(s.event.table, codes, rows, s.sheet.RoundRobin()), nil
}
