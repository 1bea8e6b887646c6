package live_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/bus"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/gateway/internal/frame"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/live/livetest"
)

const cup = "Cup4Tourname"

func TestATournamentBeginsWhereTheReaderSays(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{Page: 7})
	hall.Tournaments.Begin(cup)
	hall.Tournaments.Join(cup, 20) // seq 21 is the last
	tests := map[string]struct {
		from     live.Place
		snapshot bool
		reset    bool
		want     []int32
	}{
		"nowhere":            {snapshot: true, want: []int32{21, 22, 23}},
		"the very beginning": {from: after(0), want: upTo(0, 23)},
		"somewhere":          {from: after(13), want: upTo(13, 23)},
		"the head":           {from: after(21), want: []int32{22, 23}},
		"the future":         {from: after(40), snapshot: true, reset: true, want: []int32{21, 22, 23}},
		"an unreadable id":   {from: live.Place{Unknown: true}, snapshot: true, reset: true, want: []int32{21, 22, 23}},
	}
	readers := map[string]*reader{}
	for name, tt := range tests {
		readers[name] = open(t, hall, "tournament:"+cup, nobody, tt.from)
	}
	hall.Tournaments.Join(cup, 1)
	hall.Tournaments.Finish(cup)
	for name, tt := range tests {
		frames := readers[name].next(len(tt.want) + 1)
		require.Equal(t, tt.want, seqs(frames[:len(tt.want)]), name)
		first, last := decode(t, frames[0]), decode(t, frames[len(tt.want)])
		require.Equal(t, tt.snapshot, first.Type == frame.TypeSnapshot, name)
		require.Equal(t, tt.reset, first.Reset, name)
		require.Equal(t, []any{"tournament:" + cup, cup}, []any{first.Stream, first.Data["tournamentId"]})
		require.Equal(t, frame.TypeEnd, last.Type, name)
		require.Equal(t, map[string]any{"reason": live.ReasonTournamentOver, "reconnect": false}, last.Data)
	}
}

// A tournament that is over is told whole and closed, wherever one begins.
func TestATournamentThatIsOver(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{Page: 4, Prizes: time.Nanosecond})
	hall.Tournaments.Begin(cup, &tournamentv1.Prize{FirstPlace: 1, LastPlace: 1, Coins: 5})
	hall.Tournaments.Join(cup, 8)
	hall.Tournaments.Finish(cup, &tournamentv1.Award{Rank: 1, Coins: 5}) // seq 10
	hall.Tournaments.Add(cup, &tournamentv1.TournamentEvent{Kind: &tournamentv1.TournamentEvent_PrizePaid{PrizePaid: &tournamentv1.PrizePaid{Coins: 5}}})
	const off = "Off4Tourname"
	hall.Tournaments.Begin(off, &tournamentv1.Prize{FirstPlace: 1, LastPlace: 1, Coins: 5})
	hall.Tournaments.Add(off, &tournamentv1.TournamentEvent{Kind: &tournamentv1.TournamentEvent_Cancelled{Cancelled: &tournamentv1.Cancelled{}}})
	tests := map[string]struct {
		id   string
		from live.Place
		want []int32
	}{
		"nowhere":                 {id: cup, want: []int32{11}},
		"the beginning":           {id: cup, from: after(0), want: upTo(0, 11)},
		"the end of play":         {id: cup, from: after(10), want: []int32{11}},
		"the last prize":          {id: cup, from: after(11), want: []int32{}},
		"cancelled, the outset":   {id: off, from: after(0), want: upTo(0, 2)},
		"cancelled, the end":      {id: off, from: after(2), want: []int32{}},
		"cancelled, as it stands": {id: off, want: []int32{2}},
	}
	for name, tt := range tests {
		frames := open(t, hall, "tournament:"+tt.id, nobody, tt.from).rest()
		require.Len(t, frames, len(tt.want)+1, name)
		require.Equal(t, tt.want, append([]int32{}, seqs(frames[:len(tt.want)])...), name)
		require.Equal(t, frame.TypeEnd, frames[len(tt.want)].Type, name)
	}
}

