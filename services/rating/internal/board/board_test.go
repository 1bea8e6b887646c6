package board_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/rating/internal/board"
)

func player(n int) (id board.ID) {
	binary.BigEndian.PutUint64(id[8:], uint64(n))
	return id
}

// naive is a board that sorts and counts.
type naive map[board.ID]int

func (n naive) places() []board.Place {
	var all []board.Place
	for id, rating := range n {
		p := board.Place{Player: id, Rating: rating, Rank: 1}
		for _, other := range n {
			if other > rating {
				p.Rank++
			}
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b board.Place) int {
		return cmp.Or(b.Rating-a.Rating, slices.Compare(a.Player[:], b.Player[:]))
	})
	return all
}

func TestBoardAgainstSortingAndCounting(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b, want := board.New(), naive{}
		for range rapid.IntRange(0, 60).Draw(t, "changes") {
			e := board.Entry{
				Player: player(rapid.IntRange(0, 20).Draw(t, "player")), Rating: rapid.IntRange(0, 40).Draw(t, "rating") * rapid.SampledFrom([]int{0, 1, 50}).Draw(t, "scale"),
				Listed: rapid.IntRange(0, 5).Draw(t, "listed") > 0,
			}
			b.Set(e)
			delete(want, e.Player)
			if e.Listed {
				want[e.Player] = e.Rating
			}
		}
		all := want.places()
		require.Equal(t, len(all), b.Size())
		n := rapid.IntRange(1, 7).Draw(t, "n")
		me := player(rapid.IntRange(0, 20).Draw(t, "me"))
		var mine board.Place
		i := slices.IndexFunc(all, func(p board.Place) bool { return p.Player == me })
		if i >= 0 {
			mine = all[i]
		}

		var got []board.Place
		for v := b.Top(n, nil, me); ; v = b.Top(n, &got[len(got)-1], me) {
			require.Equal(t, mine, v.Me)
			require.Equal(t, len(all), v.Total)
			got = append(got, v.Places...)
			if !v.More {
				break
			}
			require.Len(t, v.Places, n)
		}
		require.Equal(t, all, got)

		around := b.Around(me, n)
		require.Equal(t, mine, around.Me)
		if i < 0 {
			require.Empty(t, around.Places)
			return
		}
		require.Equal(t, all[max(0, i-n):min(len(all), i+n+1)], around.Places)
	})
}

func TestPagesAreStableWhilePlayersMove(t *testing.T) {
	t.Parallel()
	b := board.New()
	for i := range 30 {
		b.Set(board.Entry{Player: player(i), Rating: 1000 - i/3, Listed: true})
	}
	first := b.Top(10, nil, board.ID{})
	last := first.Places[9]
	b.Set(board.Entry{Player: last.Player, Listed: false}, board.Entry{Player: player(29), Rating: 2000, Listed: true})
	second := b.Top(10, &last, board.ID{})
	require.Equal(t, player(10), second.Places[0].Player, "nobody is seen twice or passed over")
	require.Equal(t, player(19), second.Places[9].Player)
	v := b.Top(10, &board.Place{Player: player(5), Rating: 9999}, board.ID{})
	require.Equal(t, player(29), v.Places[0].Player, "a rating that nobody has any more")
}

// Twenty thousand players with one rating come and go in any order.
func TestManyPlayersWithOneRating(t *testing.T) {
	t.Parallel()
	const players = 20_000
	b := board.New()
	for i := range players {
		b.Set(board.Entry{Player: player(i * 7919 % players), Listed: true})
	}
	for i := range players {
		if i%3 > 0 {
			b.Set(board.Entry{Player: player(i * 104729 % players)})
		}
	}
	want := naive{}
	for i := range players {
		if i%3 == 0 {
			want[player(i*104729%players)] = 0
		}
	}
	var got []board.Place
	for v := b.Top(100, nil, board.ID{}); ; v = b.Top(100, &got[len(got)-1], board.ID{}) {
		got = append(got, v.Places...)
		if !v.More {
			break
		}
	}
	require.Len(t, got, len(want))
	for i, p := range got {
		_, ok := want[p.Player]
		require.True(t, ok)
		require.Equal(t, 1, p.Rank)
		require.True(t, i == 0 || bytes.Compare(got[i-1].Player[:], p.Player[:]) < 0)
	}
	middle := got[len(got)/2].Player
	require.Equal(t, got[len(got)/2-50:len(got)/2+51], b.Around(middle, 50).Places)
}
