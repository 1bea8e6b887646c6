package live_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/bus"
	"kydai.dev/services/gateway/internal/frame"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/live/livetest"
)

var nobody = live.Caller{}

func TestStreamBeginsWhereTheReaderSays(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{Page: 7})
	id := hall.Referee.NewGame("a", "b", 0)
	hall.Referee.Play(id, 30) // seq 32 is the last
	tests := map[string]struct {
		from     live.Place
		snapshot bool
		reset    bool
		want     []int32
	}{
		"nowhere":            {snapshot: true, want: []int32{32, 33}},
		"the very beginning": {from: after(0), want: upTo(0, 33)},
		"somewhere":          {from: after(13), want: upTo(13, 33)},
		"the head":           {from: after(32), want: []int32{33}},
		"the future":         {from: after(40), snapshot: true, reset: true, want: []int32{32, 33}},
		"an unreadable id":   {from: live.Place{Unknown: true}, snapshot: true, reset: true, want: []int32{32, 33}},
	}
	readers := map[string]*reader{}
	for name, tt := range tests {
		readers[name] = open(t, hall, "game:"+id, nobody, tt.from)
	}
	hall.Referee.Play(id, 1)
	for name, tt := range tests {
		frames := readers[name].next(len(tt.want))
		require.Equal(t, tt.want, seqs(frames), name)
		first := decode(t, frames[0])
		require.Equal(t, tt.snapshot, first.Type == frame.TypeSnapshot, name)
		require.Equal(t, tt.reset, first.Reset, name)
		require.Equal(t, "game:"+id, first.Stream)
		require.Equal(t, id, first.Data["gameId"])
	}
}

func TestReconnectsAfterRandomCutsGiveTheLog(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{Page: 9})
	id := hall.Referee.NewGame("a", "b", 0)
	played := make(chan struct{})
	go func() {
		defer close(played)
		for range 600 {
			hall.Referee.Play(id, 1)
		}
	}()
	var got []int32
	last := int32(0)
	for range 100 {
		r := open(t, hall, "game:"+id, nobody, after(last))
		got = append(got, seqs(r.next(1+rand.IntN(6)))...)
		last = got[len(got)-1]
		r.stream.Close()
	}
	<-played
	r := open(t, hall, "game:"+id, nobody, after(last))
	got = append(got, seqs(r.next(602-int(last)))...)
	require.Equal(t, upTo(0, 602), got)
}

func TestNothingIsLostHoweverTheBusFails(t *testing.T) {
	t.Parallel()
	tests := map[string]func(hall *livetest.Hall, id string){
		"nothing fails":       func(hall *livetest.Hall, id string) { hall.Referee.Play(id, 20) },
		"NATS goes and comes": natsGoes,
		"the referee is cut off": func(hall *livetest.Hall, id string) {
			hall.Referee.Mute(true)
			hall.Referee.Play(id, 20)
		},
		"the last message is lost": func(hall *livetest.Hall, id string) {
			hall.Referee.Drop(1)
			hall.Referee.Play(id, 20)
		},
		"messages between are lost": func(hall *livetest.Hall, id string) {
			for range 5 {
				hall.Referee.Play(id, 3)
				hall.Referee.Drop(2)
			}
			hall.Referee.Play(id, 5)
		},
	}
	for name, fail := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hall := livetest.Start(t, live.Config{Shards: 3})
			id := hall.Referee.NewGame("a", "b", 0)
			first := open(t, hall, "game:"+id, nobody, after(0))
			require.Equal(t, upTo(0, 2), seqs(first.next(2)))
			fail(hall, id)
			require.Equal(t, upTo(2, 22), seqs(first.next(20)))
			second := open(t, hall, "game:"+id, nobody, after(10))
			require.Equal(t, upTo(10, 22), seqs(second.next(12)))
		})
	}
}

func natsGoes(hall *livetest.Hall, id string) {
	hall.Referee.Play(id, 5)
	hall.NATS.Stop()
	hall.Referee.Play(id, 5)
	hall.NATS.Start()
	hall.Referee.Play(id, 10)
}

