package events_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/outbox"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/events"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/standings"
	"kydai.dev/services/tournament/internal/tourney"
)

func TestSummariesComeBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawn[record.Summary](t)
		s.Director = "" // lists don't tell
		data, err := events.Codec{}.EncodeSummary(s)
		require.NoError(t, err)
		got, err := events.Codec{}.DecodeSummary(data)
		require.NoError(t, err)
		require.Equal(t, s, got)
	})
}

func TestSettingsComeBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawn[tourney.Settings](t)
		data, err := events.Codec{}.EncodeSettings(s)
		require.NoError(t, err)
		got, err := events.Codec{}.DecodeSettings(data)
		require.NoError(t, err)
		require.Equal(t, s, got)
	})
}

// ranked are standings of n players who have met in n rounds.
func ranked(n int) record.Standings {
	s := record.Standings{Time: time.Unix(1e9, 0).UTC()}
	s.Round, s.Seq, s.TieBreaks = n, 1000, []string{"BH", "SB"}
	id := func(i int) string { return fmt.Sprintf("0190a000-0000-7000-8000-%012d", i%n) }
	for i := range n {
		p := tourney.Place{Rank: i + 1, Player: id(i), Name: fmt.Sprint("player ", i), Number: i + 1, State: tourney.Playing, Points: 25}
		for _, code := range s.TieBreaks {
			v := tourney.TieBreak{Code: code, Value: standings.Value{Number: 1225}}
			for round := range min(n, 11) {
				opponent := (i + round) % n
				item := standings.Item{Round: round + 1, Opponent: opponent + 1, What: "opponent's score", Value: 250, Amount: 125}
				if code == "SB" {
					item.Times = 50
				}
				v.Value.Items = append(v.Value.Items, item)
				v.Opponents = append(v.Opponents, id(opponent))
			}
			p.Values = append(p.Values, v)
		}
		s.Places = append(s.Places, p)
	}
	s.Places[0].Values[0].Value.Items[0] = standings.Item{What: "dummy", Value: -7, Cut: "lowest"}
	s.Places[0].Values[0].Opponents[0] = ""
	return s
}

// Standings come back as they were, and are kept small.
func TestStandingsComeBack(t *testing.T) {
	t.Parallel()
	s := ranked(60)
	data, err := events.Codec{}.EncodeStandings(s)
	require.NoError(t, err)
	got, err := events.Codec{}.DecodeStandings(data)
	require.NoError(t, err)
	require.Equal(t, s, got)
	require.Less(t, len(data), proto.Size(events.StandingsToProto("t", s))/5)
	_, err = events.Codec{}.DecodeStandings(data[:len(data)-10])
	require.Error(t, err)
}

func told(t *testing.T, m outbox.Message) *tournamentv1.TournamentEvents {
	t.Helper()
	var p tournamentv1.TournamentEvents
	require.NoError(t, proto.Unmarshal(m.Payload, &p))
	return &p
}

// Events are told to all, and the next game to each player.
func TestMessages(t *testing.T) {
	t.Parallel()
	a := record.Append{
		ID: "one", Summary: record.Summary{ID: "one", Name: "Cúp"},
		Events: []tourney.Event{{Seq: 2, Kind: tourney.Opened{}}, {Seq: 3, Kind: tourney.Played{}}},
		News:   []tourney.NextGame{{Player: "me", Round: 2, Pairing: tourney.PairingID{Round: 2, Board: 7}, Opponent: "you", Side: tourney.SecondSide, GameID: "g"}},
	}
	msgs, err := events.Codec{}.Messages(t.Context(), a)
	require.NoError(t, err)
	require.Len(t, msgs, 2)
	require.Equal(t, "kydai.tournament.v1.events.one", msgs[0].Subject)
	require.Equal(t, "kydai.tournament.v1.TournamentEvents", msgs[0].Type)
	all := told(t, msgs[0]).GetEvents()
	require.Len(t, all, 2)
	require.Equal(t, "one", all[1].GetTournamentId())
	require.EqualValues(t, 3, all[1].GetSeq())
	require.Equal(t, "kydai.tournament.v1.player.me", msgs[1].Subject)
	require.Equal(t, "kydai.tournament.v1.PlayerNews", msgs[1].Type)
	var news tournamentv1.PlayerNews
	require.NoError(t, proto.Unmarshal(msgs[1].Payload, &news))
	require.True(t, proto.Equal(&tournamentv1.PlayerNews{PlayerId: "me", NextGame: &tournamentv1.NextGame{
		TournamentId: "one", Name: "Cúp", Round: 2, PairingId: "2.7", OpponentId: "you", Side: "second", GameId: "g",
	}}, &news), &news)
	require.Equal(t, bus.Shard("one", events.Lanes), msgs[0].Lane)
}

// What one append tells of thousands of players does not become too long for NATS.
func TestLongAppendsAreToldInParts(t *testing.T) {
	t.Parallel()
	players := make([]string, 5000)
	for i := range players {
		players[i] = fmt.Sprintf("0190a000-0000-7000-8000-%012d", i)
	}
	a := record.Append{ID: "one"}
	for seq := range 5 {
		a.Events = append(a.Events, tourney.Event{Seq: seq + 1, Kind: tourney.Numbered{Players: players}})
	}
	a.Events = append(a.Events, tourney.Event{Seq: 6, Kind: tourney.Played{}})
	msgs, err := events.Codec{}.Messages(t.Context(), a)
	require.NoError(t, err)
	seq := int32(0)
	for _, m := range msgs {
		require.Less(t, len(m.Payload), 1<<19)
		for _, e := range told(t, m).GetEvents() {
			seq++
			require.Equal(t, seq, e.GetSeq())
		}
	}
	require.EqualValues(t, 6, seq)
	none, err := events.Codec{}.Messages(t.Context(), record.Append{ID: "one"})
	require.NoError(t, err)
	require.Empty(t, none, "a chore alone tells nothing")
}
