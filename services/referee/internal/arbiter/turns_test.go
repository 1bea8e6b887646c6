package arbiter_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/testkit"
	"kydai.dev/pkg/timecontrol"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/game"
)

// practice is a game of ann, who begins, against the engine.
func practice(key string) game.Order {
	control := timecontrol.Control{Preset: "10+5"}
	return game.Order{
		Creator: ann, Key: key, Game: "xiangqi", Seats: &[2]game.Seat{{Account: ann}, {Bot: "3"}},
		Spectators: game.Spectators{Allowed: true}, Controls: [2]timecontrol.Control{control, control},
	}
}

// turns are the engine's turns that wait in the outbox, by game.
func (r *replica) turns(t testing.TB, id string) (turns []*refereev1.BotTurn) {
	t.Helper()
	var payloads [][]byte
	require.NoError(t, r.db.Read().Table("outbox").Where("subject = ?", bus.GameTurn(id)).Order("id").Pluck("payload", &payloads).Error)
	for _, p := range payloads {
		turn := &refereev1.BotTurn{}
		require.NoError(t, proto.Unmarshal(p, turn))
		turns = append(turns, turn)
	}
	return turns
}

// waiting lists the games in which the engine has something to do.
func (r *replica) waiting(t testing.TB) (ids []string) {
	t.Helper()
	require.NoError(t, r.Turns(t.Context(), 100, func(g *game.Game, _ game.Turn) { ids = append(ids, g.ID()) }))
	return ids
}

// The turn is told in the transaction that makes it the engine's, by moves,
// take-backs and offers, and by nothing else.
func TestEnginesTurnsAreTold(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		r := h.replicas[0]
		first := practice("first")
		first.Seats = &[2]game.Seat{{Bot: "3"}, {Account: ann}}
		begun := r.create(t, first)
		require.Len(t, r.turns(t, begun), 1, "the engine begins")

		id := r.create(t, practice("second"))
		require.Empty(t, r.turns(t, id))
		require.Equal(t, []string{begun}, r.waiting(t))
		h.until(at(1))
		r.play(t, id, 1)
		turn := r.turns(t, id)[0]
		require.Equal(t, []any{"xiangqi", "3", "second", int32(2), int32(3), true, int32(0)},
			[]any{turn.GetGame(), turn.GetLevel(), turn.GetSide(), turn.GetPly(), turn.GetSeq(), turn.GetToMove(), turn.GetOfferId()})
		require.Equal(t, opening[:1], turn.GetMoves())
		require.NotNil(t, turn.GetClock().GetDeadline())
		require.Equal(t, "10+5", turn.GetTimeControl().GetPreset())
		require.Equal(t, []string{begun, id}, r.waiting(t))

		_, err := r.Play(t.Context(), id, game.PlayMove{Account: game.Engine, Ply: 2, Move: opening[1], AfterSeq: 3})
		require.NoError(t, err)
		require.Equal(t, []string{begun}, r.waiting(t))
		_, err = r.Hint(t.Context(), id, ann, at(1), func(*game.Game) {})
		require.NoError(t, err)
		require.Len(t, r.turns(t, id), 1, "a hint is nothing to the engine")
		offer, err := r.Offer(t.Context(), id, ann, game.DrawOffer, 0, at(1))
		require.NoError(t, err)
		require.EqualValues(t, offer.Event.Seq, r.turns(t, id)[1].GetOfferId())
		require.False(t, r.turns(t, id)[1].GetToMove())
		_, err = r.Accept(t.Context(), id, game.Engine, offer.Event.Seq, at(1))
		require.NoError(t, err)
		require.Equal(t, []string{begun}, r.waiting(t), "the game is over")
	})
}

// The most urgent turn is listed first; who has no clock, or much time, grows urgent as
// he waits.
func TestTheMostUrgentTurnsAreListedFirst(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		r := h.replicas[0]
		begin := func(key string, bank time.Duration) string {
			o, control := practice(key), timecontrol.Control{Bank: bank}
			o.Seats, o.Controls = &[2]game.Seat{{Bot: "3"}, {Account: ann}}, [2]timecontrol.Control{control, control}
			return r.create(t, o)
		}
		pressed := begin("pressed", 3*time.Minute)
		h.until(at(165))
		untimed := begin("untimed", 0)
		h.until(at(168))
		slow := begin("slow", time.Hour)
		h.until(at(170))
		require.Equal(t, []string{pressed, untimed, slow}, r.waiting(t), "it waits for long")
		_, err := r.Play(t.Context(), pressed, game.PlayMove{Account: game.Engine, Ply: 1, Move: opening[0], AfterSeq: 2})
		require.NoError(t, err)
		_, err = r.Play(t.Context(), pressed, game.PlayMove{Account: ann, Ply: 2, Move: opening[1]})
		require.NoError(t, err)
		require.Equal(t, []string{pressed, untimed, slow}, r.waiting(t), "it has 10 s left")
		h.until(at(171))
		late := begin("late", time.Hour)
		require.Equal(t, []string{pressed, untimed, slow, late}, r.waiting(t))
	})
}

