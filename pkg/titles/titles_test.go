package titles_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/texts"
	"kydai.dev/pkg/titles"
)

func TestTitlesAndStarsOfRatings(t *testing.T) {
	t.Parallel()
	tests := map[int]struct {
		id    string
		stars int
	}{
		0: {"nhap_mon", 1}, 50: {"nhap_mon", 1}, 51: {"nhap_mon", 2}, 250: {"nhap_mon", 5},
		251: {"ky_do", 1}, 300: {"ky_do", 1}, 301: {"ky_do", 2}, 401: {"ky_do", 4}, 450: {"ky_do", 4}, 500: {"ky_do", 5},
		501: {"ky_thu", 1}, 600: {"ky_thu", 1}, 601: {"ky_thu", 2}, 900: {"ky_thu", 4}, 901: {"ky_thu", 5}, 1000: {"ky_thu", 5},
		1001: {"ky_vuong", 1}, 1300: {"ky_vuong", 3}, 1500: {"ky_vuong", 5},
		1501: {"ky_thanh", 1}, 1901: {"ky_thanh", 5}, 2000: {"ky_thanh", 5},
		2001: {"doc_co_cau_bai", 0}, 9999: {"doc_co_cau_bai", 0},
	}
	for rating, want := range tests {
		title, stars := titles.Of(rating)
		require.Equal(t, want.id, title.ID, "%d", rating)
		require.Equal(t, want.stars, stars, "%d", rating)
	}
}

func TestEveryTitleIsWholeAndHasStarsOfEqualParts(t *testing.T) {
	t.Parallel()
	next := 0
	for _, title := range titles.All() {
		require.Equal(t, next, title.From, title.ID)
		next = title.To + 1
		_, named := texts.Name(texts.Vietnamese, texts.Titles, title.ID)
		require.True(t, named, title.ID)
		if title.Ranked() {
			continue
		}
		ratings := map[int]int{}
		for rating := title.From; rating <= title.To; rating++ {
			got, stars := titles.Of(rating)
			require.Equal(t, title, got, "%d", rating)
			ratings[stars]++
		}
		require.Len(t, ratings, titles.Stars, title.ID)
		part := (title.To - title.From + 1) / titles.Stars
		for stars, n := range ratings {
			require.Contains(t, []int{part, part + 1}, n, "%s, %d stars", title.ID, stars)
		}
	}
	require.True(t, titles.All()[len(titles.All())-1].Ranked())
}
