package trf

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kydai.dev/services/tournament/internal/crosstable"
)

// acceleration reads 250: points, rounds from and to, players from and to.
func (r *reader) acceleration(c columns) error {
	p, err := points(c.field(10, 13), "points")
	if err != nil {
		return err
	}
	var bounds [4]int
	for i, at := range [4][2]int{{15, 17}, {19, 21}, {23, 26}, {28, 31}} {
		limit := maxRounds
		if i > 1 {
			limit = MaxPlayers
		}
		if bounds[i], err = number(c.field(at[0], at[1]), "bound", limit); err != nil {
			return err
		}
	}
	if bounds[0] < 1 || bounds[1] < bounds[0] || bounds[2] < 1 || bounds[3] < bounds[2] {
		return errors.New("rounds and players go from a first to a last one")
	}
	r.later(func() error {
		if r.table.Player(bounds[3]) == nil {
			return fmt.Errorf("there is no player %d", bounds[3])
		}
		for id := bounds[2]; id <= bounds[3]; id++ {
			r.accelerate(id, bounds[0], bounds[1], p)
		}
		return nil
	})
	return nil
}

// accelerate gives a player virtual points in some rounds.
func (r *reader) accelerate(id, first, last int, p crosstable.Points) {
	player := r.table.Player(id)
	for len(player.Virtual) < last {
		player.Virtual = append(player.Virtual, 0)
	}
	for round := first; round <= last; round++ {
		player.Virtual[round-1] = p
	}
}

// virtualPoints reads XXA: a player and points, a round each.
func (r *reader) virtualPoints(c columns) error {
	id, err := number(c.field(5, 8), "player", MaxPlayers)
	if err != nil {
		return err
	}
	words := c.words(9)
	if len(words) > maxRounds {
		return fmt.Errorf("an event has %d rounds at most", maxRounds)
	}
	if err := r.once(fmt.Sprintf("the acceleration of player %d", id)); err != nil {
		return err
	}
	virtual := make([]crosstable.Points, len(words))
	for i, w := range words {
		if virtual[i], err = points(w, "points"); err != nil {
			return err
		}
	}
	r.later(func() error {
		player := r.table.Player(id)
		if player == nil {
			return fmt.Errorf("there is no player %d", id)
		}
		player.Virtual = virtual
		return nil
	})
	return nil
}

// abnormal reads 299: results that are worth something else, for some players, or
// points outside the results.
func (r *reader) abnormal(c columns) error {
	kind := strings.ToUpper(c.field(5, 5))
	if kind != "" && !slices.Contains([]string{"W", "D", "L", "F", "H", "Z", "+", "-"}, kind) {
		return fmt.Errorf("there are no abnormal points for %q", kind)
	}
	p, err := points(c.field(13, 17), "points")
	if err != nil {
		return err
	}
	round := 0
	if s := c.field(18, 22); s != "" {
		if round, err = number(s, "round", maxRounds); err != nil {
			return err
		}
	}
	list, err := ids(c.words(23))
	if err != nil {
		return err
	}
	r.later(func() error {
		for _, id := range list {
			player := r.table.Player(id)
			if player == nil {
				return fmt.Errorf("there is no player %d", id)
			}
			if kind == "" {
				player.Bonus += p
				continue
			}
			reward(player, kind[0], round, p)
		}
		return nil
	})
	return nil
}

// reward changes what results of a kind are worth, in one round or in all.
func reward(player *crosstable.Player, kind byte, round int, p crosstable.Points) {
	codes := map[byte]string{'W': "1W", 'D': "=D", 'L': "0L"}[kind]
	if codes == "" {
		codes = string(kind)
	}
	for i := range player.Rounds {
		e := &player.Rounds[i]
		if (round == 0 || round == i+1) && strings.IndexByte(codes, byte(e.Result)) >= 0 {
			e.Points = p
		}
	}
}
