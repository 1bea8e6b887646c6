package record_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/tournament/internal/events"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// story is a tournament and what its decisions are stored as.
type story struct {
	t     *testing.T
	state *tourney.Tournament
	last  record.Append
	log   []tourney.Event // as it is read back
}

func (s *story) take(d tourney.Decision, err error) {
	s.t.Helper()
	require.NoError(s.t, err)
	for _, e := range d.Events {
		s.state.Apply(e)
		data, err := events.Codec{}.EncodeEvent(e)
		require.NoError(s.t, err)
		stored, err := events.Codec{}.DecodeEvent(data)
		require.NoError(s.t, err)
		s.log = append(s.log, stored)
	}
	s.last, err = record.Decided(s.state, d)
	require.NoError(s.t, err)
	require.Equal(s.t, s.state.Seq(), s.last.Summary.Seq)
	require.Equal(s.t, s.last.After+len(d.Events), s.last.Summary.Seq)
}

// begun is a Swiss of four players whose first round has begun.
func begun(t *testing.T) *story {
	d, err := tourney.New("cup", tourney.Settings{
		Name: "Cúp", Game: "xiangqi", Control: timecontrol.Control{Preset: "3+3"}, Format: tourney.SwissSystem, Rounds: 1, Start: noon,
		Registration: tourney.Registration{MostPlayers: 16},
	}, "series", tourney.Act{Actor: "director", Now: noon.Add(-time.Hour)})
	require.NoError(t, err)
	s := &story{t: t}
	s.state, err = tourney.Replay("cup", nil)
	require.NoError(t, err)
	s.take(d, nil)
	require.Zero(t, s.last.After)
	require.Equal(t, noon, s.last.Due)
	for _, player := range []string{"a", "b", "c", "d"} {
		s.take(s.state.Join(tourney.Candidate{Player: player, Name: player}, tourney.Act{Actor: player, Now: noon.Add(-time.Minute)}))
	}
	require.Empty(t, s.last.News)
	s.take(s.state.Tick(noon, 7))
	return s
}

// An append sums its tournament up, and tells each player of the next game: all where a
// round was paired, and two where their game is there.
func TestDecided(t *testing.T) {
	t.Parallel()
	s := begun(t)
	require.Equal(t, record.Summary{
		ID: "cup", Seq: s.state.Seq(), Status: tourney.Running, Name: "Cúp", Game: "xiangqi", Mode: tourney.Casual,
		Control: s.state.Settings().Control, Category: s.state.Category(), Format: tourney.SwissSystem, Rounds: 1, Round: 1,
		Players: 4, MostPlayers: 16, Start: noon, Series: "series", Director: "director",
	}, s.last.Summary)
	require.Len(t, s.last.News, 4)
	require.Len(t, s.last.Chores, 2)
	chores := s.last.Chores
	for i, c := range chores {
		s.take(s.state.GameMade(c.Kind.(tourney.MakeGame), c.Key, noon))
		m := c.Kind.(tourney.MakeGame)
		var told []string
		for _, n := range s.last.News {
			require.Equal(t, c.Key, n.GameID)
			told = append(told, n.Player)
		}
		require.ElementsMatch(t, []string{m.First, m.Second}, told, i)
	}
	for _, c := range chores {
		m := c.Kind.(tourney.MakeGame)
		require.Empty(t, s.last.Standings)
		s.take(s.state.EnterResult(tourney.GameEnd{
			Pairing: m.Pairing, Number: m.Number, GameID: c.Key, First: m.First, Second: m.Second, Result: tourney.FirstWins, Reason: "checkmate",
		}, noon.Add(time.Hour)))
	}
	require.Len(t, s.last.Standings, 1)
	require.Equal(t, 1, s.last.Standings[0].Round)
	require.Len(t, s.last.Standings[0].Places, 4)
	require.Equal(t, noon.Add(time.Hour), s.last.Standings[0].Time)
	require.Equal(t, tourney.Ended, s.last.Summary.Status)
	require.Equal(t, record.Place{Time: noon.Add(time.Hour), ID: "cup"}, s.last.Summary.Place())
	require.Equal(t, record.Place{Time: noon, ID: "cup"}, record.Own{Summary: s.last.Summary}.Place())
	require.True(t, s.last.Due.IsZero())
	replayed, err := tourney.Replay("cup", s.log)
	require.NoError(t, err)
	require.Equal(t, s.state, replayed, "the log as stored is the tournament")
}
