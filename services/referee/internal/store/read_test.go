package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/referee/internal/record"
)

func TestLogFromAnySeq(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		h.append(game("g"))
		for seq := 3; seq <= 12; seq++ { // 10 and 12 sort as numbers
			h.append(next("g", seq))
		}
		tests := map[string]struct {
			after, limit int
			want         string
		}{
			"all":                         {0, 20, "g:1-2 g:3 g:4 g:5 g:6 g:7 g:8 g:9 g:10 g:11 g:12 "},
			"an append that reaches over": {1, 2, "g:1-2 g:3 "},
			"after it":                    {2, 2, "g:3 g:4 "},
			"the tail":                    {11, 20, "g:12 "},
			"the end":                     {12, 20, ""},
			"the future":                  {99, 20, ""},
		}
		for name, tt := range tests {
			page, err := h.LogPage(t.Context(), "g", tt.after, tt.limit)
			require.NoError(t, err)
			require.Equal(t, tt.want, string(page), name)
		}
		all, err := h.Log(t.Context(), "g", 3)
		require.NoError(t, err)
		require.Equal(t, "g:4 g:5 g:6 g:7 g:8 g:9 g:10 g:11 g:12 ", string(all), "without a limit")
		none, err := h.Log(t.Context(), "nobody", 0)
		require.NoError(t, err)
		require.Empty(t, none)
	})
}

func TestHeads(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		h.append(game("a"))
		h.append(game("b"))
		h.append(next("b", 3))
		ids := []string{"b"}
		for i := range 6000 { // more than one query takes
			ids = append(ids, fmt.Sprintf("nobody%d", i))
		}
		heads, err := h.Heads(t.Context(), append(ids, "a"))
		require.NoError(t, err)
		require.Equal(t, map[string]int{"a": 2, "b": 3}, heads)
		heads, err = h.Heads(t.Context(), nil)
		require.NoError(t, err)
		require.Empty(t, heads)
	})
}

func TestGames(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		for _, id := range []string{"c", "a", "b"} {
			h.append(game(id))
		}
		h.append(next("b", 3))
		other := game("other")
		other.Create.Creator, other.Create.Key = "tournament", "a"
		h.append(other)
		games := func(creator string, ids, keys []string) []record.Row {
			rows, err := h.Games(t.Context(), creator, ids, keys)
			require.NoError(t, err)
			return rows
		}
		both := games("matchmaking", []string{"b", "a", "b", "nobody"}, []string{"c", "b", "nobody"})
		require.Equal(t, []string{"a", "b", "c"}, ids(both))
		require.Equal(t, []int{3, 1}, []int{both[1].Seq, both[1].Ply})
		require.Equal(t, []string{"other"}, ids(games("tournament", nil, []string{"a", "b"})), "a key is its creator's")
		require.Equal(t, []string{"a"}, ids(games("tournament", []string{"a"}, nil)))
		require.Empty(t, games("matchmaking", nil, nil))
	})
}

// listed makes one game a second, with what each row says.
func listed(h *hall, id string, seconds float64, change func(*record.Append)) {
	h.t.Helper()
	a := game(id)
	a.Create.Created = at(seconds)
	change(&a)
	h.append(a)
}

func ids(rows []record.Row) []string {
	var out []string
	for _, r := range rows {
		out = append(out, r.ID)
	}
	return out
}

