package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWhatAnotherThreadHasSettledIsLeft: a thread that is deep in a line goes back to
// the first position of it that the table has an answer for, and to no other.
func TestWhatAnotherThreadHasSettledIsLeft(t *testing.T) {
	t.Parallel()
	line := []node{
		{key: 1, alpha: 9, beta: 10, depth: 8, ply: 1},
		{key: 2, alpha: -10, beta: -9, depth: 7, ply: 2},
		{key: 3, alpha: 9, beta: 10, depth: 6, ply: 3},
	}
	tests := map[string]struct {
		known  map[uint64]found
		number int // of the position that is left
	}{
		"nothing is known":        {nil, 0},
		"not deep enough":         {map[uint64]found{2: {score: -12, depth: 6, bound: upperBound}}, 0},
		"not settled for the two": {map[uint64]found{2: {score: -5, depth: 7, bound: upperBound}}, 0},
		"one":                     {map[uint64]found{2: {score: -12, depth: 7, bound: upperBound}}, 2},
		"the first of two":        {map[uint64]found{1: {score: 11, depth: 9, bound: lowerBound}, 3: {score: 11, depth: 9, bound: exactBound}}, 1},
		"a mate from its own ply": {map[uint64]found{3: {score: toTable(-lossIn(5), 3), depth: 9, bound: exactBound}}, 3},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			table := NewTable(1)
			table.begin(false)
			for key, f := range tt.known {
				table.store(key, f, false)
			}
			w := &worker{job: &job{table: table, busy: new(busy)}}
			var numbers []int
			for i := range line {
				numbers = append(numbers, w.mark(&line[i]))
			}
			require.Equal(t, []int{1, 2, 3}, numbers)
			w.stopped = w.recall()
			require.Equal(t, tt.number > 0, w.stopped)
			const own = 4
			for number := 3; number > 0; number-- {
				score := own
				if number == tt.number {
					score = fromTable(tt.known[uint64(number)].score, number)
				}
				require.Equal(t, score, w.settled(number, own))
				require.Equal(t, number > tt.number && tt.number > 0, w.stopped)
			}
			require.Empty(t, w.waypoints)
		})
	}
}

// TestWhereNobodyElseSettlesAnything: one thread, a window that is open, a search
// that leaves a move out, and one that has to be exact ask nobody.
func TestWhereNobodyElseSettlesAnything(t *testing.T) {
	t.Parallel()
	deep := node{key: 1, beta: 1, depth: 8, ply: 1}
	open, partial, shallow := deep, deep, deep
	open.pv, partial.excluded, shallow.depth = true, 7, busyDepth-1
	shared, alone := &job{busy: new(busy)}, &job{}
	exact := &job{busy: new(busy), Options: Options{Plain: true}}
	for _, tt := range []struct {
		job *job
		node
	}{{alone, deep}, {exact, deep}, {shared, open}, {shared, partial}, {shared, shallow}} {
		w := &worker{job: tt.job}
		require.Zero(t, w.mark(&tt.node))
		require.Empty(t, w.waypoints)
	}
}
