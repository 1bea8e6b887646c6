package catalog_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/services/referee/internal/catalog"
)

func TestPolicies(t *testing.T) {
	t.Parallel()
	breaches := []string{"check", "chase"}
	counter := func(kind string, limit int) rules.Counter { return rules.Counter{Kind: kind, Limit: limit} }
	progress := counter("plies_without_capture_or_promotion", 80)
	want := map[string]catalog.Policy{
		"xiangqi": {
			Repetitions: 3, WarnedAt: 2, Breaches: breaches, Counter: counter("plies_without_capture", 100), GuestsRated: true,
		},
		"jungle":                 {Repetitions: 5},
		"morris":                 {Repetitions: 3, Counter: counter("plies_without_mill", 50), GuestsRated: true},
		"draughts-brazilian":     {Repetitions: 3, Counter: progress, GuestsRated: true},
		"draughts-american":      {Repetitions: 3, Counter: progress, GuestsRated: true},
		"draughts-russian":       {Repetitions: 3, Counter: progress, GuestsRated: true},
		"draughts-international": {Repetitions: 3, Counter: counter("king_plies_without_capture", 50), GuestsRated: true},
	}
	got := map[string]catalog.Policy{}
	for _, g := range games.All() {
		got[g.Name()] = catalog.PolicyOf(g)
	}
	require.Equal(t, want, got)
}

func TestValues(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		game, kind string
		want       catalog.Value
		known      bool
	}{
		"a soldier is worth more beyond the river": {"xiangqi", "soldier", catalog.Value{Usual: 1, BeyondRiver: 2}, true},
		"a king that flies":                        {"draughts-russian", "king", catalog.Value{Usual: 3, BeyondRiver: 3}, true},
		"a king that does not":                     {"draughts-american", "king", catalog.Value{Usual: 1.5, BeyondRiver: 1.5}, true},
		"a general is not to be had":               {"xiangqi", "general", catalog.Value{}, false},
		"jungle has ranks":                         {"jungle", "lion", catalog.Value{}, false},
		"morris has one kind":                      {"morris", "stone", catalog.Value{}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, g := range games.All() {
				if g.Name() == tt.game {
					v, ok := catalog.ValueOf(g, tt.kind)
					require.Equal(t, tt.known, ok)
					require.Equal(t, tt.want, v)
				}
			}
		})
	}
}

func TestFamilies(t *testing.T) {
	t.Parallel()
	var families []string
	for _, g := range games.All() {
		families = append(families, catalog.Family(g))
	}
	require.Equal(t, []string{"xiangqi", "jungle", "morris", "draughts", "draughts", "draughts", "draughts"}, families)
}