// queue is a work queue of turns in a NATS of its own.
func queue(t *testing.T) (server *testkit.Server, b *bus.Bus, q events.Queue) {
	t.Helper()
	server = testkit.NATSServer(t)
	b = server.Connect()
	require.NoError(t, b.EnsureStream(t.Context(), bus.StreamSpec{
		Name: bus.TurnStream, Subjects: []string{bus.GameTurn("*")}, WorkQueue: true, PerSubject: 1, MaxAge: time.Hour, MaxBytes: 1 << 20,
	}))
	return server, b, events.Queue{Bus: b}
}

// Two replicas look for turns that are lost: each is issued again once, and later
// the next time.
func TestTurnsAreIssuedAgainByOneReplica(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		_, _, q := queue(t)
		r := h.replicas[0]
		id := r.create(t, practice("k"))
		r.play(t, id, 1)
		audit := func() {
			var both errgroup.Group
			for _, replica := range h.replicas {
				both.Go(func() error { return replica.AuditTurns(t.Context(), q) })
			}
			require.NoError(t, both.Wait())
		}
		audit()
		require.Len(t, r.turns(t, id), 1, "it is not due")
		h.until(at(4.5))
		audit()
		require.Len(t, r.turns(t, id), 2)
		audit()
		require.Len(t, r.turns(t, id), 2)
		h.until(at(8.9))
		audit()
		require.Len(t, r.turns(t, id), 2, "4.5 s more are due after 4.5 s")
		h.until(at(9.5))
		audit()
		require.Len(t, r.turns(t, id), 3)

		_, err := h.replicas[1].Play(t.Context(), id, game.PlayMove{Account: game.Engine, Ply: 2, Move: opening[1], AfterSeq: 3})
		require.NoError(t, err)
		h.until(at(60))
		audit()
		require.Len(t, r.turns(t, id), 3, "it has been answered")
	})
}

// A turn that waits in the queue keeps its place there, however long it waits. One
// that the queue has no longer, or that is spoilt, is issued again, and so is
// everything while the queue can't be asked.
func TestTurnsKeepTheirPlaceInTheQueue(t *testing.T) {
	t.Parallel()
	server, b, q := queue(t)
	h := sqlite(t)
	r := h.replicas[0]
	id := r.create(t, practice("k"))
	r.play(t, id, 1)
	now, issued := 0.0, 1
	later := func(again int, why string) {
		t.Helper()
		now += 100 // more than it is ever put off
		h.until(at(now))
		require.NoError(t, r.AuditTurns(t.Context(), q))
		issued += again
		require.Len(t, r.turns(t, id), issued, why)
	}
	publish := func(payload []byte) {
		t.Helper()
		require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: bus.GameTurn(id), Payload: payload}))
	}
	told, err := proto.Marshal(r.turns(t, id)[0])
	require.NoError(t, err)
	publish(told)
	later(0, "it waits")
	later(0, "it waits")
	publish([]byte("garbage"))
	later(1, "something else lies in its place")
	older := r.turns(t, id)[0]
	older.Seq--
	data, err := proto.Marshal(older)
	require.NoError(t, err)
	publish(data)
	later(1, "it is an older one")
	publish(told)
	stream, err := server.JetStream().Stream(t.Context(), bus.TurnStream)
	require.NoError(t, err)
	later(0, "it waits")
	require.NoError(t, stream.Purge(t.Context()))
	later(1, "it is gone")
	publish(told)
	server.Stop()
	later(1, "nobody knows")
}

// A job that comes twice, late, or for what was taken back is harmless.
func TestRepeatedAndOutdatedTurnsAreHarmless(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.replicas[0].create(t, practice("k"))
		h.replicas[0].play(t, id, 1)
		answer := game.PlayMove{Account: game.Engine, Ply: 2, Move: opening[1], AfterSeq: 3}
		first, err := h.replicas[0].Play(t.Context(), id, answer)
		require.NoError(t, err)
		again, err := h.replicas[1].Play(t.Context(), id, answer)
		require.NoError(t, err)
		requireSame(t, first, again)
		answer.Move = "b9c7"
		_, err = h.replicas[1].Play(t.Context(), id, answer)
		requireReason(t, "PLY_TAKEN", err)
		_, err = h.replicas[0].Offer(t.Context(), id, ann, game.TakebackOffer, 0, at(1))
		require.NoError(t, err)
		_, err = h.replicas[1].Play(t.Context(), id, answer)
		requireReason(t, "REWOUND", err)
		_, err = h.replicas[0].Play(t.Context(), id, game.PlayMove{Account: ann, Ply: 1, Move: "b2e2"})
		require.NoError(t, err)
		_, err = h.replicas[1].Play(t.Context(), id, answer)
		requireReason(t, "REWOUND", err)
	})
}

// An accepted rematch is a game of its own with the sides changed.
func TestTheEngineBeginsTheRematch(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		r := h.replicas[0]
		id := r.create(t, practice("k"))
		_, err := r.Resign(t.Context(), id, ann, "", at(1))
		require.NoError(t, err)
		st, err := r.Offer(t.Context(), id, ann, game.RematchOffer, 0, at(2))
		require.NoError(t, err)
		again, err := h.replicas[1].Offer(t.Context(), id, ann, game.RematchOffer, 0, at(3))
		require.NoError(t, err)
		require.Equal(t, st.Rematch, again.Rematch)
		require.Len(t, r.turns(t, st.Rematch), 1)
		require.Equal(t, []string{"created", "started", "finished", "offered", "answered"}, r.kinds(t, id))
	})
}
