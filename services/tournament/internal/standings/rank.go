package standings

import "slices"

// Place is a player's rank; equal ranks are shared.
type Place struct {
	Rank, Player int
}

// Rank orders the players by their points and then by tie-breaks, each applied to
// those whom the earlier ones left tied (4.2).
func (s *Sheet) Rank(order []string) ([]Place, error) {
	groups := [][]int{nil}
	for i := range s.table.Players {
		groups[0] = append(groups[0], i+1)
	}
	for _, code := range append([]string{"PTS"}, order...) {
		var err error
		if groups, err = s.split(groups, code); err != nil {
			return nil, err
		}
	}
	var places []Place
	for _, group := range groups {
		first := len(places) + 1
		for _, id := range group {
			places = append(places, Place{first, id})
		}
	}
	return places, nil
}

// split applies one tie-break to every group.
func (s *Sheet) split(groups [][]int, code string) ([][]int, error) {
	var parts [][]int
	if code == direct {
		for _, group := range groups {
			parts = append(parts, s.directEncounter(group)...)
		}
		return parts, nil
	}
	d, err := s.find(code)
	if err != nil {
		return nil, err
	}
	values := map[int]Number{}
	for i := range s.table.Players {
		n := d.value(s, &s.table.Players[i]).Number
		if d.lower {
			n = -n
		}
		values[i+1] = n
	}
	for _, group := range groups {
		parts = append(parts, byValue(group, values)...)
	}
	return parts, nil
}

// byValue parts a group into those with equal values, the highest first.
func byValue(group []int, values map[int]Number) [][]int {
	group = slices.Clone(group)
	slices.SortStableFunc(group, func(a, b int) int { return int(values[b] - values[a]) })
	var parts [][]int
	for i, id := range group {
		if i == 0 || values[id] != values[group[i-1]] {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], id)
	}
	return parts
}
