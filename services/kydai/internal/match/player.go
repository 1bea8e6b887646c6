package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Player is one side of a match: a program that speaks UCI.
type Player struct {
	Command string   `placeholder:"COMMAND" help:"Command line of the player; our own engine when left out."`
	Name    string   `help:"What it is called in records and reports."`
	Option  []string `sep:"none" placeholder:"NAME=VALUE" help:"UCI option to set; may be repeated."`
	Dialect string   `enum:"kydai,fairy" default:"kydai" help:"How it writes moves and wants to be told the game: ${enum}."`
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
	if _, _, err := e.until(ctx, "uciok"); err != nil {
		return err
	}
	for _, o := range append(e.dialect.options(game), e.Option...) {
		name, value, ok := strings.Cut(o, "=")
		if !ok {
			return fmt.Errorf("the option %q of %s is not written NAME=VALUE", o, e.Name)
		}
		e.say("setoption name " + name + " value " + value)
	}
	return e.ready(ctx)
}

func (e *engine) ready(ctx context.Context) error {
	e.say("isready")
	_, _, err := e.until(ctx, "readyok")
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
)

// until waits for a line that begins so; it also returns the last score that was
// told on the way.
func (e *engine) until(ctx context.Context, start string) (line string, s score, err error) {
	timer := time.NewTimer(e.patience)
	defer timer.Stop()
	for {
		select {
		case line, ok := <-e.lines:
			if !ok {
				return "", s, fmt.Errorf("%s: %w", e.Name, errGone)
			}
			if strings.HasPrefix(line, start) {
				return line, s, nil
			}
			s.read(line)
		case <-timer.C:
			return "", s, fmt.Errorf("%s: %w", e.Name, errLate)
		case <-ctx.Done():
			return "", s, ctx.Err()
		}
	}
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

// move asks for a move after those of a game from the usual start; limits is the
// rest of a go line.
func (e *engine) move(ctx context.Context, moves []string, limits string) (move string, s score, err error) {
	theirs := make([]string, len(moves))
	for i, m := range moves {
		theirs[i] = e.dialect.theirs(m)
	}
	position := "position startpos"
	if len(moves) > 0 {
		position += " moves " + strings.Join(theirs, " ")
	}
	e.say(position)
	e.say("go " + limits)
	line, s, err := e.until(ctx, "bestmove ")
	if err != nil {
		return "", s, err
	}
	return e.dialect.ours(strings.Fields(line)[1]), s, nil
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
