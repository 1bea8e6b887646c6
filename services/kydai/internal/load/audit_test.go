package load_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/kydai/internal/load"
)

// logOf makes a log of a start and of moves such as "1:a".
func logOf(first int32, moves ...string) []*refereev1.GameEvent {
	events := []*refereev1.GameEvent{{Seq: first}}
	for i, m := range moves {
		ply, move, _ := strings.Cut(m, ":")
		played := &refereev1.MovePlayed{Ply: int32(ply[0] - '0'), Move: move}
		events = append(events, &refereev1.GameEvent{Seq: first + int32(i+1), Kind: &refereev1.GameEvent_Played{Played: played}})
	}
	return events
}

func TestCheck(t *testing.T) {
	t.Parallel()
	match := &load.Match{Moves: []string{"a", "b", "c", "d"}, Seqs: []int32{2, 3, 0, 0}}
	good := load.Log{Games: 1, Acknowledged: 2}
	with := func(change func(*load.Log)) load.Log {
		l := good
		change(&l)
		return l
	}
	tests := map[string]struct {
		log  []*refereev1.GameEvent
		want load.Log
	}{
		"all there":              {log: logOf(1, "1:a", "2:b"), want: good},
		"one unacknowledged":     {log: logOf(1, "1:a", "2:b", "3:c"), want: good},
		"missing":                {log: logOf(1, "1:a"), want: with(func(l *load.Log) { l.Missing = 1 })},
		"nothing":                {want: with(func(l *load.Log) { l.Missing = 2 })},
		"another move":           {log: logOf(1, "1:a", "2:x"), want: with(func(l *load.Log) { l.Missing = 1 })},
		"doubled":                {log: logOf(1, "1:a", "2:b", "2:b"), want: with(func(l *load.Log) { l.Doubled, l.Missing = 1, 1 })},
		"doubled unacknowledged": {log: logOf(1, "1:a", "2:b", "3:c", "3:c"), want: with(func(l *load.Log) { l.Doubled = 1 })},
		"gap":                    {log: append(logOf(1, "1:a", "2:b"), logOf(9)...), want: with(func(l *load.Log) { l.Gaps = 1 })},
		"other seqs":             {log: logOf(2, "1:a", "2:b"), want: with(func(l *load.Log) { l.Gaps, l.Missing = 3, 2 })},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := load.Check(match, tt.log)
			require.Equal(t, tt.want, got)
			require.Equal(t, got.Missing+got.Doubled+got.Gaps == 0, got.OK())
		})
	}
}

func TestVerifyRefusesWhatSaveNeverWrote(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"nonsense", `{"id":"x","moves":["a"],"seqs":[]}`} {
		_, err := load.Verify(t.Context(), strings.NewReader(text), "http://127.0.0.1:1")
		require.ErrorContains(t, err, "read acknowledgements")
	}
}
