package chaos

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	client "kydai.dev/services/kydai/internal/hall"
	"kydai.dev/services/kydai/internal/pause"
)

// Tickets says how a hall is killed in which players look for opponents.
type Tickets struct {
	Rounds  int    `default:"20" help:"How often the hall is killed and started again."`
	Players int    `default:"40" help:"Players at once; an even number."`
	DB      string `name:"db" help:"Database of the hall, as kydai up takes it; SQLite when empty."`
}

// TicketsReport is what became of the wishes.
type TicketsReport struct {
	Rounds int `json:"rounds"`
	// Wishes were made, each told twice; Games came of them, two wishes each;
	// Gone were given up, or their tickets lapsed.
	Wishes int `json:"wishes"`
	Games  int `json:"games"`
	Gone   int `json:"gone"`
	// Split counts wishes that were two tickets.
	Split int `json:"wishes_of_two_tickets"`
	// Unwanted counts games at a player's seat that none of his wishes became,
	// Missing games of wishes that do not exist, Selfish those against oneself.
	Unwanted int `json:"games_nobody_wished"`
	Missing  int `json:"games_missing"`
	Selfish  int `json:"games_against_oneself"`
	// Shared counts games that more than two wishes became, or only one.
	Shared int `json:"games_of_other_than_two_wishes"`
}

// OK says what was not as promised.
func (r *TicketsReport) OK() error {
	var broken []error
	if r.Split > 0 || r.Unwanted > 0 || r.Shared > 0 {
		broken = append(broken, errors.New("players were in two games from one wish"))
	}
	if r.Missing > 0 || r.Selfish > 0 {
		broken = append(broken, errors.New("games are missing, or against oneself"))
	}
	if r.Games == 0 {
		broken = append(broken, errors.New("nobody played"))
	}
	return errors.Join(broken...)
}

// Run kills a hall with its data in dir, round after round.
func (k Tickets) Run(ctx context.Context, dir string, log *slog.Logger) (*TicketsReport, error) {
	if k.Players < 2 || k.Players%2 != 0 {
		return nil, errors.New("players must be an even number")
	}
	h, err := newHall(dir, "--nats-port=-1", "--db", k.DB)
	if err != nil {
		return nil, err
	}
	defer h.kill()
	if err := h.serve(ctx); err != nil {
		return nil, err
	}
	s := &seeking{Tickets: k, hall: h, log: log, seekers: make([]*seeker, k.Players)}
	for i := range s.seekers {
		p, err := client.New(h.url, nil, client.Patient).Guest(ctx, fmt.Sprint("Seeker ", i))
		if err != nil {
			return nil, err
		}
		s.seekers[i] = &seeker{Player: p, stop: &s.stop, games: map[string]bool{}}
	}
	return s.run(ctx)
}

// seeking is a run under way.
type seeking struct {
	Tickets
	hall    *hall
	log     *slog.Logger
	seekers []*seeker
	stop    atomic.Bool
}

func (s *seeking) run(ctx context.Context) (*TicketsReport, error) {
	playing, plays := errgroup.WithContext(ctx)
	for _, p := range s.seekers {
		playing.Go(func() error { return p.seek(plays) })
	}
	err := s.rounds(plays)
	s.stop.Store(true)
	if err := errors.Join(err, playing.Wait()); err != nil {
		return nil, err
	}
	return s.judge(ctx)
}

func (s *seeking) rounds(ctx context.Context) error {
	for round := range s.Rounds {
		if err := pause.For(ctx, rand.N(aliveMost)); err != nil { //nolint:gosec // guards nothing
			return err
		}
		s.hall.kill()
		if err := s.hall.serve(ctx); err != nil {
			return err
		}
		if err := s.everyonePlays(ctx); err != nil {
			return err
		}
		s.log.InfoContext(ctx, "killed and started", "round", round+1)
	}
	return nil
}

// everyonePlays waits until each player has found a further opponent.
func (s *seeking) everyonePlays(ctx context.Context) error {
	before := make([]int64, len(s.seekers))
	for i, p := range s.seekers {
		before[i] = p.found.Load()
	}
	ctx, cancel := context.WithTimeoutCause(ctx, 2*moveLimit, errStuck)
	defer cancel()
	for {
		waiting := 0
		for i, p := range s.seekers {
			if p.found.Load() == before[i] {
				waiting++
			}
		}
		if waiting == 0 {
			return nil
		}
		if err := pause.For(ctx, moveLook); err != nil {
			return fmt.Errorf("%d of %d players have found nobody: %w", waiting, len(before), err)
		}
	}
}

// judge compares what the players wished with the games that there are.
func (s *seeking) judge(ctx context.Context) (*TicketsReport, error) {
	r := &TicketsReport{Rounds: s.Rounds}
	wished := map[string]int{} // by game
	for _, p := range s.seekers {
		r.Wishes, r.Gone, r.Split = r.Wishes+p.wishes, r.Gone+p.gone, r.Split+p.split
		for game := range p.games {
			wished[game]++
		}
		games, err := p.Games(ctx)
		if err != nil {
			return nil, err
		}
		there := map[string]bool{}
		for _, g := range games {
			there[g.GetGameId()] = true
			if !p.games[g.GetGameId()] {
				r.Unwanted++
			}
			if seats := g.GetSeats(); seats.GetFirst().GetPlayer().GetAccountId() == seats.GetSecond().GetPlayer().GetAccountId() {
				r.Selfish++
			}
		}
		for game := range p.games {
			if !there[game] {
				r.Missing++
			}
		}
	}
	r.Games = len(wished)
	for _, wishes := range wished {
		if wishes != 2 {
			r.Shared++
		}
	}
	return r, nil
}
