package rpc_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"kydai.dev/services/rating/internal/board"
	"kydai.dev/services/rating/internal/standing"
)

// sets is a leaderboard as a Redis sorted set: what ours is measured against.
type sets struct{ client *redis.Client }

const setKey = "xiangqi:blitz"

// startRedis runs a Redis of the benchmark's own, at a socket and with nothing
// to write to disk, which is the fastest that it can be; nil where none is
// installed.
func startRedis(b *testing.B) ranks {
	b.Helper()
	program, err := exec.LookPath("redis-server")
	if err != nil { // what a benchmark that has parts logs is printed nowhere
		fmt.Fprintln(os.Stderr, "nothing to compare with: redis-server is not installed (apt-get install redis-server)")
		return nil
	}
	socket := filepath.Join(b.TempDir(), "redis")
	server := exec.Command(program, "--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no")
	require.NoError(b, server.Start())
	b.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	client := redis.NewClient(&redis.Options{Network: "unix", Addr: socket})
	b.Cleanup(func() { require.NoError(b, client.Close()) })
	require.Eventually(b, func() bool { return client.Ping(b.Context()).Err() == nil }, 10*time.Second, 10*time.Millisecond)
	s := &sets{client}
	s.fill(b)
	return s
}

// fill puts a million players into the set.
func (s *sets) fill(b *testing.B) {
	const batch = 1000
	for from := 0; from < players; from += batch {
		members := make([]redis.Z, batch)
		for i := range members {
			members[i] = redis.Z{Score: float64(ratingOf(from + i)), Member: uuid.UUID(playerOf(from + i)).String()}
		}
		require.NoError(b, s.client.ZAdd(b.Context(), setKey, members...).Err())
	}
}

// look asks all that a leaderboard needs in one round trip: the rating, the
// number of players with strictly more, the number of all, and the best.
var look = redis.NewScript(`
	local rating = redis.call('ZSCORE', KEYS[1], ARGV[1])
	return {rating, redis.call('ZCOUNT', KEYS[1], '(' .. rating, '+inf'), redis.call('ZCARD', KEYS[1]),
		redis.call('ZREVRANGE', KEYS[1], 0, ARGV[2] - 1, 'WITHSCORES')}`)

// Top returns the best players; the benchmark turns no page.
func (s *sets) Top(_ standing.Board, n int, _ *board.Place, me board.ID) board.View {
	got, err := look.Run(context.Background(), s.client, []string{setKey}, uuid.UUID(me).String(), n).Slice()
	if err != nil {
		panic(err)
	}
	v := board.View{Total: int(got[2].(int64)), Me: board.Place{Player: me, Rating: number(got[0]), Rank: 1 + int(got[1].(int64))}}
	best := got[3].([]any)
	for i := 0; i < len(best); i += 2 {
		p := board.Place{Player: board.ID(uuid.MustParse(best[i].(string))), Rating: number(best[i+1]), Rank: 1 + i/2}
		if last := len(v.Places) - 1; last >= 0 && v.Places[last].Rating == p.Rating {
			p.Rank = v.Places[last].Rank
		}
		v.Places = append(v.Places, p)
	}
	return v
}

func number(text any) (n int) {
	for _, digit := range text.(string) {
		n = 10*n + int(digit-'0')
	}
	return n
}

func (s *sets) Find(standing.Board, board.ID) (board.Place, bool) {
	panic("the benchmark does not ask for it")
}

func (s *sets) Around(standing.Board, board.ID, int) board.View {
	panic("the benchmark does not ask for it")
}

// Fresh does nothing: a set is what it was told.
func (s *sets) Fresh(context.Context) {}

func (s *sets) Set(player board.ID, rating int) {
	if err := s.add(context.Background(), redis.Z{Score: float64(rating), Member: uuid.UUID(player).String()}); err != nil {
		panic(err)
	}
}

// Follow tells the set of both players of a game at once.
func (s *sets) Follow(ctx context.Context, changes []standing.Change) error {
	members := make([]redis.Z, len(changes))
	for i, c := range changes {
		members[i] = redis.Z{Score: float64(c.After), Member: c.Player}
	}
	return s.add(ctx, members...)
}

func (s *sets) add(ctx context.Context, members ...redis.Z) error {
	return s.client.ZAdd(ctx, setKey, members...).Err()
}
