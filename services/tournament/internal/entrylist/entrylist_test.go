package entrylist_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/entrylist"
)

func TestRead(t *testing.T) {
	t.Parallel()
	table, err := entrylist.Read(strings.NewReader("\ufeffName,Rating,Title\nDũng,2100,\nAn,2100,fm\n\"Cúc, Hoa\",,\nBình,2100,\n"))
	require.NoError(t, err)
	var names []string
	for i, p := range table.Players {
		require.Equal(t, i+1, p.ID)
		names = append(names, p.Name)
	}
	require.Equal(t, []string{"An", "Bình", "Dũng", "Cúc, Hoa"}, names)
	require.Equal(t, "FM", table.Players[0].Title)
	require.NoError(t, table.Validate())
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, reason string }{
		"nothing":        {"", "names of the columns"},
		"unknown column": {"name,elo\n", `line 1: there is no column "elo"`},
		"twice":          {"name,name\n", "twice"},
		"no names":       {"rating\n", "column of names"},
		"no players":     {"name\n", "not 0"},
		"no name":        {"name,rating\nA,1\n,2\n", "line 3: a player has no name"},
		"rating":         {"name,rating\nA,x\n", "line 2: rating"},
		"title":          {"name,title\nA,XM\n", "line 2: there is no title"},
		"fields":         {"name,title\nA\n", "line 2"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := entrylist.Read(strings.NewReader(tt.text))
			require.ErrorContains(t, err, tt.reason)
		})
	}
}

func FuzzRead(f *testing.F) {
	f.Add("name,rating\nA,2000\nB,\n")
	f.Fuzz(func(t *testing.T, text string) {
		if table, err := entrylist.Read(strings.NewReader(text)); err == nil {
			require.NoError(t, table.Validate())
		}
	})
}
