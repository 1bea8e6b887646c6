package events_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/timecontrol"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/game"
	"kydai.dev/services/referee/internal/record"
)

func encode(t *testing.T, g *game.Game, decided []game.Event, err error) record.Append {
	t.Helper()
	require.NoError(t, err)
	a, err := events.Codec{}.Encode(g, decided)
	require.NoError(t, err)
	require.Equal(t, g.ID(), a.GameID)
	require.Equal(t, decided[0].Seq, a.Seq)
	require.Equal(t, decided[len(decided)-1].Seq, a.LastSeq)
	return a
}

func summaryOf(t *testing.T, a record.Append) *refereev1.GameSummary {
	t.Helper()
	var all refereev1.GameSummaries
	require.NoError(t, proto.Unmarshal(a.Summary, &all))
	require.Len(t, all.GetSummaries(), 1)
	return all.GetSummaries()[0]
}

func TestAppendOfACreation(t *testing.T) {
	t.Parallel()
	created, err := order().Create(start)
	a := encode(t, game.New(id), created, err)
	require.Equal(t, record.State{Status: game.StatusRunning, AsOf: start, Deadline: at(30)}, a.State)
	settings, err := proto.Marshal(events.SettingsToProto(created[0].Kind.(game.Created).Settings))
	require.NoError(t, err)
	require.Equal(t, &record.NewGame{
		Creator: "matchmaking", Key: "k", Game: "xiangqi", Mode: "casual", Visibility: "public", Category: "rapid",
		Settings: settings, Accounts: [2]string{ann, bob}, Created: start,
	}, a.Create)
	set := events.SettingsToProto(created[0].Kind.(game.Created).Settings)
	require.Empty(t, cmp.Diff(&refereev1.GameSummary{
		GameId: id, Seq: 2, At: timestamppb.New(start), Change: "started", Game: "xiangqi", Seats: set.GetSeats(), Mode: "casual",
		Visibility: "public", Category: "rapid", TimeControl: set.GetTimeControl(), CreateTime: timestamppb.New(start),
		Creator: "matchmaking", CreationKey: "k",
	}, summaryOf(t, a), protocmp.Transform()))
}

