package rating_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/testkit"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
)

// names are what the players of a leaderboard are called, the caller last.
func (h *hall) names(ctx context.Context) []string {
	h.t.Helper()
	b := h.board(ctx, &ratingv1.GetLeaderboardRequest{})
	var names []string
	for _, e := range append(b.GetEntries(), b.GetMe()) {
		names = append(names, e.GetName())
	}
	return names
}

func TestPlayersOnLeaderboardsHaveNames(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	h.accounts.set(func() { h.accounts.away = true })
	h.tell(won("g1", 1, 2, secondIsGuest))
	h.settle()
	require.Equal(t, []string{"", ""}, h.names(h.as(2)), "with account away all but the names is there")

	h.accounts.set(func() { h.accounts.away = false })
	h.rename(1, "An", false)
	h.rename(2, "Bình", false)
	require.Equal(t, []string{"An", "Bình"}, h.names(h.as(2)))
	h.accounts.set(func() { h.accounts.away = true })
	require.Equal(t, []string{"An", "Bình"}, h.names(h.as(2)), "they are remembered")
	h.rename(1, "Ánh", true)
	require.Eventually(t, func() bool { return h.names(h.as(2))[0] == "Ánh" }, 20*time.Second, 5*time.Millisecond)
}
