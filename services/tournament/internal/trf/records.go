package trf

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kydai.dev/services/tournament/internal/crosstable"
)

// understood are the records that are read; the other ones are kept as they are.
func understood() map[string]func(*reader, columns) error {
	m := map[string]func(*reader, columns) error{
		"001": (*reader).player,
		"142": (*reader).rounds, "XXR": (*reader).rounds,
		"152": (*reader).initialColour, "XXC": (*reader).configuration,
		"162": (*reader).scoring,
		"192": (*reader).system,
		"202": (*reader).tieBreaks, "212": (*reader).tieBreaks,
		"240": (*reader).byes, "XXZ": (*reader).absentees,
		"250": (*reader).acceleration, "XXA": (*reader).virtualPoints,
		"260": (*reader).forbidden, "XXP": (*reader).forbiddenPair,
		"299": (*reader).abnormal,
	}
	for _, code := range []string{"BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"} {
		m[code] = func(r *reader, c columns) error { return r.worth(code, c) }
	}
	return m
}

// once refuses a second record of a kind.
func (r *reader) once(kind string) error {
	if line := r.single[kind]; line != 0 {
		return fmt.Errorf("%s is said on line %d already", kind, line)
	}
	r.single[kind] = r.line
	return nil
}

// later puts off what needs the whole file.
func (r *reader) later(f func() error) {
	line := r.line
	r.plan = append(r.plan, func() error {
		r.line = line
		return f()
	})
}

func (r *reader) rounds(c columns) error {
	if err := r.once("the number of rounds"); err != nil {
		return err
	}
	n, err := number(c.field(5, len(c)), "the number of rounds", maxRounds)
	if err == nil && n == 0 {
		err = errors.New("an event has one round at least")
	}
	r.table.Total = n
	return err
}

func (r *reader) initialColour(c columns) error {
	if err := r.once("the initial colour"); err != nil {
		return err
	}
	switch strings.ToUpper(c.field(5, len(c))) {
	case "W":
		r.table.Initial = crosstable.White
	case "B":
		r.table.Initial = crosstable.Black
	default:
		return fmt.Errorf("the initial colour is W or B, not %q", c.field(5, len(c)))
	}
	return nil
}

func (r *reader) configuration(c columns) error {
	for _, w := range c.words(5) {
		switch strings.ToLower(w) {
		case "white1", "black1":
			if err := r.once("the initial colour"); err != nil {
				return err
			}
			r.table.Initial = crosstable.White
			if strings.EqualFold(w, "black1") {
				r.table.Initial = crosstable.Black
			}
		case "rank":
			r.ranked = true
		default:
			return fmt.Errorf("XXC says white1, black1 or rank, not %q", w)
		}
	}
	return nil
}

// scoring reads 162: a symbol in column 6, its points in 7 to 10, the next pair
// nine columns on.
func (r *reader) scoring(c columns) error {
	s := &r.table.Scoring
	for at := 6; at <= len(c); at += 9 {
		symbol := c.field(at, at)
		if symbol == "" && c.field(at, at+8) == "" {
			continue
		}
		p, err := points(c.field(at+1, at+4), "points")
		if err != nil {
			return err
		}
		if err := r.once("the points of " + strings.ToUpper(symbol)); err != nil {
			return err
		}
		switch strings.ToUpper(symbol) {
		case "W":
			s.Win = p
		case "D":
			s.Draw = p
		case "L":
			s.Loss = p
		case "A":
			s.Absent, s.Forfeited = p, p
		case "P":
			s.Allocated = p
		case "X":
			s.Unknown = p
		default:
			return fmt.Errorf("points are for W, D, L, A, P or X, not %q", symbol)
		}
	}
	return nil
}

// worth reads the points of TRF(x), each in a record of its own.
func (r *reader) worth(code string, c columns) error {
	if err := r.once(code); err != nil {
		return err
	}
	p, err := points(c.field(5, len(c)), "points")
	s := &r.table.Scoring
	switch code {
	case "BBW":
		s.Win = p
	case "BBD":
		s.Draw = p
	case "BBL":
		s.Loss = p
	case "BBZ":
		s.Absent = p
	case "BBF":
		s.Forfeited = p
	case "BBU":
		s.Allocated = p
	}
	return err
}

func (r *reader) system(c columns) error {
	if err := r.once("the type"); err != nil {
		return err
	}
	r.table.System = strings.ToUpper(c.field(5, len(c)))
	return nil
}

func (r *reader) tieBreaks(c columns) error {
	if err := r.once("the list of tie-breaks"); err != nil {
		return err
	}
	for w := range strings.SplitSeq(c.field(5, len(c)), ",") {
		if w = strings.ToUpper(strings.TrimSpace(w)); w != "" && w != "PTS" {
			r.table.TieBreaks = append(r.table.TieBreaks, w)
		}
	}
	return nil
}

// byes reads 240: the kind, the round, the players.
func (r *reader) byes(c columns) error {
	kind := crosstable.Result(strings.ToUpper(c.field(5, 5) + " ")[0])
	if !kind.Bye() {
		return fmt.Errorf("a bye is F, H or Z, not %q", c.field(5, 5))
	}
	round, err := number(c.field(6, 9), "round", maxRounds)
	if err != nil {
		return err
	}
	list, err := ids(c.words(10))
	if err != nil {
		return err
	}
	r.later(func() error {
		for _, id := range list {
			if err := r.bye(crosstable.Bye{Round: round, Player: id, Result: kind}); err != nil {
				return err
			}
		}
		return nil
	})
	return nil
}

// bye takes an absence in, unless the round is over; then the player's line says
// what became of it.
func (r *reader) bye(b crosstable.Bye) error {
	if r.table.Player(b.Player) == nil {
		return fmt.Errorf("there is no player %d", b.Player)
	}
	if b.Round <= r.table.Played() {
		return nil
	}
	key := [2]int{b.Player, b.Round}
	if old, ok := r.agreed[key]; ok {
		if old != b.Result {
			return fmt.Errorf("player %d has another bye in round %d", b.Player, b.Round)
		}
		return nil
	}
	r.agreed[key] = b.Result
	r.table.Byes = append(r.table.Byes, b)
	return nil
}

func (r *reader) absentees(c columns) error {
	list, err := ids(c.words(5))
	if err != nil {
		return err
	}
	r.later(func() error {
		for _, id := range list {
			if err := r.bye(crosstable.Bye{Round: r.table.Played() + 1, Player: id, Result: crosstable.Absent}); err != nil {
				return err
			}
		}
		return nil
	})
	return nil
}

func (r *reader) forbidden(c columns) error {
	first, err := number(c.field(5, 7), "first round", maxRounds)
	if err != nil {
		return err
	}
	last, err := number(c.field(8, 11), "last round", maxRounds)
	if err != nil {
		return err
	}
	if last < first {
		return fmt.Errorf("the last round %d is before the first, %d", last, first)
	}
	return r.forbid(first, last, c.words(12))
}

func (r *reader) forbiddenPair(c columns) error { return r.forbid(0, 0, c.words(5)) }

func (r *reader) forbid(first, last int, words []string) error {
	list, err := ids(words)
	if err != nil {
		return err
	}
	if len(list) < 2 {
		return errors.New("two players at least can be forbidden to meet")
	}
	r.later(func() error {
		if i := slices.IndexFunc(list, func(id int) bool { return r.table.Player(id) == nil }); i >= 0 {
			return fmt.Errorf("there is no player %d", list[i])
		}
		r.table.Forbidden = append(r.table.Forbidden, crosstable.Forbidden{First: first, Last: last, Players: list})
		return nil
	})
	return nil
}
