// Package uci is the engine as a program that others drive by lines of text: the
// Universal Chess Interface with kydai's position and move strings, one game a
// session.
package uci

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"

	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/play"
)

// session is a conversation. Lines are read one after another; a search runs
// beside and is waited for.
type session struct {
	game   play.Game
	usual  engine.Options
	engine *engine.Engine // made anew after an option has changed; nil until then
	settings
	line *rules.Line

	writing sync.Mutex
	out     io.Writer

	searching atomic.Bool
	stop      atomic.Bool
	released  chan struct{} // closed when an endless search may answer
	search    sync.WaitGroup
}

// Serve answers the lines of in until quit or the end. A line that makes no sense
// is answered with an "info string" and changes nothing. The engine has the usual
// options, but for those that the lines set.
func Serve(game play.Game, usual engine.Options, in io.Reader, out io.Writer) error {
	s := &session{
		game: game, usual: usual, settings: defaults(), out: out,
		line: rules.NewLine(game.Rules, game.Rules.Start()),
	}
	defer s.search.Wait()
	defer s.halt()
	const longest = 1 << 20 // a game of 10,000 plies fits
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longest)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if words[0] == "quit" {
			return nil
		}
		if err := s.obey(words[0], words[1:]); err != nil {
			s.say("info string %s: %v", words[0], err)
		}
	}
	return lines.Err()
}

// say writes a line.
func (s *session) say(format string, args ...any) {
	s.writing.Lock()
	defer s.writing.Unlock()
	fmt.Fprintf(s.out, format+"\n", args...)
}

// obey does what a line says.
func (s *session) obey(command string, words []string) error {
	switch command {
	case "isready":
		s.say("readyok")
		return nil
	case "stop":
		s.halt()
		s.search.Wait() // it ends at once, and the next line finds it answered
		return nil
	}
	if s.searching.Load() {
		return errBusy
	}
	switch command {
	case "uci":
		s.introduce()
	case "ucinewgame":
		s.line = rules.NewLine(s.game.Rules, s.game.Rules.Start())
		if s.engine != nil {
			s.engine.Forget()
		}
	case "setoption":
		return s.setOption(words)
	case "position":
		return s.setPosition(words)
	case "go":
		return s.begin(words)
	default:
		return errUnknown
	}
	return nil
}

// introduce says what the program is and can be set to.
func (s *session) introduce() {
	s.say("id name kydai %s", s.game.Rules.Name())
	s.say("id author the founders of kydai")
	for _, o := range options {
		s.say("option name %s type spin default %d min %d max %d", o.name, o.usual, o.least, o.most)
	}
	s.say("uciok")
}

// halt ends the search, if there is one.
func (s *session) halt() {
	s.stop.Store(true)
	if s.released != nil {
		close(s.released)
		s.released = nil
	}
}
