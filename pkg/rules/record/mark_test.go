package record_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/record"
)

func marked(t *testing.T, format, notation string) string {
	t.Helper()
	g, _ := games.Find("xiangqi")
	var b bytes.Buffer
	require.NoError(t, record.Write(&b, format, notation, &record.Record{
		Game: g, Moves: []string{"h2e2", "h9g7", "h0g2", "i9h9"}, Result: rules.Win(rules.First, "resignation"),
		Comments: []record.Comment{{Ply: 2, Text: "hm"}},
		Marks: []record.Mark{
			{Ply: 1, Class: "best", Score: 35},
			{Ply: 2, Class: "inaccuracy", Score: 80, Better: []string{"b9c7", "h0g2", "i9i8"}},
			{Ply: 3, Class: "mistake", Score: -120, Better: []string{"b0c2"}},
			{Ply: 4, Class: "blunder", Score: 10000, Mate: 5},
		},
	}))
	return b.String()
}

func TestMarksInPGN(t *testing.T) {
	t.Parallel()
	_, moves, _ := strings.Cut(marked(t, "pgn", ""), "\n\n")
	require.Equal(t, "1. h2e2 {[%eval 0.35]} 1... h9g7 $6 {[%eval 0.80] hm} (1... b9c7 2. h0g2 i9i8)\n"+
		"2. h0g2 $2 {[%eval -1.20]} (2. b0c2) 2... i9h9 $4 {[%eval #3]} 1-0\n", moves)
	_, moves, _ = strings.Cut(marked(t, "pgn", "vietnamese"), "\n\n")
	require.Contains(t, moves, "(1... M2.3 2. M2.3 X9.1)")
}

func TestMarksInOtherFormats(t *testing.T) {
	t.Parallel()
	require.Contains(t, marked(t, "dhtmlxq", ""), "[DhtmlXQ_comment2]hm||inaccuracy, eval 0.80, better b9c7 h0g2 i9i8[/DhtmlXQ_comment2]")
	require.Contains(t, marked(t, "json", ""), `"marks":[{"ply":1,"class":"best","score":35,"mate":0},{"ply":2,"class":"inaccuracy","score":80,"mate":0,"better":["b9c7","h0g2","i9i8"]}`)
}

// Whatever is said of a game, the same game is read from every format.
func TestMarkedGamesReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.SampledFrom(games.All()).Draw(t, "game")
		line := rules.NewLine(g, g.Start())
		rec := &record.Record{Game: g}
		for ply := range rapid.IntRange(1, 12).Draw(t, "plies") {
			mark := record.Mark{
				Ply: ply + 1, Class: rapid.SampledFrom([]string{"best", "good", "inaccuracy", "mistake", "blunder"}).Draw(t, "class"),
				Score: rapid.IntRange(-10000, 10000).Draw(t, "score"), Mate: rapid.IntRange(-30, 30).Draw(t, "mate"),
			}
			p := line.Position()
			for range rapid.IntRange(0, 4).Draw(t, "line") {
				moves := p.Moves()
				if len(moves) == 0 {
					break
				}
				step, err := p.Play(rapid.SampledFrom(moves).Draw(t, "better"))
				require.NoError(t, err)
				mark.Better, p = append(mark.Better, step.Move), step.Next
			}
			rec.Marks = append(rec.Marks, mark)
			_, err := line.Play(rapid.SampledFrom(line.Legal()).Draw(t, "move"))
			require.NoError(t, err)
		}
		rec.Moves = line.Moves()
		for _, f := range record.Formats() {
			if !f.Serves(g) {
				continue
			}
			var b bytes.Buffer
			require.NoError(t, record.Write(&b, f.Name, "", rec), f.Name)
			count := 0
			for back, err := range record.Read(&b, record.Options{Game: g}) {
				require.NoError(t, err, f.Name)
				require.Equal(t, rec.Moves, back.Moves, f.Name)
				require.Empty(t, back.Notes)
				if f.Name == record.DhtmlXQ {
					require.Empty(t, back.Comments, "marks are not read")
				}
				count++
			}
			require.Equal(t, 1, count)
		}
	})
}

// What people say is read, though it looks like a mark at first sight.
func TestRemarksThatAreNoMarks(t *testing.T) {
	t.Parallel()
	rec := readAll(t, strings.Replace(marked(t, "dhtmlxq", ""), "hm||", "hm||a mistake, eval 0.80||eval 0.8||mistake, eval 0.80, better?||", 1), record.Options{})[0]
	require.Equal(t, []record.Comment{{Ply: 2, Text: "hm\na mistake, eval 0.80\neval 0.8\nmistake, eval 0.80, better?"}}, rec.Comments)
}