func TestStreamOpenedWhileNATSIsAway(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	id := hall.Referee.NewGame("a", "b", 0)
	hall.NATS.Stop()
	r := open(t, hall, "game:"+id, nobody, after(0))
	require.Equal(t, upTo(0, 2), seqs(r.next(2)))
	hall.Referee.Play(id, 3)
	require.Equal(t, upTo(2, 5), seqs(r.next(3)), "without the bus")
	hall.NATS.Start()
	for seq := int32(5); seq < 205; seq += 20 {
		hall.Referee.Play(id, 20)
		require.Equal(t, upTo(seq, seq+20), seqs(r.next(20)), "while it comes back")
	}
}

func TestSlowReaderIsToldAndResumes(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{Buffer: 8})
	id := hall.Referee.NewGame("a", "b", 0)
	slow := open(t, hall, "game:"+id, nobody, after(0))
	quick := open(t, hall, "game:"+id, nobody, after(2))
	require.Len(t, slow.next(2), 2)
	for range 20 {
		hall.Referee.Play(id, 1)
		quick.next(1)
	}
	frames := slow.rest()
	require.Equal(t, []string{frame.TypeLagged}, types(frames))
	require.Equal(t, int32(2), frames[0].Seq)
	again := open(t, hall, "game:"+id, nobody, after(2))
	require.Equal(t, upTo(2, 22), seqs(again.next(20)))
}

func TestSpectatorsSeeTheGameLate(t *testing.T) {
	t.Parallel()
	const delay = 300 * time.Millisecond
	hall := livetest.Start(t, live.Config{Buffer: 8, Page: 5})
	player := hall.Player()
	id := hall.Referee.NewGame(player.Account, "b", delay)
	spectator := open(t, hall, "game:"+id, nobody, live.Place{})
	at := open(t, hall, "game:"+id, player, after(0))
	require.Equal(t, upTo(0, 2), seqs(at.next(2)))
	for seq := int32(2); seq < 32; seq++ { // more than the buffer holds
		hall.Referee.Play(id, 1)
		require.Equal(t, upTo(seq, seq+1), seqs(at.next(1)), "a player sees the head")
	}
	frames := spectator.next(33)
	require.Equal(t, append([]int32{0}, upTo(0, 32)...), seqs(frames))
	for i, e := range hall.Referee.Log(id) {
		require.Equal(t, e.GetSeq(), frames[i+1].Seq)
	}
	last := frames[32]
	require.False(t, time.Now().Before(last.At.Add(delay)), "the delay holds for every frame")
}

func TestStreamsEnd(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{Linger: 50 * time.Millisecond})
	player := hall.PlayerUntil(time.Now().Add(time.Second))
	running := hall.Referee.NewGame("a", "b", 0)
	ending := hall.Referee.NewGame("a", "b", 0)
	ended := hall.Referee.NewGame("a", "b", 0)
	hall.Referee.Finish(ended, time.Now().Add(-time.Hour))
	tests := map[string]struct {
		reader    *reader
		frames    int
		reason    string
		reconnect bool
	}{
		"game over":      {open(t, hall, "game:"+ending, nobody, after(0)), 3, live.ReasonGameOver, false},
		"long over":      {open(t, hall, "game:"+ended, nobody, after(1)), 2, live.ReasonGameOver, false},
		"long over, all": {open(t, hall, "game:"+ended, nobody, live.Place{}), 1, live.ReasonGameOver, false},
		"token expired":  {open(t, hall, "game:"+running, player, after(0)), 2, live.ReasonExpired, true},
	}
	hall.Referee.Finish(ending, time.Now())
	for name, tt := range tests {
		frames := tt.reader.rest()
		require.Len(t, frames, tt.frames+1, name)
		end := decode(t, frames[tt.frames])
		require.Equal(t, frame.TypeEnd, end.Type, name)
		require.Equal(t, map[string]any{"reason": tt.reason, "reconnect": tt.reconnect}, end.Data, name)
	}
}

func TestSignOutEndsItsStreams(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	player, other := hall.Player(), hall.Player()
	id := hall.Referee.NewGame(player.Account, other.Account, 0)
	gone := []*reader{open(t, hall, "game:"+id, player, after(0)), open(t, hall, "me", player, live.Place{})}
	stays := open(t, hall, "game:"+id, other, after(0))
	hall.Verifier.End(player.Session, time.Now().Add(time.Hour))
	late := open(t, hall, "lobby", player, live.Place{}) // was let in just before
	for _, r := range append(gone, late) {
		frames := r.rest()
		require.Equal(t, map[string]any{"reason": live.ReasonSignedOut, "reconnect": false}, decode(t, frames[len(frames)-1]).Data)
	}
	hall.Referee.Play(id, 1)
	require.Equal(t, upTo(0, 3), seqs(stays.next(3)))
	_, err := live.Prove(hall.Verifier, player.Token)
	require.Equal(t, "SESSION_ENDED", reasonOf(err))
}

