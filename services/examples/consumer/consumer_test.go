package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/testkit"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// gameLog is a short game's.
func gameLog(id, kind, first, reason string) []*refereev1.GameEvent {
	ended := &refereev1.Result{Winner: "first", Reason: reason, Status: "finished"}
	return []*refereev1.GameEvent{
		{GameId: id, Seq: 1, Kind: &refereev1.GameEvent_Created{Created: &refereev1.GameCreated{Settings: &refereev1.Settings{Game: kind}}}},
		{GameId: id, Seq: 2, Kind: &refereev1.GameEvent_Started{Started: &refereev1.GameStarted{Side: "first"}}},
		{GameId: id, Seq: 3, Kind: &refereev1.GameEvent_Played{Played: &refereev1.MovePlayed{Ply: 1, Move: first}}},
		{GameId: id, Seq: 4, Kind: &refereev1.GameEvent_Played{Played: &refereev1.MovePlayed{Ply: 2, Move: "z"}}},
		{GameId: id, Seq: 5, Kind: &refereev1.GameEvent_Finished{Finished: &refereev1.GameFinished{Result: ended}}},
	}
}

// gameLogs are of many games, and what they come to.
func gameLogs() (events []*refereev1.GameEvent, want map[string]*counts) {
	for i := range 20 {
		events = append(events, gameLog(fmt.Sprintf("x%d", i), "xiangqi", "h2e2", "checkmate")...)
		events = append(events, gameLog(fmt.Sprintf("m%d", i), "morris", "d6", "few_stones")...)
	}
	return events, map[string]*counts{
		"xiangqi": {FirstMoves: map[string]int{"h2e2": 20}, Endings: map[string]int{"checkmate": 20}},
		"morris":  {FirstMoves: map[string]int{"d6": 20}, Endings: map[string]int{"few_stones": 20}},
	}
}

func TestEveryEventCountsOnceInWhateverOrder(t *testing.T) {
	t.Parallel()
	events, want := gameLogs()
	events = append(events, events...)
	path := filepath.Join(t.TempDir(), "ledger")
	l, err := openLedger(path)
	require.NoError(t, err)
	for i, at := range rand.New(rand.NewPCG(1, 2)).Perm(len(events)) {
		l.add(events[at])
		if i%50 == 0 { // a crash after each save
			require.NoError(t, l.save())
			l, err = openLedger(path)
			require.NoError(t, err)
		}
	}
	require.Equal(t, want, l.Counts)
}

func TestConsumerGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	b := server.Connect()
	require.NoError(t, b.EnsureStream(t.Context(), bus.StreamSpec{
		Name: bus.GameStream, Subjects: []string{bus.GameEvents("*"), bus.GameLifecycle("*")}, MaxAge: time.Hour, MaxBytes: 1 << 20,
	}))
	require.Equal(t, bus.GameStream, stream)
	require.Equal(t, subject, bus.GameEvents("*"))

	state := filepath.Join(t.TempDir(), "ledger")
	events, want := gameLogs()
	half := len(events) / 2
	for _, part := range [][]*refereev1.GameEvent{events[:half], events[half-20:]} {
		for shard, e := range part {
			payload, err := proto.Marshal(&refereev1.GameEvents{Events: []*refereev1.GameEvent{e}})
			require.NoError(t, err)
			require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: bus.GameEvents(bus.ShardName(shard % 4)), Payload: payload}))
		}
		require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: bus.GameEvents("0"), Payload: []byte("\xff")}))
		until(t, server.Config(), state, part[len(part)-1])
	}
	l, err := openLedger(state)
	require.NoError(t, err)
	require.Equal(t, want, l.Counts)
}

// until runs the consumer until it has counted an event.
func until(t *testing.T, cfg bus.Config, state string, last *refereev1.GameEvent) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var consumer errgroup.Group
	consumer.Go(func() error { return run(ctx, cfg.URL, cfg.User, cfg.PasswordFile, state) })
	require.Eventually(t, func() bool {
		l, err := openLedger(state)
		return err == nil && l.Games[last.GetGameId()] != nil && l.Games[last.GetGameId()].Seq == last.GetSeq()
	}, 30*time.Second, 10*time.Millisecond)
	stop()
	require.NoError(t, consumer.Wait())
}
