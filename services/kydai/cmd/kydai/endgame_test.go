package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEndgame(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out, _, err := run(t, "endgame", "build", "--dir", dir, "--threads=1", "jungle-2", "draughts-russian-2")
	require.NoError(t, err)
	require.Regexp(t, `^jungle-2: .+s\ndraughts-russian-2: .+s\n$`, out)

	out, _, err = run(t, "endgame", "list", "--dir", dir)
	require.NoError(t, err)
	require.Regexp(t, `(?m)^jungle-2 +36 +36 +\d+ +\d+$`, out)
	require.Regexp(t, `(?m)^morris-5-5 +6 +0 +0 +0$`, out)

	out, _, err = run(t, "endgame", "check", "--dir", dir, "jungle-2")
	require.NoError(t, err)
	require.Regexp(t, `^jungle-2: .+s\n$`, out)

	out, _, err = run(t, "endgame", "probe", "--dir", dir, "--game=jungle", "2D4/7/3l3/7/7/7/7/7/7 r 0 89")
	require.NoError(t, err)
	require.Regexp(t, `^win; without counters win in 1 plies\nc9d9  win; without counters win in 1 plies\n`, out)
}

func TestWrongEndgames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tests := map[string]struct {
		args []string
		want string
	}{
		"unknown set":    {args: []string{"build", "chess-3"}, want: `no set of endings "chess-3"`},
		"no set":         {args: []string{"build"}, want: "<set>"},
		"threads":        {args: []string{"build", "--threads=-1", "jungle-2"}, want: "threads"},
		"not there":      {args: []string{"check", "jungle-2"}, want: "jungle/R-R is not there"},
		"bad position":   {args: []string{"probe", "--game=jungle", "x"}, want: "position refused"},
		"unknown":        {args: []string{"probe", "--game=jungle", "2D4/7/3l3/7/7/7/7/7/7 r 0 89"}, want: "no table that is there"},
		"no such ending": {args: []string{"probe", "--game=xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"}, want: "no table that is there"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := run(t, append([]string{"endgame", tt.args[0], "--dir", dir}, tt.args[1:]...)...)
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func TestDamagedEndgamesAreNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "jungle"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "jungle", "E-R.kye"), []byte("x"), 0o600))
	for _, args := range [][]string{
		{"list"}, {"check", "jungle-2"}, {"probe", "--game=jungle", "e6/7/7/7/7/7/7/7/R6 r 0 89"},
	} {
		_, _, err := run(t, append([]string{"endgame", args[0], "--dir", dir}, args[1:]...)...)
		require.ErrorContains(t, err, "E-R.kye: not a whole table of endings: only 1 bytes")
	}
}
