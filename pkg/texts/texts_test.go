package texts

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/handicap"
)

func TestTableIsWellFormed(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`^[A-Z]+(_[A-Z]+)*$`)
	total := 0
	for _, table := range [][]Refusal{common, gatewayReasons, refereeReasons, offerReasons, matchmakingReasons, ratingReasons, rewardsReasons, studyReasons, tournamentReasons, directorReasons, accountReasons, playerReasons, signinReasons} {
		total += len(table)
	}
	require.Len(t, reasons, total, "a reason stands twice")
	for _, r := range Reasons() {
		require.Regexp(t, name, r.Name)
		require.True(t, r.Status >= 400 && r.Status < 600, r.Name)
		for _, w := range []words{r.vi, r.en} {
			require.NotEmpty(t, w.title, r.Name)
			require.NotRegexp(t, `[.]$`, w.title, r.Name)
			require.Regexp(t, `[.…]$`, w.detail, r.Name)
			require.Equal(t, strings.Count(w.detail, "{"), strings.Count(w.detail, "}"), r.Name)
		}
		require.ElementsMatch(t, placeholders(r.vi.detail), placeholders(r.en.detail), "%s: both languages say the same", r.Name)
	}
}

func placeholders(s string) []string { return regexp.MustCompile(`\{\w+\}`).FindAllString(s, -1) }

func TestVocabularyIsComplete(t *testing.T) {
	t.Parallel()
	for name, said := range names[Handicaps] {
		require.NotEmpty(t, said[Vietnamese], name)
		require.NotEmpty(t, said[English], name)
	}
	for name, said := range setupRules {
		require.Equal(t, said, vocabulary["rule"][name], "%s means two things", name)
	}
	for key, set := range vocabulary {
		for value, said := range set {
			require.NotEmpty(t, said[Vietnamese], "%s %s", key, value)
			require.NotEmpty(t, said[English], "%s %s", key, value)
		}
	}
}

// TestRulesHaveTexts holds the table of rules against the closed list.
func TestRulesHaveTexts(t *testing.T) {
	t.Parallel()
	var want []string
	for _, r := range rules.MoveRules() {
		want = append(want, string(r))
	}
	require.ElementsMatch(t, want, slices.Collect(maps.Keys(moveRules)))
}

func TestSetupRulesHaveTexts(t *testing.T) {
	t.Parallel()
	var want []string
	for _, r := range rules.SetupRules() {
		want = append(want, string(r))
		require.NotEmpty(t, SetupRule(Vietnamese, string(r)), r)
		require.NotEmpty(t, SetupRule(English, string(r)), r)
	}
	require.ElementsMatch(t, want, slices.Collect(maps.Keys(setupRules)))
	require.Equal(t, "NO_RULE", SetupRule(English, "NO_RULE"))
}

func TestHandicapsHaveNames(t *testing.T) {
	t.Parallel()
	var want []string
	for _, g := range games.All() {
		for _, p := range handicap.Presets(g) {
			want = append(want, p.ID)
		}
	}
	require.ElementsMatch(t, want, Values(Handicaps))
	for lang, want := range map[Lang]string{Vietnamese: "Chấp một mã", English: "One horse"} {
		name, ok := Name(lang, Handicaps, "one_horse")
		require.True(t, ok)
		require.Equal(t, want, name)
	}
	_, ok := Name(English, Handicaps, "no_such")
	require.False(t, ok)
}

func TestText(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason        string
		lang          Lang
		metadata      map[string]string
		title, detail string
	}{
		"a rule in words": {
			reason: "ILLEGAL_MOVE", lang: English, metadata: map[string]string{"rule": "GENERALS_FACE"},
			title: "Illegal move", detail: "The rules do not allow this move. Why: the two generals may not face each other.",
		},
		"Vietnamese": {
			reason: "ILLEGAL_MOVE", metadata: map[string]string{"rule": "LEAVES_CHECK"},
			title: "Nước đi không hợp luật", detail: "Luật không cho phép nước đi này. Lý do: nước này để tướng của bạn bị chiếu.",
		},
		"a rule for set-ups": {
			reason: "BAD_POSITION", lang: English, metadata: map[string]string{"field": "board", "rule": "DEN_TAKEN", "square": "d1"},
			title: "The position is refused",
			detail: "The position string cannot be read, or no game can start from it. The part at fault is board. " +
				"Why: no piece may stand in a den. The square is d1.",
		},
		"what a setting needs": {
			reason: "UNUSED_SETTING", lang: English, metadata: map[string]string{"needs": "ENGINE"},
			title:  "A setting has no use in this game",
			detail: "Leave it out: it would change nothing in the game that you create. It is for games against the engine only.",
		},
		"no metadata": {
			reason: "ILLEGAL_MOVE", lang: English,
			title: "Illegal move", detail: "The rules do not allow this move.",
		},
		"an unknown value stays": {
			reason: "SCOPE_MISSING", lang: English, metadata: map[string]string{"scope": "play"},
			title: "The token lacks a scope", detail: "The token does not allow this call. It needs the scope play.",
		},
		"some of the parts": {
			reason: "GAME_OVER", lang: English, metadata: map[string]string{"reason": "timeout"},
			title: "The game is over", detail: " Why: time-out.",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, ok := Reason(tt.reason)
			require.True(t, ok)
			title, detail := r.Text(tt.lang, tt.metadata)
			require.Equal(t, tt.title, title)
			require.Equal(t, strings.TrimSpace(tt.detail), detail)
		})
	}
}

func TestUnknownReason(t *testing.T) {
	t.Parallel()
	_, ok := Reason("NO_REASON_AT_ALL")
	require.False(t, ok)
}

func TestReasonsAreSorted(t *testing.T) {
	t.Parallel()
	all := Reasons()
	require.True(t, slices.IsSortedFunc(all, func(a, b Refusal) int { return strings.Compare(a.Name, b.Name) }))
	i := slices.IndexFunc(all, func(r Refusal) bool { return r.Name == "PLY_TAKEN" })
	require.Equal(t, http.StatusConflict, all[i].Status)
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	tests := map[string]Lang{
		"":                          Vietnamese,
		"en":                        English,
		"en-GB,en;q=0.9":            English,
		"vi-VN,vi;q=0.9,en;q=0.8":   Vietnamese,
		"en;q=0.5, vi;q=0.6":        Vietnamese,
		"fr, en;q=0.4":              English,
		"fr":                        Vietnamese,
		"*":                         Vietnamese,
		"EN":                        English,
		"en;q=0":                    Vietnamese,
		"en;q=<script>":             Vietnamese,
		",,;;,en":                   English,
		strings.Repeat("en;q=,", 9): Vietnamese,
	}
	for header, want := range tests {
		require.Equal(t, want, Language(header), header)
	}
}

func TestResult(t *testing.T) {
	t.Parallel()
	require.Equal(t, "The first side wins: checkmate.", Result(English, "first", "checkmate"))
	require.Equal(t, "Bên đi sau thắng: bên kia hết giờ.", Result(Vietnamese, "second", "timeout"))
	require.Equal(t, "Draw: time out, opponent has no attacking piece.", Result(English, "none", "timeout_no_attackers"))
	require.Equal(t, "No result: the first move was not made in time.", Result(English, "none", "first_move_timeout"))
	require.Equal(t, "vào hang bên kia", Ending(Vietnamese, "den"))
}
