package draughts_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The reference is a second, naive reading of games.md §5: a board of letters,
// every route walked one by one, equal moves found by comparing them all.

// table is one column of the table of games.md §5.
type table struct {
	size                 int
	first                byte
	backward, fly, most  bool
	crownStops, crownRun bool
	kingPlies            bool
}

var tables = map[string]table{
	"draughts-brazilian":     {size: 8, first: 'B', backward: true, fly: true, most: true},
	"draughts-american":      {size: 8, first: 'B', crownStops: true},
	"draughts-russian":       {size: 8, first: 'W', backward: true, fly: true, crownRun: true},
	"draughts-international": {size: 10, first: 'W', backward: true, fly: true, most: true, kingPlies: true},
}

// point is a square: file and rank from 0. Points compare as squares sort.
type point struct{ file, rank int }

func (p point) String() string { return string(rune('a'+p.file)) + strconv.Itoa(p.rank+1) }

func (p point) plus(d point, n int) point { return point{p.file + n*d.file, p.rank + n*d.rank} }

func comparePoints(a, b point) int {
	return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.rank, b.rank))
}

// man is a piece of the reference: its colour letter and whether it is a king.
type man struct {
	colour byte
	king   bool
}

// diagram is a position of the reference; table.first plays up the board.
type diagram struct {
	table
	side byte
	men  map[point]man
}

// path is one route of one move, with what it took and how the piece ends.
type path struct {
	squares, taken []point
	king           bool
}

func (p path) text() string {
	words := make([]string, len(p.squares))
	for i, s := range p.squares {
		words[i] = s.String()
	}
	if len(p.taken) == 0 {
		return strings.Join(words, "")
	}
	return strings.Join(words, "x")
}

// key is equal for the routes of one move.
func (p path) key() string {
	key := p.squares[0].String() + p.squares[len(p.squares)-1].String()
	for _, taken := range slices.SortedFunc(slices.Values(p.taken), comparePoints) {
		key += taken.String()
	}
	return key
}

func (d diagram) on(p point) bool {
	return p.file >= 0 && p.file < d.size && p.rank >= 0 && p.rank < d.size
}

func (d diagram) up() int {
	if d.side == d.first {
		return 1
	}
	return -1
}

func (d diagram) farRank() int {
	if d.side == d.first {
		return d.size - 1
	}
	return 0
}

func (d diagram) enemy() byte { return 'B' + 'W' - d.side }