// Prizes are paid once a tournament has ended, and are told of for a while.
func TestPrizesFollowTheEndOfATournament(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{Prizes: time.Hour})
	hall.Tournaments.Begin(cup, &tournamentv1.Prize{FirstPlace: 1, LastPlace: 1, Coins: 5})
	r := open(t, hall, "tournament:"+cup, nobody, after(0))
	hall.Tournaments.Finish(cup, &tournamentv1.Award{Rank: 1, Coins: 5})
	require.Equal(t, []string{"created", "finished"}, types(r.next(2)))
	hall.Tournaments.Mute(true) // it is asked for
	hall.Tournaments.Add(cup, &tournamentv1.TournamentEvent{Kind: &tournamentv1.TournamentEvent_PrizePaid{PrizePaid: &tournamentv1.PrizePaid{Coins: 5}}})
	require.Equal(t, []string{"prizePaid"}, types(r.next(1)))
	late := open(t, hall, "tournament:"+cup, nobody, live.Place{})
	require.Equal(t, []string{"snapshot"}, types(late.next(1)))
	require.False(t, r.over || late.over)
}

// Whatever the bus loses is asked for.
func TestTournamentsWithoutTheBus(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	hall.Tournaments.Begin(cup)
	r := open(t, hall, "tournament:"+cup, hall.Player(), after(0))
	r.next(1)
	hall.Tournaments.Mute(true)
	hall.Tournaments.Join(cup, 2)
	hall.Tournaments.Mute(false)
	hall.Tournaments.Join(cup, 1)
	require.Equal(t, upTo(1, 4), seqs(r.next(3)))
	hall.NATS.Stop()
	hall.Tournaments.Mute(true)
	hall.Tournaments.Finish(cup)
	require.Equal(t, []string{"finished", "end"}, types(r.next(2)))
}

func TestThereIsNoSuchTournament(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	for _, name := range []string{"tournament:" + cup, "tournament:*", "tournament:>", "tournament:" + cup + ".x"} {
		_, err := tryOpen(t, hall, name, nobody, live.Place{})
		require.Equal(t, codes.NotFound, status.Code(err), name)
	}
	for _, name := range []string{"tournament:", "tournament", "tournaments:" + cup, "me:x", "lobby:"} {
		_, err := tryOpen(t, hall, name, nobody, live.Place{})
		require.ErrorIs(t, err, live.ErrUnknownStream, name)
	}
	require.Zero(t, hall.Hub.Streams())
}

// What a player has to play next comes once, and again with whatever is new of it.
func TestNextGamesComeAtOnce(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, seldom)
	player, other := hall.Player(), hall.Player()
	r := open(t, hall, "me", player, live.Place{})
	tell := func(c live.Caller, round int32, game string, start time.Time) {
		hall.Publish(bus.PlayerNews(c.Account), &tournamentv1.PlayerNews{PlayerId: c.Account, NextGame: &tournamentv1.NextGame{
			TournamentId: cup, Name: "Cup", Round: round, PairingId: "1.1", Side: "second", StartTime: timestamppb.New(start), GameId: game,
		}})
	}
	start := time.Now()
	tell(other, 1, "", start)
	tell(player, 1, "", start)
	tell(player, 1, "", start)
	tell(player, 1, "", start.Add(time.Minute))
	tell(player, 1, "7Kq2abcdefgh", start.Add(time.Minute))
	tell(player, 1, "7Kq2abcdefgh", start.Add(time.Minute))
	tell(player, 2, "", start.Add(time.Hour))
	frames := r.next(5)
	require.Equal(t, []string{"snapshot", "nextGame", "nextGame", "nextGame", "nextGame"}, types(frames))
	data := decode(t, frames[3]).Data
	require.Equal(t, []any{cup, "7Kq2abcdefgh", "second"}, []any{data["tournamentId"], data["gameId"], data["side"]})
	require.InDelta(t, 2, decode(t, frames[4]).Data["round"], 0)
}
