package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

// run runs a command line and returns what it wrote.
func run(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	exit := func(int) { require.Fail(t, "the command ended the process") }
	parser, err := kong.New(&commands{}, append(options(), kong.Writers(&out, &errs), kong.Exit(exit))...)
	require.NoError(t, err)
	k, err := parser.Parse(args)
	if err != nil {
		return "", "", err
	}
	err = k.Run()
	return out.String(), errs.String(), err
}

func TestPerft(t *testing.T) {
	t.Parallel()
	out, speed, err := run(t, "rules", "perft", "--game", "xiangqi", "--depth", "2")
	require.NoError(t, err)
	require.Equal(t, "1920\n", out)
	require.Contains(t, speed, "leaves a second")

	out, _, err = run(t, "rules", "perft", "--game=jungle", "--depth=1", "--divide",
		"--position", "7/7/7/7/7/7/3d3/3W3/7 b 0 1")
	require.NoError(t, err)
	require.Equal(t, "d3c3 1\nd3d4 1\nd3e3 1\n3\n", out)
}

func TestWrongCommandLines(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		args []string
		want string
	}{
		"nothing":        {want: "expected"},
		"unknown game":   {args: []string{"rules", "perft", "--game", "chess", "--depth", "1"}, want: "draughts-international"},
		"no depth":       {args: []string{"rules", "perft", "--game", "jungle"}, want: "--depth"},
		"negative depth": {args: []string{"rules", "perft", "--game", "jungle", "--depth=-1"}, want: "--depth"},
		"bad position":   {args: []string{"rules", "perft", "--game", "jungle", "--depth=1", "--position", "x"}, want: "line: "},
		"unknown format": {args: []string{"record", "convert", "--to=sgf", "x"}, want: "pgn, dhtmlxq, pdn"},
		"no file":        {args: []string{"record", "convert"}, want: "<file>"},
		"no notation":    {args: []string{"record", "convert", "--to=pgn", "--notation=pdn", "-"}, want: "no notation"},
		"no shards":      {args: []string{"up", "--shards=0"}, want: "shards"},
		"no patience":    {args: []string{"up", "--drain=-1s"}, want: "drain"},
		"no clock":       {args: []string{"up", "--clock-every=0s"}, want: "every"},
		"no flags":       {args: []string{"up", "--clock-claims=0"}, want: "claims"},
		"no memory":      {args: []string{"up", "--referee-remembered=-1"}, want: "remembered"},
		"no rooms":       {args: []string{"up", "--matchmaking-open-rooms=0"}, want: "open-rooms"},
		"no tokens":      {args: []string{"up", "--account-access-life=0s"}, want: "access tokens"},
		"no heartbeat":   {args: []string{"up", "--stream-heartbeat=0s"}, want: "stream-heartbeat"},
		"no origin":      {args: []string{"up", "--cors-origins=https://hall.example/"}, want: "cors-origins"},
		"no endings":     {args: []string{"up", "--search-endgame-sets=chess-3"}, want: `no set of endings "chess-3"`},
		"no rate":        {args: []string{"up", "--limit-read=lots"}, want: "limit-read"},
		"no soak":        {args: []string{"soak", "--games=0", "--level-games=0"}, want: "nothing to play"},
		"no nodes":       {args: []string{"soak", "--nodes=0"}, want: "nodes"},
		"no level":       {args: []string{"soak", "--game=morris", "--games=0", "--level=9"}, want: `no level "9"`},
		"no games":       {args: []string{"tune", "play", "--game=morris", "--games=0"}, want: "at least 1"},
		"endless search": {args: []string{"tune", "play", "--game=morris", "--nodes=0"}, want: "at least 1"},
		"no samples":     {args: []string{"tune", "fit", "--game=morris", os.DevNull}, want: "no samples"},
		"too much trust": {args: []string{"tune", "fit", "--game=morris", "--trust=5", os.DevNull}, want: "trust"},
		"no steps":       {args: []string{"tune", "fit", "--game=morris", "--steps=-1", os.DevNull}, want: "steps"},
		"a wrong format": {args: []string{"match", "--game=morris", "--output=x.ubb"}, want: "no games of morris"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := run(t, tt.args...)
			require.ErrorContains(t, err, tt.want)
		})
	}
}
