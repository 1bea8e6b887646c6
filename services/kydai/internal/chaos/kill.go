// Package chaos takes away what a hall stands on while games are played, and
// counts what was lost: the process itself, or NATS.
package chaos

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/rules/games"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	client "kydai.dev/services/kydai/internal/hall"
	"kydai.dev/services/kydai/internal/load"
	"kydai.dev/services/kydai/internal/pause"
)

// Kill says how a hall is killed.
type Kill struct {
	Rounds    int    `default:"20" help:"How often the hall is killed and started again."`
	Games     int    `default:"40" help:"Games at once."`
	Transport string `default:"ws" enum:"rest,ws" help:"How the players reach the hall."`
	DB        string `name:"db" help:"Database of the hall, as kydai up takes it; SQLite when empty."`
	Seed      uint64 `help:"Kill at the same times again; at random when 0."`
}

// KillReport is what was lost.
type KillReport struct {
	Rounds int `json:"rounds"`
	Moves  int `json:"moves"`
	// Log compares the logs with what was acknowledged.
	Log load.Log `json:"log"`
	// Stuck counts tables at which no move followed a restart.
	Stuck int `json:"stuck"`
	// Slowest is the longest start until the hall was ready.
	Slowest float64 `json:"slowest_start_ms"`
	// Lost is the most that a player's clock ran in one turn while there was no
	// hall, Unready the same until the new one was ready.
	Lost    float64 `json:"max_lost_ms"`
	Unready float64 `json:"max_lost_until_ready_ms"`
	// Ended counts games that ended otherwise than by a move.
	Ended int `json:"ended_without_move"`
}

const (
	// A round kills at a random time after the hall serves. It starts it again
	// at once, every other time so late that players are given time back.
	aliveMost = 2 * time.Second
	downLeast = time.Second
	downMost  = 2500 * time.Millisecond

	// mayLose is what a player may lose while nobody is alive. The referee is
	// alive at some time between the start of its process and being ready, which
	// is not seen from outside; what is lost before the start is lost for sure.
	mayLose = time.Second

	// moveLimit is how long a table may take for its next move after a restart.
	moveLimit = 30 * time.Second
	moveLook  = 20 * time.Millisecond
)

// OK says what was not as promised.
func (r *KillReport) OK() error {
	var broken []error
	if !r.Log.OK() {
		broken = append(broken, errors.New("acknowledged plies are missing or doubled"))
	}
	if r.Stuck > 0 || r.Ended > 0 {
		broken = append(broken, errors.New("games are stuck or ended by themselves"))
	}
	if r.Lost > millis(mayLose) {
		broken = append(broken, errors.New("players lost more than a second while nobody was alive"))
	}
	return errors.Join(broken...)
}

// Run kills a hall with its data in dir, round after round.
func (k Kill) Run(ctx context.Context, dir string, log *slog.Logger) (*KillReport, error) {
	h, err := newHall(dir, "--nats-port=-1", "--db", k.DB)
	if err != nil {
		return nil, err
	}
	defer h.kill()
	if err := h.serve(ctx); err != nil {
		return nil, err
	}
	s, err := load.New(ctx, load.Config{
		Games: k.Games, Transport: k.Transport, URL: h.url, Clock: "slow", Retry: true, Seed: 1, Kinds: games.All(),
	}, log)
	if err != nil {
		return nil, err
	}
	r := &killing{Kill: k, hall: h, session: s, log: log, random: k.random()}
	return r.run(ctx)
}

func (k Kill) random() *rand.Rand {
	if k.Seed == 0 {
		return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) //nolint:gosec // guards nothing
	}
	return rand.New(rand.NewPCG(k.Seed, 0)) //nolint:gosec // must repeat itself
}

// killing is a run under way.
type killing struct {
	Kill
	hall    *hall
	session *load.Session
	log     *slog.Logger
	random  *rand.Rand
	// gone are the times without a process, down those without a ready one.
	gone, down []span
	slowest    time.Duration
}

func (r *killing) run(ctx context.Context) (*KillReport, error) {
	var played *load.Report
	playing, plays := errgroup.WithContext(ctx)
	playing.Go(func() (err error) {
		played, err = r.session.Play(ctx)
		return err
	})
	err := r.rounds(plays)
	r.session.Stop()
	if err := errors.Join(err, playing.Wait()); err != nil {
		return nil, err
	}
	return r.judge(ctx, played)
}

func (r *killing) rounds(ctx context.Context) error {
	if err := r.everyoneMoves(ctx); err != nil {
		return err
	}
	for round := range r.Rounds {
		if err := pause.For(ctx, r.between(0, aliveMost)); err != nil {
			return err
		}
		if err := r.killOnce(ctx, round%2 == 1); err != nil {
			return err
		}
		if err := r.everyoneMoves(ctx); err != nil {
			return err
		}
		last := r.down[len(r.down)-1]
		r.log.InfoContext(ctx, "killed and started", "round", round+1, "down", last.to.Sub(last.from).Round(time.Millisecond))
	}
	return nil
}

func (r *killing) between(least, most time.Duration) time.Duration {
	return least + time.Duration(r.random.Int64N(int64(most-least)))
}

// killOnce kills the hall and starts it again, at once or late.
func (r *killing) killOnce(ctx context.Context, late bool) error {
	from := time.Now()
	r.hall.kill()
	if late {
		if err := pause.For(ctx, r.between(downLeast, downMost)); err != nil {
			return err
		}
	}
	begun := time.Now()
	if err := r.hall.serve(ctx); err != nil {
		return err
	}
	r.gone, r.down = append(r.gone, span{from, begun}), append(r.down, span{from, time.Now()})
	r.slowest = max(r.slowest, time.Since(begun))
	return nil
}

// errStuck says that games did not go on after a restart.
var errStuck = errors.New("games are stuck")

// everyoneMoves waits until each table has moved from where it is now.
func (r *killing) everyoneMoves(ctx context.Context) error {
	before := r.session.Moved()
	ctx, cancel := context.WithTimeoutCause(ctx, moveLimit, errStuck)
	defer cancel()
	for {
		waiting := 0
		for i, moved := range r.session.Moved() {
			if moved == before[i] {
				waiting++
			}
		}
		if waiting == 0 {
			return nil
		}
		if err := pause.For(ctx, moveLook); err != nil {
			return fmt.Errorf("%d of %d tables have not moved: %w", waiting, len(before), err)
		}
	}
}

// judge reads the logs once more, with an eye on the clocks.
func (r *killing) judge(ctx context.Context, played *load.Report) (*KillReport, error) {
	report := &KillReport{Rounds: len(r.down), Moves: played.Moves, Stuck: played.Stuck, Slowest: millis(r.slowest)}
	var worst, unready time.Duration
	var err error
	report.Log, err = load.Audit(ctx, client.New(r.hall.url, nil, client.Patient), played.Matches(), func(_ *load.Match, events []*refereev1.GameEvent) {
		worst, unready = max(worst, lost(events, r.gone)), max(unready, lost(events, r.down))
		if endedWithoutMove(events) {
			report.Ended++
		}
	})
	report.Lost, report.Unready = millis(worst), millis(unready)
	return report, err
}

func endedWithoutMove(events []*refereev1.GameEvent) bool {
	return len(events) > 0 && events[len(events)-1].GetFinished() != nil
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
