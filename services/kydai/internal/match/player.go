package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"kydai.dev/pkg/rules"
)

// Player is one side of a match: a program that speaks UCI.
type Player struct {
	Command string   `placeholder:"COMMAND" help:"Command line of the player; our own engine when left out."`
	Name    string   `help:"What it is called in records and reports."`
	Option  []string `sep:"none" placeholder:"NAME=VALUE" help:"UCI option to set; may be repeated."`
	Dialect string   `enum:"kydai,fairy,sanmill" default:"kydai" help:"How it writes moves and wants to be told the game: ${enum}."`
	Go      string   `placeholder:"LIMITS" help:"What it may use for a move, in the words of UCI, where it differs from --go."`
}

// engine is a player that runs.
type engine struct {
	Player
	dialect  dialect
	patience time.Duration
	cmd      *exec.Cmd
	in       io.WriteCloser
	lines    chan string
	remark   string // the last thing that it had to say besides
}

// start starts the program and sets its options.
func (p Player) start(ctx context.Context, game string, patience time.Duration) (*engine, error) {
	words := strings.Fields(p.Command)
	e := &engine{Player: p, dialect: dialects[p.Dialect], patience: patience, lines: make(chan string, 256)}
	e.cmd = exec.CommandContext(ctx, words[0], words[1:]...)
	in, err := e.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", p.Name, err)
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", p.Name, err)
	}
	if err := e.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", p.Name, err)
	}
	e.in = in
	go func() { // ends with the program, which close waits for
		defer close(e.lines)
		for scan := bufio.NewScanner(out); scan.Scan(); {
			e.lines <- scan.Text()
		}
	}()
	if err := e.greet(ctx, game); err != nil {
		e.close()
		return nil, err
	}
	return e, nil
}

// greet goes through the beginning of a conversation.
func (e *engine) greet(ctx context.Context, game string) error {
	e.say("uci")
	offered := map[string]bool{}
	_, _, err := e.until(ctx, func(line string) bool {
		if rest, ok := strings.CutPrefix(line, "option name "); ok {
			name, _, _ := strings.Cut(rest, " type ")
			offered[strings.ToLower(name)] = true
		}
		return strings.HasPrefix(line, "uciok")
	})
	if err != nil {
		return err
	}
	for _, o := range e.Option {
		name, _, ok := strings.Cut(o, "=")
		if !ok {
			return fmt.Errorf("the option %q of %s is not written NAME=VALUE", o, e.Name)
		}
		if !offered[strings.ToLower(name)] {
			return fmt.Errorf("%s has no option %q", e.Name, name)
		}
	}
	for _, o := range append(e.dialect.options(game), e.Option...) {
		name, value, _ := strings.Cut(o, "=")
		e.say("setoption name " + name + " value " + value)
	}
	return e.ready(ctx)
}

func (e *engine) ready(ctx context.Context) error {
	e.say("isready")
	_, _, err := e.until(ctx, starting("readyok"))
	return err
}

// newGame makes the engine forget the game before.
func (e *engine) newGame(ctx context.Context) error {
	e.say("ucinewgame")
	return e.ready(ctx)
}

// say writes a line. That the program is gone is seen when it doesn't answer.
func (e *engine) say(line string) { fmt.Fprintln(e.in, line) }

var (
	errGone = errors.New("it has ended")
	errLate = errors.New("it doesn't answer")
	// errRefused is that our own engine makes no sense of what it was told.
	errRefused = errors.New("it refuses")
)

// hears takes a line in that nobody waits for; an error is a refusal.
func (e *engine) hears(line string) error {
	text, ok := strings.CutPrefix(line, "info string ")
	if !ok {
		return nil
	}
	e.remark = ", and last said: " + text
	what, why, _ := strings.Cut(text, ": ")
	if e.Dialect == "kydai" && slices.Contains([]string{"go", "setoption", "position"}, what) {
		return fmt.Errorf("%s: %w: %s", e.Name, errRefused, why)
	}
	return nil
}

// until waits for a line; it also returns the last score that was told on the way.
func (e *engine) until(ctx context.Context, wanted func(line string) bool) (line string, s score, err error) {
	timer := time.NewTimer(e.patience)
	defer timer.Stop()
	for {
		select {
		case line, ok := <-e.lines:
			if !ok {
				return "", s, fmt.Errorf("%s: %w%s", e.Name, errGone, e.remark)
			}
			if wanted(line) {
				return line, s, nil
			}
			if err := e.hears(line); err != nil {
				return "", s, err
			}
			s.read(line)
		case <-timer.C:
			return "", s, fmt.Errorf("%s: %w%s", e.Name, errLate, e.remark)
		case <-ctx.Done():
			return "", s, ctx.Err()
		}
	}
}

// starting wants a line that begins so.
func starting(with string) func(line string) bool {
	return func(line string) bool { return strings.HasPrefix(line, with) }
}

// score is what an engine thinks of its position.
type score struct {
	value int // in hundredths of a piece
	known bool
}

// mateValue is the value of every mate.
const mateValue = 100_000

// read takes the score of an info line in.
func (s *score) read(line string) {
	words := strings.Fields(line)
	for i := 0; i+2 < len(words); i++ {
		if words[i] != "score" {
			continue
		}
		n, err := strconv.Atoi(words[i+2])
		if err != nil {
			return
		}
		if words[i+1] == "mate" {
			if n <= 0 {
				n = -1
			}
			n = max(-1, min(1, n)) * mateValue
		}
		*s = score{value: n, known: true}
		return
	}
}

// move asks for the next move of a game from the usual start; limits is the rest of
// a go line. Where a ply is several actions each is asked for in turn.
func (e *engine) move(ctx context.Context, line *rules.Line, limits string) (move string, s score, err error) {
	position := "position startpos moves"
	for _, m := range line.Moves() {
		position += " " + strings.Join(e.dialect.theirs(m), " ")
	}
	var actions []string
	for len(actions) == 0 || begun(move, line.Legal()) {
		e.say(strings.TrimSuffix(position, " moves"))
		e.say("go " + limits)
		answer, said, err := e.until(ctx, isBest)
		if err != nil {
			return "", s, err
		}
		position += " " + bestOf(answer)
		actions, s = append(actions, bestOf(answer)), said
		move = e.dialect.ours(actions)
	}
	return move, s, nil
}

// best is the word before an engine's move.
const best = "bestmove "

// isBest tells whether a line says an engine's move, which Sanmill puts at the end
// of what it knows about it.
func isBest(line string) bool {
	return strings.HasPrefix(line, best) || strings.HasPrefix(line, "info ") && strings.Contains(line, " "+best)
}

// bestOf is the move of such a line.
func bestOf(line string) string {
	_, move, _ := strings.Cut(line, best)
	move, _, _ = strings.Cut(strings.TrimSpace(move), " ")
	return move
}

// close ends the program.
func (e *engine) close() {
	e.say("quit")
	_ = e.in.Close()
	kill := time.AfterFunc(time.Second, func() { _ = e.cmd.Process.Kill() })
	defer kill.Stop()
	for range e.lines {
		continue // what it still says must not block it
	}
	_ = e.cmd.Wait() // how it ends is its own affair
}
