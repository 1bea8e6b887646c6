package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/engine"
)

// setPosition reads "startpos" or "fen POSITION", and "moves" after it.
func (s *session) setPosition(words []string) error {
	place, moves := words, []string(nil)
	if i := slices.Index(words, "moves"); i >= 0 {
		place, moves = words[:i], words[i+1:]
	}
	start := s.game.Rules.Start()
	switch {
	case len(place) == 1 && place[0] == "startpos":
	case len(place) > 1 && place[0] == "fen":
		p, err := s.game.Rules.Parse(strings.Join(place[1:], " "))
		if err != nil {
			return err
		}
		if err := p.CheckSetup(); err != nil && !p.Standing().Over() {
			return err
		}
		start = p
	default:
		return errors.New("write position startpos or position fen POSITION, then perhaps moves and the moves")
	}
	line := rules.NewLine(s.game.Rules, start)
	for i, m := range moves {
		if _, err := line.Play(m); err != nil {
			return fmt.Errorf("move %d, %.20q: %w", i+1, m, err)
		}
	}
	s.line = line
	return nil
}

// order is what a go line asks for.
type order struct {
	engine.Limits
	clocks   [2]engine.Clock
	timed    bool
	infinite bool
	only     []string // the moves to choose from; all when empty
}

// begin starts a search.
func (s *session) begin(words []string) error {
	o, err := readOrder(words)
	if err != nil {
		return err
	}
	board, err := s.game.Board(s.line.Start(), s.line.Moves())
	if err != nil {
		return err
	}
	if o.Only, err = chosen(board, o.only); err != nil {
		return err
	}
	if len(o.only) > 0 && s.level > 0 {
		return errors.New("a level chooses its moves itself: no searchmoves")
	}
	s.prepare()
	if o.timed {
		o.Soft, o.Hard = o.clocks[s.line.Position().Side()].Budget()
	}
	o.Lines, o.Stopped = s.lines, s.stop.Load
	o.Report = func(r engine.Report) { s.report(board, r) }
	s.stop.Store(false)
	s.searching.Store(true)
	released := make(chan struct{})
	s.released = released
	s.endless = o.infinite && s.level == 0 // a level has a budget of its own
	if s.level == 0 {
		s.search.Go(func() { s.think(board, o, released) })
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	s.search.Go(func() { s.playLevel(ctx, o, released) })
	return nil
}

// prepare makes the engine, or the player where a level plays, if there is none.
func (s *session) prepare() {
	switch {
	case s.engine != nil || s.player != nil:
	case s.level > 0:
		s.player = bot.NewPlayer(1, s.hash).Knowing(s.usual.Certain)
	default:
		o := s.usual
		o.Traits, o.Threads = s.game.Traits, s.threads
		s.engine = engine.New(s.hash, o)
	}
}

// chosen are the moves of a board that were named.
func chosen(b engine.Board, names []string) (list []engine.Move, err error) {
	legal := b.Moves(nil)
	for _, name := range names {
		i := slices.IndexFunc(legal, func(m engine.Move) bool { return b.Text(m) == name })
		if i < 0 {
			return nil, fmt.Errorf("searchmoves: %.20q is no move here", name)
		}
		list = append(list, legal[i])
	}
	return list, nil
}

// think searches and answers.
func (s *session) think(b engine.Board, o order, released <-chan struct{}) {
	if s.over() {
		return
	}
	r := s.engine.Search(b, o.Limits)
	s.report(b, r)
	if o.infinite {
		<-released
	}
	s.searching.Store(false)
	s.say("bestmove %s", b.Text(r.Lines[0].Moves[0]))
}

// over answers where the game is over.
func (s *session) over() bool {
	v := s.line.Verdict()
	if !v.Over() {
		return false
	}
	s.say("info string the game is over: %s", v.Reason)
	s.searching.Store(false)
	s.say("bestmove (none)")
	return true
}

// report writes an info line for each line of a report.
func (s *session) report(b engine.Board, r engine.Report) {
	for i, l := range r.Lines {
		if l.Depth == 0 {
			continue // the search ended before it was looked at
		}
		s.say("info depth %d seldepth %d multipv %d score %s nodes %d nps %d hashfull %d time %d pv %s",
			l.Depth, l.SelDepth, i+1, scoreText(l.Score), r.Nodes, speed(r), r.Full, r.Time.Milliseconds(), texts(b, l.Moves))
	}
}

func speed(r engine.Report) int { return int(float64(r.Nodes) / max(r.Time, 1).Seconds()) }

// scoreText counts mates in moves of the side that wins, as UCI does.
func scoreText(s engine.Score) string {
	if s.Mate == 0 {
		return "cp " + strconv.Itoa(s.Value)
	}
	return "mate " + strconv.Itoa((s.Mate+s.Mate&1)/2)
}

func texts(b engine.Board, moves []engine.Move) string {
	b = b.Clone()
	list := make([]string, len(moves))
	for i, m := range moves {
		list[i] = b.Text(m)
		b.Make(m)
	}
	return strings.Join(list, " ")
}

// readOrder reads the words after go.
func readOrder(words []string) (o order, err error) {
	for i := 0; i < len(words); i++ {
		switch words[i] {
		case "infinite":
			o.infinite = true
			continue
		case "searchmoves":
			for i+1 < len(words) && !isLimit(words[i+1]) {
				i++
				o.only = append(o.only, words[i])
			}
			continue
		}
		if i+1 == len(words) {
			return o, fmt.Errorf("%.20q needs a number, or is no limit", words[i])
		}
		n, err := strconv.Atoi(words[i+1])
		if err == nil && n < 0 && (words[i] == "wtime" || words[i] == "btime") {
			n = 0 // runners that let a game go on tell a flag that has fallen so
		}
		if err != nil || n < 0 || n > most {
			return o, fmt.Errorf("%.20q after %.20q is no number from 0 to %d", words[i+1], words[i], most)
		}
		if !o.set(words[i], n) {
			return o, fmt.Errorf("there is no limit %.20q", words[i])
		}
		i++
	}
	if !o.infinite && !o.timed && o.Depth == 0 && o.Nodes == 0 && o.Hard == 0 {
		o.infinite = true
	}
	return o, nil
}

// isLimit reports whether a word begins a limit.
func isLimit(word string) bool {
	return word == "infinite" || word == "searchmoves" || new(order).set(word, 0)
}

// most is the greatest number that a go line may hold: a month in milliseconds.
const most = 1 << 31

// set takes in one limit.
func (o *order) set(name string, n int) bool {
	span := time.Duration(n) * time.Millisecond
	switch name {
	case "depth":
		o.Depth = max(1, n)
	case "nodes":
		o.Nodes = max(1, n)
	case "movetime":
		o.Hard = max(1, span)
	case "wtime", "btime":
		o.timed = true
		o.clocks[sideOf(name)].Left = span
	case "winc", "binc":
		o.clocks[sideOf(name)].Increment = span
	case "movestogo":
		o.clocks[rules.First].MovesToGo, o.clocks[rules.Second].MovesToGo = n, n
	default:
		return false
	}
	return true
}

// sideOf reads the side from a name: w is who moves first, in every game.
func sideOf(name string) rules.Side {
	if name[0] == 'w' {
		return rules.First
	}
	return rules.Second
}
