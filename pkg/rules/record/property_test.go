package record_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/record"
)

// TestWriteThenRead plays random games of every game and carries them through
// every format in every notation.
func TestWriteThenRead(t *testing.T) {
	t.Parallel()
	for _, f := range record.Formats() {
		for _, name := range f.Games {
			game, ok := games.Find(name)
			require.True(t, ok)
			for _, notation := range append([]string{""}, f.Notations...) {
				t.Run(f.Name+"/"+name+"/"+notation, func(t *testing.T) {
					t.Parallel()
					rapid.Check(t, func(t *rapid.T) {
						recs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) *record.Record { return randomRecord(t, game) }), 1, 3).Draw(t, "records")
						text := write(t, f.Name, notation, recs...)
						require.Equal(t, recs, readAll(t, text, record.Options{Format: f.Name, Game: game}), "%s", text)
						require.Equal(t, recs, readAll(t, text, record.Options{}), "%s", text)
					})
				})
			}
		}
	}
}

// maxRandomPlies bounds a random game. A record starts after some plies, so
// that hand-set starts of all kinds come up.
const maxRandomPlies = 40

func randomRecord(t *rapid.T, game rules.Game) *record.Record {
	rec := &record.Record{Game: game, Tags: randomTags(t, game)}
	if rapid.Bool().Draw(t, "set up") {
		rec.Start = randomStart(t, game)
	}
	start := rec.Start
	if start == nil {
		start = game.Start()
	}
	line := rules.NewLine(game, start)
	playRandom(t, line, rapid.IntRange(0, maxRandomPlies).Draw(t, "plies"))
	rec.Moves = slices.Clone(line.Moves())
	rec.Result = line.Verdict()
	if !rec.Result.Over() {
		rec.Result = rapid.SampledFrom(randomResults).Draw(t, "result")
	}
	rec.Comments = randomComments(t, len(rec.Moves))
	return rec
}

func playRandom(t *rapid.T, line *rules.Line, plies int) {
	for range plies {
		legal := line.Legal()
		if len(legal) == 0 {
			return
		}
		_, err := line.Play(rapid.SampledFrom(legal).Draw(t, "move"))
		require.NoError(t, err)
	}
}

// randomStart is nil where the random position may not start a game.
func randomStart(t *rapid.T, game rules.Game) rules.Position {
	line := rules.NewLine(game, game.Start())
	playRandom(t, line, rapid.IntRange(1, maxRandomPlies).Draw(t, "plies before"))
	p := line.Position()
	if p.CheckSetup() != nil || p.Fresh().String() == game.Start().String() {
		return nil
	}
	return p.Fresh()
}

// randomResults are outcomes of a game that the board has not ended.
var randomResults = []rules.Verdict{
	{},
	{Winner: rules.WinnerFirst},
	{Winner: rules.WinnerSecond, Reason: "resignation"},
	{Winner: rules.WinnerNone},
	{Winner: rules.WinnerNone, Reason: "agreement"},
	{Winner: rules.WinnerNone, Reason: "adjudication"},
	{Winner: rules.WinnerNone, Reason: "aborted"},
	{Winner: rules.WinnerFirst, Reason: rules.Timeout},
	{Winner: rules.WinnerNone, Reason: "forfeit"},
}

// tagValues and commentTexts are what people write, and what formats have to
// escape.
var (
	tagNames     = []string{"Event", "Site", "Date", "Round", "Black", "BlackElo", "Ghi_chú"}
	tagValues    = []string{"?", "Nguyễn Văn A", `"Cúp" \ 7`, "1-0", "] [", "2024.05.01", "胡荣华", `\`, "{x} (y); z"}
	commentTexts = []string{"hay!", "hai\ndòng", "(a) [b] \\ \"c\" ; 1-0", "馬", "% $1"}
)

func randomTags(t *rapid.T, game rules.Game) []record.Tag {
	names := append([]string{"Red"}, tagNames...)
	if game.Name() != "xiangqi" {
		names[0] = "White"
	}
	var tags []record.Tag
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 4, rapid.ID[string]).Draw(t, "names") {
		tags = append(tags, record.Tag{Name: name, Value: rapid.SampledFrom(tagValues).Draw(t, "value")})
	}
	return tags
}

func randomComments(t *rapid.T, plies int) []record.Comment {
	var list []record.Comment
	for ply := 0; ply <= plies; ply += rapid.IntRange(1, 8).Draw(t, "gap") {
		list = append(list, record.Comment{Ply: ply, Text: rapid.SampledFrom(commentTexts).Draw(t, "text")})
	}
	return list
}