func TestListFilters(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		listed(h, "public", 1, func(*record.Append) {})
		listed(h, "link", 2, func(a *record.Append) { a.Create.Visibility = "link" })
		listed(h, "private", 3, func(a *record.Append) { a.Create.Visibility = "private" })
		listed(h, "morris", 4, func(a *record.Append) { a.Create.Game = "morris" })
		listed(h, "hotseat", 5, func(a *record.Append) { a.Create.Accounts = [2]string{ann, ann} })
		listed(h, "bot", 6, func(a *record.Append) { a.Create.Accounts, a.Create.Visibility = [2]string{ann, ""}, "link" })
		listed(h, "others", 7, func(a *record.Append) { a.Create.Accounts = [2]string{bob, eve} })
		listed(h, "over", 8, func(a *record.Append) { a.State.Status, a.State.Ended = "finished", at(9) })
		listed(h, "aborted", 9, func(a *record.Append) { a.State.Status, a.State.Ended = "aborted", at(9) })
		tests := map[string]struct {
			filter record.Filter
			want   []string
		}{
			"one's own":            {record.Filter{Account: ann, Viewer: ann}, []string{"aborted", "over", "bot", "hotseat", "morris", "private", "link", "public"}},
			"by a stranger":        {record.Filter{Account: ann, Viewer: "0198c0de-0000-7000-8000-00000000000f"}, []string{"aborted", "over", "hotseat", "morris", "public"}},
			"by nobody":            {record.Filter{Account: ann}, []string{"aborted", "over", "hotseat", "morris", "public"}},
			"by the other player":  {record.Filter{Account: ann, Viewer: bob}, []string{"aborted", "over", "hotseat", "morris", "private", "link", "public"}},
			"of a game":            {record.Filter{Account: ann, Viewer: ann, Game: "morris"}, []string{"morris"}},
			"running":              {record.Filter{Account: ann, State: "running"}, []string{"hotseat", "morris", "public"}},
			"ended":                {record.Filter{Account: ann, State: "ended"}, []string{"aborted", "over"}},
			"running, of a game":   {record.Filter{Account: bob, State: "running", Game: "morris"}, []string{"morris"}},
			"behind another":       {record.Filter{Account: ann, BeforeTime: at(5), BeforeID: "hotseat"}, []string{"morris", "public"}},
			"behind, with filters": {record.Filter{Account: ann, Game: "xiangqi", State: "ended", BeforeTime: at(9), BeforeID: "aborted"}, []string{"over"}},
			"of nobody":            {record.Filter{Account: "nobody", Viewer: ann}, nil},
		}
		for name, tt := range tests {
			tt.filter.Limit = 100
			rows, err := h.List(t.Context(), tt.filter)
			require.NoError(t, err)
			require.Equal(t, tt.want, ids(rows), name)
		}
	})
}

// Pages follow each other without gap or repeat, also where games began at
// once.
func TestListPages(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		const games = 17
		for i := range games {
			listed(h, fmt.Sprintf("g%02d", i), float64(i/5), func(*record.Append) {})
		}
		f := record.Filter{Account: ann, Viewer: eve, Limit: 4}
		var all []string
		for {
			rows, err := h.List(t.Context(), f)
			require.NoError(t, err)
			all = append(all, ids(rows)...)
			if len(rows) < f.Limit {
				break
			}
			last := rows[len(rows)-1]
			f.BeforeTime, f.BeforeID = last.Created(), last.ID
		}
		var want []string
		for i := games - 1; i >= 0; i-- {
			want = append(want, fmt.Sprintf("g%02d", i))
		}
		require.Equal(t, want, all)
	})
}

func TestDue(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		for id, deadline := range map[string]float64{"c": 30, "a": 20, "b": 25, "later": 40} {
			listed(h, id, 0, func(a *record.Append) { a.State.Deadline = at(deadline) })
		}
		listed(h, "over", 0, func(a *record.Append) { a.State.Status, a.State.Deadline = "finished", time.Time{} })
		due := func(before float64, limit int) (found []string) {
			rows, err := h.Due(t.Context(), at(before), limit)
			require.NoError(t, err)
			for _, d := range rows {
				found = append(found, fmt.Sprintf("%s %d %v", d.ID, d.Seq, d.Time().Sub(start)))
			}
			return found
		}
		require.Equal(t, []string{"a 2 20s", "b 2 25s", "c 2 30s"}, due(31, 10))
		require.Equal(t, []string{"a 2 20s", "b 2 25s"}, due(31, 2))
		require.Equal(t, []string{"a 2 20s"}, due(25, 10), "strictly before")
		require.Empty(t, due(20, 10))
		h.append(next("a", 3)) // which has a new deadline
		require.Equal(t, []string{"b 2 25s", "c 2 30s"}, due(31, 10))
	})
}
