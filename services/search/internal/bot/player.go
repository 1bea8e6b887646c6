package bot

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/levels"
	"kydai.dev/pkg/rules"
	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/play"
)

// The refusals of positions that can't be thought about.
var (
	ErrUnknownGame  = errs.New(errs.Invalid, "UNKNOWN_GAME", "there is no such game among those played here")
	ErrUnknownLevel = errs.New(errs.Invalid, "UNKNOWN_LEVEL", "the engine does not play this game at such a level")
	ErrBadPosition  = errs.New(errs.Invalid, "BAD_POSITION", "the position is refused")
	ErrIllegalMove  = errs.New(errs.Invalid, "ILLEGAL_MOVE", "the rules forbid a move")
	ErrOver         = errs.New(errs.State, "GAME_OVER", "the game is over")
)

// Task is a position to think about.
type Task struct {
	// Game is the game's name, Start the position in which it began, Moves the
	// moves since.
	Game, Start string
	Moves       []string
	// Nodes and Depth are budgets; 0 is without. Time is the most that it may
	// take; Clock, where given, can leave it less.
	Nodes, Depth int
	Time         time.Duration
	Clock        *Clock
	// Lines is how many of the best moves are wanted, at least one.
	Lines int
	// Judged says that the position is known to be one of a game that goes on;
	// otherwise the rules are asked.
	Judged bool
	// Report, where given, is told of every depth that is completed.
	Report func(Thought)

	unaided bool // by what is known without a search
	brief   bool // see engine.Limits
}

// Thought is what came of a task.
type Thought struct {
	// Lines are the best moves in canonical spelling and what they lead to, the
	// best first.
	Lines []Line
	// Nodes is how many positions were looked at, Took how long that took.
	Nodes int
	Took  time.Duration
}

// Of is the line that begins with a move.
func (t Thought) Of(move string) Line {
	for _, l := range t.Lines {
		if l.Moves[0] == move {
			return l
		}
	}
	return Line{}
}

// Line is a move and what it leads to.
type Line struct {
	Moves []string
	Score engine.Score
	Depth int
}

// Player thinks about several positions at a time.
type Player struct {
	seats chan struct{}
	table int // megabytes of an engine's table
	knows func(engine.Board) (engine.Certain, bool)

	mu   sync.Mutex
	idle map[string][]*engine.Engine // by game
	pace Pace                        // of moves on the clock

	nodes, spent atomic.Int64
	waiting      atomic.Int64
}

// NewPlayer returns a player that thinks about so many positions at a time, with
// a table of so many megabytes for each.
func NewPlayer(parallel, megabytes int) *Player {
	return &Player{seats: make(chan struct{}, parallel), table: megabytes, idle: map[string][]*engine.Engine{}}
}

// Knowing lets the player know positions without a search, where it plays as well
// as it can; it is for the time before the first task.
func (p *Player) Knowing(certain func(engine.Board) (engine.Certain, bool)) *Player {
	p.knows = certain
	return p
}

// Parallel is how many positions it can think about, Thinking about how many it
// does, Waiting how many more are there.
func (p *Player) Parallel() int { return cap(p.seats) }

// Thinking is how many positions are being thought about.
func (p *Player) Thinking() int { return len(p.seats) }

// Waiting is how many tasks wait until there is room.
func (p *Player) Waiting() int { return int(p.waiting.Load()) }

// Nodes is how many positions were looked at since the start, Spent how much
// time of how many that took together.
func (p *Player) Nodes() (nodes int64, spent time.Duration) {
	return p.nodes.Load(), time.Duration(p.spent.Load())
}

// Think finds the best moves. The end of the context ends it early, with what was
// found; before anything was, with the context's error.
func (p *Player) Think(ctx context.Context, t Task) (Thought, error) {
	g, board, err := setUp(t)
	if err != nil {
		return Thought{}, err
	}
	found, err := p.search(ctx, g, board, t)
	if err != nil {
		return Thought{}, err
	}
	return found.thought(board), nil
}

// Move chooses a move at a level, one of those that were found. The same seed
// chooses the same move, wherever it is asked for.
func (p *Player) Move(ctx context.Context, t Task, l levels.Level, seed uint64) (move string, found Thought, err error) {
	t.Nodes, t.Depth, t.Lines = l.Nodes, l.Depth, l.Slip.Lines
	t.brief = true
	t.unaided = l.Slip != levels.Slip{} // who errs as people do knows no endings by heart
	g, board, err := setUp(t)
	if err != nil {
		return "", found, err
	}
	r, err := p.search(ctx, g, board, t)
	if err != nil {
		return "", found, err
	}
	line := Choose(r.Lines, l.Slip, rand.New(rand.NewPCG(seed, uint64(len(t.Moves))))) //nolint:gosec // a game, not a secret
	return board.Text(line.Moves[0]), r.thought(board), nil
}