var diagonals = []point{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

// paths lists all routes of all legal moves.
func (d diagram) paths() (all []path) {
	most := 0
	for at, m := range d.men {
		if m.colour == d.side {
			for _, p := range d.captures(at, m) {
				most = max(most, len(p.taken))
				all = append(all, p)
			}
		}
	}
	if len(all) == 0 {
		return d.steps()
	}
	if d.most {
		all = slices.DeleteFunc(all, func(p path) bool { return len(p.taken) < most })
	}
	return all
}

func (d diagram) steps() (all []path) {
	for at, m := range d.men {
		for _, dir := range diagonals {
			if m.colour != d.side || !m.king && dir.rank != d.up() {
				continue
			}
			for n := 1; d.on(at.plus(dir, n)); n++ {
				to := at.plus(dir, n)
				if _, full := d.men[to]; full || n > 1 && !(m.king && d.fly) {
					break
				}
				all = append(all, path{squares: []point{at, to}, king: m.king || to.rank == d.farRank()})
			}
		}
	}
	return all
}

// captures lists the complete capture routes of the piece on at.
func (d diagram) captures(at point, m man) (all []path) {
	lifted := d.without(at)
	for _, landings := range lifted.jumps(path{squares: []point{at}, king: m.king}) {
		all = append(all, lifted.complete(landings)...)
	}
	return all
}

// walks lists every sequence of jumps, complete and permitted or not.
func (d diagram) walks() (all []path) {
	for at, m := range d.men {
		if m.colour == d.side {
			all = append(all, d.without(at).extend(path{squares: []point{at}, king: m.king})...)
		}
	}
	return all
}

func (d diagram) extend(p path) (all []path) {
	for _, landings := range d.jumps(p) {
		for _, next := range landings {
			all = append(append(all, next), d.extend(next)...)
		}
	}
	return all
}

// without is the diagram with the piece on at lifted.
func (d diagram) without(at point) diagram {
	lifted := diagram{d.table, d.side, maps.Clone(d.men)}
	delete(lifted.men, at)
	return lifted
}

// complete takes the routes that end on the landing squares behind one taken
// piece and walks all of them to their ends.
func (d diagram) complete(landings []path) (all []path) {
	for _, p := range landings {
		for _, next := range d.jumps(p) {
			all = append(all, d.complete(next)...)
		}
	}
	if all != nil {
		return all
	}
	for _, p := range landings {
		p.king = p.king || p.squares[len(p.squares)-1].rank == d.farRank()
		all = append(all, p)
	}
	return all
}

// jumps lists the routes one jump longer than p, by the piece that they take.
func (d diagram) jumps(p path) (all [][]path) {
	at := p.squares[len(p.squares)-1]
	if d.crownStops && !p.king && at.rank == d.farRank() {
		return nil
	}
	for _, dir := range diagonals {
		if !p.king && !d.backward && dir.rank != d.up() {
			continue
		}
		n := 1
		for p.king && d.fly && d.empty(at.plus(dir, n)) {
			n++
		}
		over := at.plus(dir, n)
		if d.men[over].colour != d.enemy() || slices.Contains(p.taken, over) {
			continue
		}
		var landings []path
		for n++; d.empty(at.plus(dir, n)); n++ {
			landings = append(landings, d.land(p, over, at.plus(dir, n)))
			if !p.king || !d.fly {
				break
			}
		}
		if landings != nil {
			all = append(all, landings)
		}
	}
	return all
}

func (d diagram) land(p path, over, to point) path {
	return path{
		squares: append(slices.Clone(p.squares), to),
		taken:   append(slices.Clone(p.taken), over),
		king:    p.king || d.crownRun && to.rank == d.farRank(),
	}
}

func (d diagram) empty(p point) bool {
	_, full := d.men[p]
	return d.on(p) && !full
}

// canonical maps the key of every legal move to its canonical spelling.
func canonical(paths []path) map[string]string {
	first := map[string]path{}
	for _, p := range paths {
		old, ok := first[p.key()]
		if !ok || slices.CompareFunc(p.squares, old.squares, comparePoints) < 0 {
			first[p.key()] = p
		}
	}
	texts := map[string]string{}
	for key, p := range first {
		texts[key] = p.text()
	}
	return texts
}

// after is the position string after p, played in a position with these counters.
func (d diagram) after(p path, plies, number int) string {
	next := diagram{d.table, d.enemy(), map[point]man{}}
	for at, m := range d.men {
		if at != p.squares[0] && !slices.Contains(p.taken, at) {
			next.men[at] = m
		}
	}
	next.men[p.squares[len(p.squares)-1]] = man{d.side, p.king}
	wasKing := d.men[p.squares[0]].king
	plies++
	if len(p.taken) > 0 || p.king != wasKing || d.kingPlies && !wasKing {
		plies = 0
	}
	if d.side != d.first {
		number++
	}
	return next.text(plies, number)
}

func (d diagram) text(plies, number int) string {
	lists := map[byte][]string{}
	points := make([]point, 0, len(d.men))
	for p := range d.men {
		points = append(points, p)
	}
	slices.SortFunc(points, comparePoints)
	for _, p := range points {
		text := p.String()
		if d.men[p].king {
			text = "K" + text
		}
		lists[d.men[p].colour] = append(lists[d.men[p].colour], text)
	}
	return fmt.Sprintf("%c:B%s:W%s:H%d:F%d", d.side,
		strings.Join(lists['B'], ","), strings.Join(lists['W'], ","), plies, number)
}
