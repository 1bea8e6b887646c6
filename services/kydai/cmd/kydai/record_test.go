package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRecordConvert(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good.ubb"), filepath.Join(dir, "bad.ubb")
	require.NoError(t, os.WriteFile(good, []byte("[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]"), 0o600))
	require.NoError(t, os.WriteFile(bad, []byte("[DhtmlXQ][DhtmlXQ_movelist]77477747[/DhtmlXQ_movelist][/DhtmlXQ]"), 0o600))

	out, _, err := run(t, "record", "convert", good)
	require.NoError(t, err)
	require.Contains(t, out, `"moves":["h2e2","h9g7"]`)

	out, _, err = run(t, "record", "convert", "--from=dhtmlxq", "--to=pgn", "--notation=chinese", "--game=xiangqi", good)
	require.NoError(t, err)
	require.Contains(t, out, "1. 炮二平五 马8进7 *")

	_, _, err = run(t, "record", "convert", good, bad)
	require.ErrorContains(t, err, bad+": game 1, line 1, ply 2, move h2e2: ")
}

func TestRecordConvertToAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.pgn"), filepath.Join(dir, "out.pgn")
	const good = "[Red \"A\"]\n1. C2=5 H8+7 1-0\n"
	require.NoError(t, os.WriteFile(in, []byte(good+"[Red \"B\"]\n1. C2=2 *\n"), 0o600))

	_, _, err := run(t, "record", "convert", in, "-o", out)
	require.ErrorContains(t, err, "game 2, line 4, ply 1, move C2=2: ")
	require.NoFileExists(t, out, "not before all games are good")

	_, listed, err := run(t, "record", "convert", "--keep-going", in, "-o", out)
	require.EqualError(t, err, "1 of 2 games are faulty and left out")
	require.Contains(t, listed, "game 2")
	text, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Contains(t, string(text), "[Game \"Chinese Chess\"]\n[Red \"A\"]", "in the format that the name says")
	left, err := filepath.Glob(filepath.Join(dir, ".record-*"))
	require.NoError(t, err)
	require.Empty(t, left)
}
