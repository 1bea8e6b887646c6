package load

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"kydai.dev/pkg/rules"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/kydai/internal/hall"
)

// person plays one game after another against the engine.
type person struct {
	practice *practice
	kind     int // of the practice's kinds, the next one to play
	account  *hall.Player
	wire     wire
	dice     *rand.Rand

	match *Match
	line  *rules.Line
	seen  int32
}

func (p *practice) seat(ctx context.Context, i int) (*person, error) {
	account, err := p.hall.Guest(ctx, fmt.Sprintf("practice %d", i+1))
	if err != nil {
		return nil, err
	}
	one := &person{
		practice: p, kind: i, account: account, wire: p.wire(p.host, account), dice: rand.New(rand.NewPCG(p.Seed, uint64(i))), //nolint:gosec // must repeat itself
	}
	return one, one.begin(ctx)
}

// begin begins a game.
func (o *person) begin(ctx context.Context) error {
	kind := o.practice.Kinds[o.kind%len(o.practice.Kinds)]
	o.kind++
	made, err := o.account.Create(ctx, &refereev1.CreateGameRequest{
		Game: kind.Name(), TimeControl: o.practice.control(kind.Name()),
		Seats: &refereev1.Seats{
			First:  &refereev1.Seat{Holder: &refereev1.Seat_Player{Player: &refereev1.Player{AccountId: o.account.ID}}},
			Second: &refereev1.Seat{Holder: &refereev1.Seat_Bot{Bot: &refereev1.Bot{Level: o.practice.level}}},
		},
	})
	if err != nil {
		return err
	}
	o.match, o.line, o.seen = &Match{ID: made.GetGameId(), Game: kind.Name()}, rules.NewLine(kind, kind.Start()), 0
	o.practice.mu.Lock()
	o.practice.matches = append(o.practice.matches, o.match)
	o.practice.mu.Unlock()
	return o.wire.follow(ctx, o.match.ID, 0)
}

// play plays until all plies are played or the time is over.
func (o *person) play(ctx context.Context, until time.Time) error {
	for plies := 0; o.practice.Plies == 0 || plies < o.practice.Plies; plies++ {
		if !until.IsZero() && time.Now().After(until) || ctx.Err() != nil {
			break
		}
		if o.line.Verdict().Over() {
			if err := o.begin(ctx); err != nil {
				return err
			}
		}
		if err := o.exchange(ctx); err != nil {
			return fmt.Errorf("game %s, ply %d: %w", o.match.ID, o.line.Plies()+1, err)
		}
	}
	return nil
}

// exchange plays a move and waits for the answer.
func (o *person) exchange(ctx context.Context) error {
	defer time.AfterFunc(stuckAfter, o.wire.close).Stop()
	ply := choose(o.line, o.dice)
	seq, err := o.wire.play(ctx, o.match.ID, ply.Number, ply.Move, o.seen)
	if err != nil {
		return err
	}
	moved := time.Now()
	o.line.Push(ply)
	o.note(ply.Move, seq)
	if o.line.Verdict().Over() {
		return nil
	}
	for o.line.Plies() == ply.Number {
		e, err := o.wire.next(ctx)
		if err != nil {
			return err
		}
		o.seen = e.seq
		if e.ply != ply.Number+1 {
			continue
		}
		waited := time.Since(moved)
		if _, err := o.line.Play(e.move); err != nil {
			return fmt.Errorf("the engine's move: %w", err)
		}
		o.note(e.move, e.seq)
		o.practice.mu.Lock()
		o.practice.by[o.match.Game] = append(o.practice.by[o.match.Game], waited)
		o.practice.mu.Unlock()
	}
	return nil
}

// note keeps a move for the comparison with the log.
func (o *person) note(move string, seq int32) {
	o.match.Moves, o.match.Seqs = append(o.match.Moves, move), append(o.match.Seqs, seq)
}