func TestStateAfterAnAppend(t *testing.T) {
	t.Parallel()
	const accept = "accept"
	tests := map[string]struct {
		order  game.Order
		moves  []string
		decide func(g *game.Game) ([]game.Event, error)
		want   record.State
		change string
	}{
		"a move": {order(), []string{"h2e2"}, func(g *game.Game) ([]game.Event, error) {
			return g.Play(game.PlayMove{Account: bob, Ply: 2, Move: "h9g7"}, at(5))
		}, record.State{Ply: 2, Status: "running", AsOf: at(5), Deadline: at(65)}, ""},
		"a move of an untimed game": {with(func(o *game.Order) { o.Controls = [2]timecontrol.Control{} }), []string{"h2e2"}, func(g *game.Game) ([]game.Event, error) {
			return g.Play(game.PlayMove{Account: bob, Ply: 2, Move: "h9g7"}, at(5))
		}, record.State{Ply: 2, Status: "running", AsOf: at(5), Deadline: at(5).Add(game.IdleLimit)}, ""},
		"a move and an offer": {order(), []string{"h2e2"}, func(g *game.Game) ([]game.Event, error) {
			return g.Play(game.PlayMove{Account: bob, Ply: 2, Move: "h9g7", OfferDraw: true}, at(5))
		}, record.State{Ply: 2, Status: "running", AsOf: at(5), Deadline: at(65)}, ""},
		"an offer": {order(), []string{"h2e2"}, func(g *game.Game) ([]game.Event, error) {
			return g.Offer(ann, game.DrawOffer, "", at(5))
		}, record.State{Ply: 1, Status: "running", AsOf: at(1), Deadline: at(61)}, ""},
		"mate": {with(func(o *game.Order) { o.Start = "3k5/8R/9/9/9/9/9/9/R8/4K4 w - - 0 1" }), nil, func(g *game.Game) ([]game.Event, error) {
			return g.Play(game.PlayMove{Account: ann, Ply: 1, Move: "a1a9"}, at(5))
		}, record.State{Ply: 1, Status: "finished", Winner: "first", Reason: "checkmate", AsOf: at(5), Ended: at(5)}, "finished"},
		"an abort": {order(), []string{"h2e2"}, func(g *game.Game) ([]game.Event, error) {
			return g.AbortGame(bob, at(5))
		}, record.State{Ply: 1, Status: "aborted", Winner: "none", Reason: "aborted", AsOf: at(5), Ended: at(5)}, "finished"},
		"a flag": {order(), []string{"h2e2"}, func(g *game.Game) ([]game.Event, error) {
			return g.TimeOut(), nil
		}, record.State{Ply: 1, Status: "finished", Winner: "first", Reason: "timeout", AsOf: at(61), Ended: at(61)}, "finished"},
		"a downtime": {order(), []string{"h2e2"}, func(g *game.Game) ([]game.Event, error) {
			return g.Adjust(game.Downtime{From: at(2), To: at(5)}), nil
		}, record.State{Ply: 1, Status: "running", AsOf: at(4), Deadline: at(64)}, ""},
		"a pause": {paired(), []string{"h2e2"}, func(g *game.Game) ([]game.Event, error) {
			return g.Pause(game.Act{Reason: "x"}, at(5))
		}, record.State{Ply: 1, Status: "running", AsOf: at(1)}, ""},
		"an annulment": {order(), []string{"h2e2"}, func(g *game.Game) ([]game.Event, error) {
			return g.Void(game.Moderator{Name: "an", Role: "operator"}, "cheating", at(5))
		}, record.State{Ply: 1, Status: "void", Winner: "none", Reason: "void", AsOf: at(5), Ended: at(5)}, "voided"},
		"a take-back": {order(), []string{"h2e2", "h9g7", accept + game.TakebackOffer}, func(g *game.Game) ([]game.Event, error) {
			return g.Accept(ann, 5, "", at(5))
		}, record.State{Ply: 1, Status: "running", AsOf: at(5), Deadline: at(65)}, ""},
		"an agreed draw": {order(), []string{"h2e2", "h9g7", accept + game.DrawOffer}, func(g *game.Game) ([]game.Event, error) {
			return g.Accept(ann, 5, "", at(5))
		}, record.State{Ply: 2, Status: "finished", Winner: "none", Reason: "agreement", AsOf: at(5), Ended: at(5)}, "finished"},
		"an offer after the end": {order(), []string{"h2e2", "h9g7", "resign"}, func(g *game.Game) ([]game.Event, error) {
			return g.Offer(ann, game.RematchOffer, "", at(5))
		}, record.State{Ply: 2, Status: "finished", Winner: "first", Reason: "resignation", AsOf: at(4), Ended: at(4)}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := played(t, tt.order, tt.moves)
			decided, err := tt.decide(g)
			a := encode(t, g, decided, err)
			require.Equal(t, tt.want, a.State)
			require.Nil(t, a.Create)
			if tt.change == "" {
				require.Nil(t, a.Summary)
				return
			}
			s := summaryOf(t, a)
			require.Equal(t, tt.change, s.GetChange())
			require.EqualValues(t, a.LastSeq, s.GetSeq())
			require.EqualValues(t, tt.want.Ply, s.GetPly())
			require.Empty(t, cmp.Diff(events.ResultToProto(game.Result{
				Winner: rules.Winner(tt.want.Winner), Reason: tt.want.Reason, Status: tt.want.Status,
			}), s.GetResult(), protocmp.Transform()))
			require.Equal(t, tt.want.Ended, s.GetAt().AsTime())
			require.Equal(t, start, s.GetCreateTime().AsTime())
			require.Equal(t, "matchmaking", s.GetCreator())
			require.Equal(t, tt.order.Start != "", s.GetHandSet())
		})
	}
}

func paired() game.Order {
	return with(func(o *game.Order) {
		o.Creator, o.Tournament = game.Organiser, game.Tournament{ID: "cup", Round: 1, Board: 1, Game: 1}
	})
}

// After a pause downtimes count since it was over, whatever comes then.
func TestStateAfterAPause(t *testing.T) {
	t.Parallel()
	g, _ := begun(t, paired(), "h2e2")
	paused, err := g.Pause(game.Act{Reason: "x"}, at(5))
	require.NoError(t, err)
	require.NoError(t, g.Apply(paused...))
	resumed, err := g.Resume(game.Act{Reason: "x"}, at(105))
	a := encode(t, g, resumed, err)
	want := record.State{Ply: 1, Status: "running", AsOf: at(105), Deadline: at(161)}
	require.Equal(t, want, a.State)
	require.NoError(t, g.Apply(resumed...))
	offered, err := g.Offer(ann, game.DrawOffer, "", at(110))
	require.Equal(t, want, encode(t, g, offered, err).State)
	moved, err := g.Play(game.PlayMove{Account: bob, Ply: 2, Move: "h9g7"}, at(112))
	require.Equal(t, record.State{Ply: 2, Status: "running", AsOf: at(112), Deadline: at(172)}, encode(t, g, moved, err).State)
}

