package record_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules/record"
	"kydai.dev/pkg/rules/rulestest"
)

// TestFiles reads files as they are found outside, written by hand in the
// dialects of many programs. What they mean lies beside them, a record a line.
func TestFiles(t *testing.T) {
	t.Parallel()
	for _, file := range files(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			recs := readAll(t, string(text), record.Options{File: file})
			want, err := os.ReadFile(filepath.Join("testdata", "wanted", filepath.Base(file)+".ndjson"))
			require.NoError(t, err)
			require.Equal(t, strings.Split(string(want), "\n"), strings.Split(write(t, "ndjson", "", recs...), "\n"))
			for _, f := range record.Formats() {
				carry(t, f, recs)
			}
		})
	}
}

// carry writes records in a format that serves them all and reads them back.
func carry(t *testing.T, f record.Format, recs []*record.Record) {
	t.Helper()
	for _, rec := range recs {
		if !f.Serves(rec.Game) {
			return
		}
	}
	back := readAll(t, write(t, f.Name, "", recs...), record.Options{Format: f.Name})
	require.Equal(t, write(t, "ndjson", "", recs...), write(t, "ndjson", "", back...), f.Name)
}

func files(t testing.TB) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join("testdata", "files", "*"))
	require.NoError(t, err)
	require.NotEmpty(t, list)
	return list
}

// TestHostileTextsCostLittle: each of these would take minutes if the work grew
// with the square of the length.
func TestHostileTextsCostLittle(t *testing.T) {
	t.Parallel()
	size := record.MaxBytes
	if rulestest.Raced {
		size /= 20
	}
	long := func(text string) string { return strings.Repeat(text, size/len(text)-8) }
	texts := map[string]string{
		"comments":      "1. h2e2 " + long("{a}"),
		"glued moves":   "1. h2e2 " + long("- "),
		"a long move":   "1. " + long("x"),
		"numbers":       "1. h2e2 " + long("1."),
		"quotes":        "[Red \"" + long("\" "),
		"tags":          "[Red \"x\"]" + long("[A \"\"]"),
		"variations":    "1. h2e2 " + long("("),
		"dhtmlxq tags":  "[DhtmlXQ]" + long("[DhtmlXQ_a]b\n"),
		"dhtmlxq ends":  "[DhtmlXQ]" + long("[/Dhtml"),
		"dhtmlxq moves": "[DhtmlXQ_movelist]" + long("7747"),
		"pieces":        "[GameType \"20\"][FEN \"W:W" + long("1-50,") + "\"]",
		"lists":         "[GameType \"20\"][FEN \"W" + long(":W1-50") + "\"]",
		"json":          `{"game":"jungle","moves":[` + long(`"a3a4",`),
		"json, deep":    `{"game":` + long("["),
		"json comments": `{"game":"jungle","comments":[` + long(`{"ply":0,"text":"a"},`) + `{"ply":0,"text":""}]}`,
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, format := range []string{"", "pgn", "pdn", "dhtmlxq", "json", "ndjson"} {
				for rec, err := range record.Read(strings.NewReader(text), record.Options{Format: format}) {
					require.Equal(t, err != nil, rec == nil)
				}
			}
		})
	}
}

// FuzzRead holds every reader to its word: it does not break, and what it reads
// it writes in such a way that the same comes back.
func FuzzRead(f *testing.F) {
	for _, file := range files(f) {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(text)
	}
	for _, text := range []string{
		`{"game":"xiangqi","moves":["h2e2"]}` + "\n", "1. h2e2 (a (b) {)}) ; c\n$3 {} 0-0", "[GameType \"26\"]\n1. 11-15",
		"[DhtmlXQ][DhtmlXQ_comment1]|a||[/DhtmlXQ_comment1][DhtmlXQ_movelist]7747", "[Event \"a\\\\\\\"\" ]\n1. h2e2",
		"[GameType \"21\"][FEN \"?:WK1-4:B32:H1\"]*", "[Red \"x\"][Termination \"void\"]*", "{};}\n1. h2e2 ; }",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, format := range record.Formats() {
			for rec, err := range record.Read(bytes.NewReader(text), record.Options{Format: format.Name}) {
				if err == nil {
					carry(t, format, []*record.Record{rec})
				}
			}
		}
		for rec, err := range record.Read(bytes.NewReader(text), record.Options{}) {
			require.Equal(t, err != nil, rec == nil)
		}
	})
}
