package jungle_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/jungle"
)

func TestDescription(t *testing.T) {
	t.Parallel()
	d := jungle.New().Describe()
	area := func(role, owner string) []string {
		i := slices.IndexFunc(d.Board.Areas, func(a rules.Area) bool { return a.Role == role && a.Owner == owner })
		require.GreaterOrEqual(t, i, 0, role)
		return d.Board.Areas[i].Squares
	}
	require.Equal(t, []string{"b4", "b5", "b6", "c4", "c5", "c6", "e4", "e5", "e6", "f4", "f5", "f6"}, area(rules.AreaRiver, ""))
	require.Equal(t, []string{
		"a4", "a5", "a6", "b3", "b7", "c3", "c7", "d4", "d5", "d6", "e3", "e7", "f3", "f7", "g4", "g5", "g6",
	}, area(rules.AreaRiverBank, ""))
	require.Equal(t, []string{"c1", "d2", "e1"}, area(rules.AreaTrap, "first"))
	require.Equal(t, []string{"c9", "d8", "e9"}, area(rules.AreaTrap, "second"))
	require.Equal(t, []string{"d1"}, area(rules.AreaDen, "first"))
	require.Equal(t, []string{"d9"}, area(rules.AreaDen, "second"))
	require.Equal(t, rules.Kind{Name: "elephant", Letters: [2]string{"E", "e"}, Count: 1, Rank: 8}, d.Kinds[0])
	require.Equal(t, rules.Kind{Name: "rat", Letters: [2]string{"R", "r"}, Count: 1, Rank: 1}, d.Kinds[7])
}

// Every jump is one that a lion makes, both ways, and there are no others.
func TestJumpsAreThoseOfTheLion(t *testing.T) {
	t.Parallel()
	jumps := map[string]bool{}
	for _, j := range jungle.New().Describe().Board.Jumps {
		jumps[j.From+j.To], jumps[j.To+j.From] = true, true
		require.Len(t, j.Over, map[bool]int{true: 2, false: 3}[j.From[1] == j.To[1]], "%v", j)
	}
	require.Len(t, jumps, 20)
	found := 0
	for from, row := range map[string]string{
		"a4": "L6", "a5": "L6", "a6": "L6", "d4": "3L3", "d5": "3L3", "d6": "3L3", "g4": "6L", "g5": "6L", "g6": "6L",
		"b3": "1L5", "c3": "2L4", "e3": "4L2", "f3": "5L1", "b7": "1L5", "c7": "2L4", "e7": "4L2", "f7": "5L1",
	} {
		rows := []string{"e6", "7", "7", "7", "7", "7", "7", "7", "7"}
		rows['9'-from[1]] = row
		p, err := jungle.New().Parse(strings.Join(rows, "/") + " r 0 1")
		require.NoError(t, err)
		for _, m := range p.Moves() {
			dx, dy := int(m[2])-int(m[0]), int(m[3])-int(m[1])
			if dx*dx+dy*dy > 1 {
				found++
				require.True(t, jumps[m], m)
			}
		}
	}
	require.Equal(t, len(jumps), found)
}
