package picture_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/knockout"
	"kydai.dev/services/tournament/internal/picture"
)

// texts reads a picture, which must be well-formed, and returns what it says.
func texts(t *testing.T, svg []byte) []string {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(string(svg)))
	var list []string
	inText := false
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if inText {
				list = append(list, string(token))
			}
		}
	}
}

func event() *crosstable.Table {
	return &crosstable.Table{Players: []crosstable.Player{
		{ID: 1, Name: "A <&> B", Rating: 2000, Rounds: []crosstable.Entry{
			{Opponent: 2, Colour: crosstable.White, Result: crosstable.Draw}, {Result: crosstable.HalfBye},
		}},
		{ID: 2, Name: "C", Rounds: []crosstable.Entry{
			{Opponent: 1, Colour: crosstable.Black, Result: crosstable.Draw}, {Result: crosstable.Allocated},
		}},
	}}
}

var rows = []picture.Row{{Rank: 1, Player: 2, Values: []string{"1.5"}}, {Rank: 2, Player: 1, Values: []string{"1"}}}

func TestCrosstableByRounds(t *testing.T) {
	t.Parallel()
	got := texts(t, picture.Crosstable(event(), []string{"PTS"}, rows, false))
	require.Equal(t, []string{
		"#", "1", "2", "Name", "C", "A <&> B", "Rating", "2000", "1", "2b½", "1w½", "2", "U", "H", "PTS", "1.5", "1",
	}, got)
}

func TestCrosstableByOpponents(t *testing.T) {
	t.Parallel()
	got := texts(t, picture.Crosstable(event(), nil, rows, true))
	require.Equal(t, []string{
		"#", "1", "2", "Name", "C", "A <&> B", "Rating", "2000", "1", "×", "½", "2", "½", "×",
	}, got)
}

func TestBracket(t *testing.T) {
	t.Parallel()
	b, err := knockout.New(3, knockout.Settings{
		Steps:      []knockout.Step{{Kind: knockout.Games, Games: 2}, {Kind: knockout.Lot}},
		ThirdPlace: true,
	})
	require.NoError(t, err)
	require.NoError(t, b.Enter(1, knockout.Draw))
	require.NoError(t, b.Enter(1, knockout.Second))
	name := func(seed int) string { return fmt.Sprintf("<player %d>", seed) }
	got := texts(t, picture.Bracket(b, name))
	require.Equal(t, []string{
		"1 <player 1>", "2 <player 2>", "1½", "3 <player 3>", "½", "1 <player 1>", "2 <player 2>", "3–4", "3 <player 3>",
	}, got)
}
