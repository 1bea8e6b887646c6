package live_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/gateway/internal/frame"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/live/livetest"
)

func reasonOf(err error) string {
	if e, ok := errs.FromStatus(err); ok {
		return e.Reason
	}
	return errs.Reason(err)
}

// games are the games of an account's snapshot.
func games(t *testing.T, f *frame.Frame) []string {
	t.Helper()
	require.Equal(t, frame.TypeSnapshot, f.Type)
	list, ok := decode(t, f).Data["games"].([]any)
	require.True(t, ok)
	ids := []string{}
	for _, g := range list {
		ids = append(ids, g.(map[string]any)["gameId"].(string)) //nolint:forcetypeassert // the test fails either way
	}
	return ids
}

func TestAccountHearsOfItsOwnGames(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		before, after func(hall *livetest.Hall)
	}{
		"with the bus":    {},
		"without the bus": {before: func(hall *livetest.Hall) { hall.NATS.Stop() }, after: func(hall *livetest.Hall) { hall.NATS.Start() }},
		"with a message lost": {before: func(hall *livetest.Hall) {
			hall.Referee.Drop(4) // events and starts of two games
		}, after: func(hall *livetest.Hall) {
			hall.Referee.NewGame("x", "y", 0) // shows that something was lost
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hall := livetest.Start(t, live.Config{})
			player, other := hall.Player(), hall.Player()
			running := hall.Referee.NewGame(player.Account, other.Account, 0)
			hall.Referee.Finish(hall.Referee.NewGame(player.Account, other.Account, 0), time.Now())
			require.NoError(t, hall.Referee.Sent(t.Context()))
			r := open(t, hall, "me", player, live.Place{})
			require.Equal(t, []string{running}, games(t, r.next(1)[0]))
			known := hall.Referee.NewGame(player.Account, "x", 0)
			require.Equal(t, known, decode(t, r.next(1)[0]).Data["gameId"])

			if tt.before != nil {
				tt.before(hall)
			}
			hall.Referee.NewGame(other.Account, "x", 0)
			next := hall.Referee.NewGame(other.Account, player.Account, 0)
			if tt.after != nil {
				tt.after(hall)
			}
			hall.Referee.Finish(running, time.Now())
			ends := map[string]string{}
			for _, f := range r.next(2) {
				ends[decode(t, f).Data["gameId"].(string)] = f.Type //nolint:forcetypeassert // the test fails either way
				require.Zero(t, decode(t, f).Seq)
			}
			require.Equal(t, "gameStarted", ends[next])
			require.Equal(t, "gameFinished", ends[running])
		})
	}
}