// Seed makes a seed of a game and the number of an event in it.
func Seed(gameID string, seq int) uint64 {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%s/%d", gameID, seq) // never fails
	return h.Sum64()
}

// setUp is the board of a task.
func setUp(t Task) (play.Game, engine.Board, error) {
	g, ok := play.Find(t.Game)
	if !ok {
		return g, nil, ErrUnknownGame.At("game", "no game has this name")
	}
	start := g.Rules.Start()
	if t.Start != "" {
		var err error
		if start, err = g.Rules.Parse(t.Start); err != nil {
			return g, nil, ErrBadPosition.Saying(err.Error()).At("start_position", err.Error())
		}
	}
	if !t.Judged {
		if err := judge(g.Rules, start, t.Moves); err != nil {
			return g, nil, err
		}
	}
	board, err := g.Board(start, t.Moves)
	if err != nil {
		return g, nil, ErrIllegalMove.Saying(err.Error()).At("moves", err.Error())
	}
	return g, board, nil
}

// judge refuses a position that no game can come from or that stands behind the
// end of one, which the board of the engine does not see.
func judge(g rules.Game, start rules.Position, moves []string) error {
	line := rules.NewLine(g, start)
	if err := start.CheckSetup(); err != nil && !line.Verdict().Over() {
		return ErrBadPosition.Saying(err.Error()).At("start_position", err.Error())
	}
	for _, m := range moves {
		if line.Verdict().Over() {
			return ErrOver
		}
		if ply, err := line.Play(m); err != nil || ply.Move != m {
			return illegal(line, m, err)
		}
	}
	if line.Verdict().Over() {
		return ErrOver
	}
	return nil
}

func illegal(line *rules.Line, move string, err error) error {
	text := fmt.Sprintf("move %d: %.20q is not how the hall writes it", line.Plies(), move)
	if err != nil {
		text = fmt.Sprintf("move %d, %.20q: %v", line.Plies()+1, move, err)
	}
	return ErrIllegalMove.Saying(text).At("moves", text)
}

// search waits for room and searches.
func (p *Player) search(ctx context.Context, g play.Game, board engine.Board, t Task) (report, error) {
	p.waiting.Add(1)
	select {
	case p.seats <- struct{}{}:
		p.waiting.Add(-1)
	case <-ctx.Done():
		p.waiting.Add(-1)
		return report{}, ctx.Err()
	}
	defer func() { <-p.seats }()
	e := p.take(g)
	defer p.giveBack(g, e)
	limits := engine.Limits{
		Depth: t.Depth, Nodes: t.Nodes, Hard: t.Time, Lines: max(1, t.Lines), Stopped: func() bool { return ctx.Err() != nil },
		Brief: t.brief, Unaided: t.unaided,
	}
	begun := time.Now()
	if t.Clock != nil { // it ran while there was no room
		limits.Hard = min(limits.Hard, t.Clock.Budget(begun, p.lately()))
	}
	if t.Report != nil {
		limits.Report = func(r engine.Report) { t.Report(report(r).thought(board)) }
	}
	found := e.Search(board, limits)
	p.nodes.Add(int64(found.Nodes))
	p.spent.Add(int64(found.Time))
	if t.Clock != nil {
		p.note(begun.Sub(t.Clock.Began), found.Time)
	}
	if len(found.Lines) == 0 {
		return report{}, ErrOver
	}
	return report(found), nil
}

func (p *Player) note(wait, think time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pace = p.pace.after(wait, think)
}

func (p *Player) lately() Pace {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pace
}

// report is what an engine found, to be told in words.
type report engine.Report

func (r report) thought(board engine.Board) Thought {
	t := Thought{Nodes: r.Nodes, Took: r.Time}
	for i, l := range r.Lines {
		if i > 0 && l.Depth == 0 { // nobody has looked at it
			break
		}
		line := Line{Score: l.Score, Depth: l.Depth}
		b := board.Clone()
		for _, m := range l.Moves {
			line.Moves = append(line.Moves, b.Text(m))
			b.Make(m)
		}
		t.Lines = append(t.Lines, line)
	}
	return t
}

// take is an engine that nobody uses. What it learned before does not count, so
// that a level is as strong at its first move as at any other.
func (p *Player) take(g play.Game) *engine.Engine {
	p.mu.Lock()
	defer p.mu.Unlock()
	name := g.Rules.Name()
	if n := len(p.idle[name]); n > 0 {
		e := p.idle[name][n-1]
		p.idle[name] = p.idle[name][:n-1]
		return e
	}
	return engine.New(p.table, engine.Options{Traits: g.Traits, Threads: 1, Fresh: true, Certain: p.knows})
}

func (p *Player) giveBack(g play.Game, e *engine.Engine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	name := g.Rules.Name()
	p.idle[name] = append(p.idle[name], e)
}
