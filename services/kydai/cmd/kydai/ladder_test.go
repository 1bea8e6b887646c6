package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/levels"
)

func TestLadder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "ladder.json")
	args := []string{
		"ladder", "--game", "draughts-russian", "--games", "2", "--others", "0", "--nodes", "60", "--plies", "4", "--output", file,
	}
	out, progress, err := run(t, args...)
	require.NoError(t, err)
	require.Equal(t, 5, strings.Count(out, "\n"))
	require.Contains(t, out, "1 easy")
	require.Contains(t, progress, "5 against 4: ")

	first, err := os.ReadFile(file)
	require.NoError(t, err)
	var l levels.Ladder
	require.NoError(t, json.Unmarshal(first, &l))
	require.Equal(t, "kydai ladder --game draughts-russian --games 2 --others 0 --nodes 60 --plies 4 --balance 80 --seed 1", l.Command)
	require.Len(t, l.Matches, 4)

	l.Matches[0].Wins, l.Matches[0].Draws, l.Matches[0].Losses = 0, 0, 2 // which is not what happened
	changed, err := json.Marshal(l)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, changed, 0o600))
	_, progress, err = run(t, append(args, "--resume")...)
	require.NoError(t, err)
	require.Contains(t, progress, "2 against 1: +0 =0 -2")
	_, _, err = run(t, args...)
	require.NoError(t, err)
	again, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(first), string(again))
}

func TestLaddersThatCannotBe(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "ladder.json")
	require.NoError(t, os.WriteFile(file, []byte("no ladder"), 0o600))
	tests := map[string]struct {
		args []string
		want string
	}{
		"odd":         {[]string{"--games", "3"}, "even numbers"},
		"no seat":     {[]string{"--parallel", "0"}, "parallel"},
		"not a file":  {[]string{"--resume"}, "read the ladder to go on with"},
		"no openings": {[]string{"--plies", "0", "--games", "4", "--others", "0"}, "openings of 0 plies within the balance, 2 are needed"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := run(t, append([]string{"ladder", "--game", "morris", "--output", file}, tt.args...)...)
			require.ErrorContains(t, err, tt.want)
		})
	}
}