// played is a game after moves, of which the last can be an offer of bob's
// that waits to be accepted, or his resignation.
func played(t *testing.T, o game.Order, moves []string) *game.Game {
	t.Helper()
	if len(moves) < 3 {
		g, _ := begun(t, o, moves...)
		return g
	}
	g, _ := begun(t, o, moves[:2]...)
	var decided []game.Event
	var err error
	switch moves[2] {
	case "resign":
		decided, err = g.Resign(bob, "", at(4))
	default:
		decided, err = g.Offer(bob, moves[2][len("accept"):], "", at(4))
	}
	require.NoError(t, err)
	require.NoError(t, g.Apply(decided...))
	return g
}

func TestReplaySkipsWhatIsKnown(t *testing.T) {
	t.Parallel()
	_, log := begun(t, order(), "h2e2", "h9g7")
	data, err := events.Encode(id, log)
	require.NoError(t, err)
	g := game.New(id)
	for range 3 {
		require.NoError(t, events.Codec{}.Replay(g, data))
		require.Equal(t, 4, g.Seq())
	}
	require.Error(t, events.Codec{}.Replay(g, data[:len(data)-3]), "half a log is none")
}

// An untimed game has been idle since its last move, whatever was offered.
func TestOffersDoNotKeepAnUntimedGameAlive(t *testing.T) {
	t.Parallel()
	g, log := begun(t, with(func(o *game.Order) { o.Controls = [2]timecontrol.Control{} }), "h2e2")
	offered, err := g.Offer(ann, game.DrawOffer, "", at(100))
	require.NoError(t, err)
	require.NoError(t, g.Apply(offered...))
	declined, err := g.Decline(bob, 4, at(200))
	require.NoError(t, err)
	require.NoError(t, g.Apply(declined...))
	data, err := events.Encode(id, append(append(log, offered...), declined...))
	require.NoError(t, err)
	back := game.New(id)
	require.NoError(t, events.Codec{}.Replay(back, data))
	for _, g := range []*game.Game{g, back} {
		deadline, _ := g.Deadline()
		require.Equal(t, at(1).Add(game.IdleLimit), deadline)
	}
}

func BenchmarkReplay(b *testing.B) {
	for _, name := range []string{"xiangqi", "jungle", "morris", "draughts-brazilian", "draughts-international"} {
		b.Run(name, func(b *testing.B) { benchReplay(b, name) })
	}
}

// benchReplay measures what a game costs that is not in memory: its log is
// read and replayed (200 plies or as many as it had), the move is judged and
// encoded.
func benchReplay(b *testing.B, name string) {
	o := order()
	o.Game, o.Controls = name, [2]timecontrol.Control{}
	data, move := longGame(b, o)
	b.ReportAllocs()
	for b.Loop() {
		g := game.New(id)
		if err := (events.Codec{}).Replay(g, data); err != nil {
			b.Fatal(err)
		}
		if len(g.Legal()) == 0 {
			b.Fatal("no moves")
		}
		decided, err := g.Play(move, at(1000))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := (events.Codec{}).Encode(g, decided); err != nil {
			b.Fatal(err)
		}
	}
}

// longGame plays quietly for 200 plies and returns the log and a next move.
func longGame(b *testing.B, o game.Order) ([]byte, game.PlayMove) {
	best, last := []byte(nil), game.PlayMove{}
	longest := 0
	for seed := range 50 {
		g := game.New(id)
		log, err := o.Create(start)
		require.NoError(b, err)
		require.NoError(b, g.Apply(log...))
		for g.Ply() < 200 {
			legal := g.Legal()
			if len(legal) == 0 {
				break
			}
			m := game.PlayMove{
				Account: g.Settings().Seats[g.Position().Side()].Account, Ply: g.Ply() + 1, Move: legal[(seed*31+g.Ply()*17)%len(legal)],
			}
			decided, err := g.Play(m, start.Add(time.Duration(g.Ply())*time.Second))
			require.NoError(b, err)
			if g.Ply() > longest || best == nil {
				longest, last = g.Ply(), m
				best, err = events.Encode(id, log)
				require.NoError(b, err)
			}
			require.NoError(b, g.Apply(decided...))
			log = append(log, decided...)
		}
	}
	b.ReportMetric(float64(longest), "plies")
	return best, last
}

// Who annulled a game is kept beside the log, and told to nobody by it.
func TestWhoAnnulledIsNotInTheLog(t *testing.T) {
	t.Parallel()
	g := played(t, order(), []string{"h2e2"})
	decided, err := g.Void(game.Moderator{Name: "the moderator", Role: "mod"}, "cheating", at(5))
	require.NoError(t, err)
	a, err := events.Codec{}.Encode(g, decided)
	require.NoError(t, err)
	require.Equal(t, &record.Void{GameID: g.ID(), VoidedAt: at(5).UnixMicro(), Reason: "cheating", Operator: "the moderator", Caller: "mod"}, a.Void)
	require.NotContains(t, string(a.Events), "the moderator")
	require.NotContains(t, string(a.Summary), "the moderator")
	require.Contains(t, string(a.Events), "cheating")
}
