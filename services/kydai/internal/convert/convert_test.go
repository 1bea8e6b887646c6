package convert_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/record"
	"kydai.dev/services/kydai/internal/convert"
)

const (
	good = "[Red \"A\"]\n1. h2e2 h9g7 1-0\n"
	bad  = "[Red \"B\"]\n1. h2e2 e9e7 1-0\n"
)

// run converts a text that comes from the standard input.
func run(text string, o convert.Options) (out, complaints string, err error) {
	var written, said strings.Builder
	err = convert.Run([]string{convert.Stdin}, strings.NewReader(text), &written, &said, o)
	return written.String(), said.String(), err
}

func TestConvert(t *testing.T) {
	t.Parallel()
	out, complaints, err := run(good+good, convert.Options{To: record.PGN, Notation: "wxf"})
	require.NoError(t, err)
	require.Empty(t, complaints)
	require.Equal(t, 2, strings.Count(out, "1. C2=5 H8+7 1-0"))
}

func TestTheFirstFaultyGameEndsIt(t *testing.T) {
	t.Parallel()
	out, complaints, err := run(good+bad+good, convert.Options{To: record.NDJSON})
	var fault *record.Error
	require.ErrorAs(t, err, &fault)
	require.Equal(t, "stdin", fault.File)
	require.Equal(t, 2, fault.Game)
	require.Equal(t, 2, fault.Ply)
	var refused *rules.MoveError
	require.ErrorAs(t, err, &refused)
	require.Empty(t, complaints)
	require.Equal(t, 1, strings.Count(out, "\n"))
}

func TestKeepGoing(t *testing.T) {
	t.Parallel()
	out, complaints, err := run(good+bad+good+bad, convert.Options{To: record.JSON, KeepGoing: true})
	require.EqualError(t, err, "2 of 4 games are faulty and left out")
	require.Contains(t, complaints, "stdin: game 2, line 4, ply 2, move e9e7: ")
	require.Contains(t, complaints, "stdin: game 4, line 8, ply 2, move e9e7: ")
	require.Equal(t, 2, strings.Count(out, `"Red":"A"`))
	require.Equal(t, byte(']'), out[len(out)-2], "the document is whole")
}

func TestKeepGoingPastAMissingFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "good.pgn")
	require.NoError(t, os.WriteFile(file, []byte(good), 0o600))
	var out, said strings.Builder
	err := convert.Run([]string{"missing.pgn", file}, nil, &out, &said, convert.Options{To: record.NDJSON, KeepGoing: true})
	var leftOut *convert.LeftOut
	require.ErrorAs(t, err, &leftOut)
	require.Equal(t, convert.LeftOut{Bad: 1, All: 2}, *leftOut)
	require.Equal(t, "open missing.pgn: no such file or directory\n", said.String())
	require.Equal(t, 1, strings.Count(out.String(), "\n"))
}

func TestRemarksAreSaid(t *testing.T) {
	t.Parallel()
	cycle := strings.Repeat("h2h4 h7h5 h4h2 h5h7 ", 3)
	_, complaints, err := run("[Red \"x\"]\n"+cycle+"*", convert.Options{To: record.NDJSON})
	require.NoError(t, err)
	require.Equal(t, "stdin: game 1: the game ended by repetition after ply 8: 4 more plies are left out\n", complaints)
}

func TestAGameThatTheFormatDoesNotHold(t *testing.T) {
	t.Parallel()
	const text = `{"game":"xiangqi","moves":["h2e2"]}` + "\n" + `{"game":"jungle","moves":["a3a4"]}` + "\n"
	_, _, err := run(text, convert.Options{To: record.PGN})
	require.EqualError(t, err, "stdin: game 2: the format pgn has no records of jungle")
	out, _, err := run(text, convert.Options{To: record.PGN, KeepGoing: true})
	require.EqualError(t, err, "1 of 2 games are faulty and left out")
	require.Contains(t, out, "1. h2e2")
}

func TestFilesOfSeveralFormats(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	american, _ := games.Find("draughts-american")
	files := []string{write("a.pdn", "[GameType \"21\"]\n1. 11-15 *"), write("b.pdn", "[White \"x\"]\n1. 11-16 *")}
	var out strings.Builder
	require.NoError(t, convert.Run(files, nil, &out, os.Stderr, convert.Options{To: record.PDN, Game: american}))
	require.Contains(t, out.String(), "1. 11-15 *\n\n[White \"x\"]")

	err := convert.Run([]string{filepath.Join(dir, "none")}, nil, &out, os.Stderr, convert.Options{To: record.PDN})
	require.ErrorIs(t, err, os.ErrNotExist)
}

// full takes nothing.
type full struct{}

var errFull = errors.New("disk full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWhatCannotBeWrittenIsAnError(t *testing.T) {
	t.Parallel()
	err := convert.Run([]string{convert.Stdin}, strings.NewReader(good), full{}, os.Stderr,
		convert.Options{To: record.PGN, KeepGoing: true})
	require.ErrorIs(t, err, errFull)
	_, _, err = run(good, convert.Options{To: "sgf"})
	require.ErrorContains(t, err, `there is no format "sgf"`)
}