func TestDrainEndsEveryStream(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	player := hall.Player()
	id := hall.Referee.NewGame(player.Account, "b", 0)
	readers := []*reader{
		open(t, hall, "game:"+id, nobody, after(0)), open(t, hall, "game:"+id, player, live.Place{}), open(t, hall, "me", player, live.Place{}),
	}
	drained := make(chan struct{})
	go func() { hall.Hub.Drain(t.Context()); close(drained) }()
	for _, r := range readers {
		frames := r.rest()
		require.Equal(t, map[string]any{"reason": live.ReasonDraining, "reconnect": true}, decode(t, frames[len(frames)-1]).Data)
		select {
		case <-drained:
			require.Fail(t, "drained with a stream open")
		default:
		}
		r.stream.Close()
	}
	<-drained
	_, err := tryOpen(t, hall, "game:"+id, nobody, after(0))
	require.ErrorIs(t, err, live.ErrDraining)
	_, err = hall.Hub.Enter("a")
	require.ErrorIs(t, err, live.ErrDraining)
}

func TestStreamsAreRefused(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	player, other := hall.Player(), hall.Player()
	hidden := hall.Referee.NewGame(player.Account, "b", 0)
	hall.Referee.Hide(hidden)
	open(t, hall, "game:"+hidden, player, after(0))
	tests := map[string]struct {
		name   string
		caller live.Caller
		from   live.Place
		reason string
	}{
		"no such game":               {name: "game:nothing", reason: "NO_SUCH_GAME"},
		"a game not for nobody":      {name: "game:" + hidden, from: after(0), reason: "NO_SUCH_GAME"},
		"a game not for others":      {name: "game:" + hidden, caller: other, from: after(0), reason: "NO_SUCH_GAME"},
		"a snapshot not for others":  {name: "game:" + hidden, caller: other, reason: "NO_SUCH_GAME"},
		"no id":                      {name: "game:", reason: "UNKNOWN_STREAM"},
		"no stream":                  {name: "chat:1:players", reason: "UNKNOWN_STREAM"},
		"an account's, for nobody":   {name: "me", reason: "NO_TOKEN"},
		"an account's, forged token": {name: "me", caller: live.Caller{Account: "a", Token: "x"}, reason: "BAD_TOKEN"},
	}
	for name, tt := range tests {
		_, err := tryOpen(t, hall, tt.name, tt.caller, tt.from)
		require.Equal(t, tt.reason, reasonOf(err), name)
	}
}

func TestConnectionsOfAnAccountAreBounded(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{PerAccount: 2})
	first, err := hall.Hub.Enter("a")
	require.NoError(t, err)
	_, err = hall.Hub.Enter("a")
	require.NoError(t, err)
	_, err = hall.Hub.Enter("a")
	require.ErrorIs(t, err, live.ErrTooMany)
	_, err = hall.Hub.Enter("b")
	require.NoError(t, err)
	first()
	_, err = hall.Hub.Enter("a")
	require.NoError(t, err)
	for range 10 {
		_, err = hall.Hub.Enter("")
		require.NoError(t, err)
	}
}

func TestReadyUnlessTheShardsDiffer(t *testing.T) {
	t.Parallel()
	for shards, ready := range map[string]bool{"3": true, "4": false} {
		hall := livetest.Start(t, live.Config{Shards: 3})
		require.NoError(t, hall.Hub.Ready(t.Context()), "nobody has said how many there are")
		require.NoError(t, hall.Bus().EnsureStream(t.Context(), bus.StreamSpec{
			Name: bus.GameStream, Subjects: []string{bus.GameEvents("*")}, MaxAge: time.Hour, MaxBytes: 1 << 20,
			Metadata: map[string]string{bus.ShardsKey: shards},
		}))
		require.Equal(t, ready, hall.Hub.Ready(t.Context()) == nil, shards)
		hall.NATS.Stop()
		require.Eventually(t, func() bool { return hall.Hub.Ready(t.Context()) == nil }, patience, time.Millisecond, "it serves without the bus")
	}
}
