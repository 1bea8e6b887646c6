package draughts_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/rulestest"
)

func TestProof(t *testing.T) {
	t.Parallel()
	for _, g := range games() {
		game := tables[g.Name()]
		rulestest.Prove(t, rulestest.Proof{
			Game:    g,
			Naive:   func(line string) rulestest.Naive { return newNaive(game, line) },
			Scatter: func(r *rand.Rand) string { return scatter(game, r) },
			Print:   printer(game),
			Turns: []rulestest.Turn{{Name: "rotating", Swap: true, Point: func(name string) string {
				at := pointNamed(name)
				return point{game.size - 1 - at.file, game.size - 1 - at.rank}.String()
			}}},
		})
	}
}

func pointNamed(name string) point {
	rank, _ := strconv.Atoi(name[1:]) // the game has named it
	return point{int(name[0] - 'a'), rank - 1}
}

// printer prints a position from its pieces.
func printer(game table) func(rules.Position, []rules.Piece, rules.Side, bool) string {
	colours := [2]byte{game.first, 'B' + 'W' - game.first}
	return func(_ rules.Position, pieces []rules.Piece, side rules.Side, _ bool) string {
		d := diagram{game, colours[side], map[point]man{}}
		for _, p := range pieces {
			d.men[pointNamed(p.Square)] = man{colours[p.Side], p.Kind == "king"}
		}
		return d.text(0, 1)
	}
}

// naive is a diagram with its moves and the counters of its line.
type naive struct {
	diagram
	legal         map[string]path // by canonical text
	plies, number int
}

func newNaive(game table, line string) *naive {
	fields := strings.Split(line, ":")
	n := &naive{diagram: diagram{game, fields[0][0], map[point]man{}}, legal: map[string]path{}}
	for _, list := range fields[1:3] {
		for name := range strings.SplitSeq(list[1:], ",") {
			if name != "" {
				square, king := strings.CutPrefix(name, "K")
				n.men[pointNamed(square)] = man{list[0], king}
			}
		}
	}
	_, _ = fmt.Sscanf(fields[3]+fields[4], "H%dF%d", &n.plies, &n.number) // the line has been read
	if n.count('B') > 0 && n.count('W') > 0 {
		paths := n.paths()
		texts := canonical(paths)
		for _, p := range paths {
			n.legal[texts[p.key()]] = p
		}
	}
	return n
}

func (n *naive) count(colour byte) (count int) {
	for _, m := range n.men {
		if m.colour == colour {
			count++
		}
	}
	return count
}

func (n *naive) Moves() []string { return slices.Sorted(maps.Keys(n.legal)) }

func (n *naive) Standing() rules.Verdict {
	us, them := rules.First, rules.Second
	if n.side != n.first {
		us, them = them, us
	}
	switch {
	case n.count(n.side) == 0:
		return rules.Win(them, rules.NoPieces)
	case n.count(n.enemy()) == 0:
		return rules.Win(us, rules.NoPieces)
	case len(n.legal) == 0:
		return rules.Win(them, rules.NoMoves)
	}
	return rules.Verdict{}
}

func (n *naive) SetsUp() bool {
	for at, m := range n.men {
		if home := (diagram{table: n.table, side: m.colour}); !m.king && at.rank == home.farRank() {
			return false
		}
	}
	most := n.size / 2 * (n.size/2 - 1)
	return n.count('B') <= most && n.count('W') <= most && len(n.legal) > 0
}

func (n *naive) After(move string) string { return n.after(n.legal[move], n.plies, n.number) }

// scatter sets up pieces of both sides at random, few or many, kings likely or
// not. In one set-up of eight men also stand on their promotion rows, and one side
// has a crowd.
func scatter(game table, r *rand.Rand) string {
	d := diagram{game, "BW"[r.IntN(2)], map[point]man{}}
	kings, astray := r.IntN(4), r.IntN(8) == 0
	own, others := 1+r.IntN(game.size), 1+r.IntN(game.size)
	if astray {
		own *= 3
	}
	for i := range own + others {
		at := point{file: r.IntN(game.size)}
		at.rank = at.file%2 + 2*r.IntN(game.size/2)
		m := man{colour: "BW"[min(1, i/own)], king: r.IntN(4) < kings}
		home := diagram{table: game, side: m.colour}
		if m.king || astray || at.rank != home.farRank() {
			d.men[at] = m
		}
	}
	return d.text(r.IntN(80), 1+r.IntN(60))
}
