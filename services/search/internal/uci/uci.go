// Package uci is the engine as a program that others drive by lines of text: the
// Universal Chess Interface with kydai's position and move strings, one game a
// session.
package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"

	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/play"
)

// session is a conversation. Lines are read one after another; a search runs
// beside and is waited for.
type session struct {
	game   play.Game
	usual  engine.Options
	engine *engine.Engine // made anew after an option has changed; nil until then
	player *bot.Player    // in its place where a level plays
	settings
	line  *rules.Line
	games int // that have begun; they make the slips of levels differ

	writing sync.Mutex
	out     io.Writer

	searching atomic.Bool
	stop      atomic.Bool
	endless   bool               // the search has no end of its own
	cancel    context.CancelFunc // ends the search of a level; nil without one
	released  chan struct{}      // closed when a search that was to wait for it may answer
	search    sync.WaitGroup
}

// Serve answers the lines of in until quit, or until their end and that of the last
// search; one that nothing limits ends with the lines. A line that makes no sense
// is answered with an "info string" and changes nothing. The engine has the usual
// options, but for those that the lines set.
func Serve(game play.Game, usual engine.Options, in io.Reader, out io.Writer) error {
	s := &session{
		game: game, usual: usual, out: out,
		line: rules.NewLine(game.Rules, game.Rules.Start()),
	}
	for _, o := range s.options() {
		*o.field(&s.settings) = o.usual
	}
	defer s.search.Wait()
	defer s.halt()
	lines := bufio.NewReaderSize(in, longest)
	for {
		words, err := next(lines)
		switch {
		case errors.Is(err, errLong):
			s.say("info string %v", err)
		case len(words) == 0:
		case words[0] == "quit":
			return nil
		default:
			if err := s.obey(words[0], words[1:]); err != nil {
				s.say("info string %s: %v", plain(words[0]), err)
			}
		}
		if err != nil && !errors.Is(err, errLong) {
			return s.end(err)
		}
	}
}

// longest is what a line may have, in bytes: a game of 10,000 plies fits.
const longest = 1 << 20

var errLong = fmt.Errorf("a line of more than %d bytes is left out", longest)

// next reads the words of a line, which an error may follow. A line that is too long
// is passed over.
func next(lines *bufio.Reader) (words []string, err error) {
	line, err := lines.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return strings.Fields(string(line)), err
	}
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = lines.ReadSlice('\n')
	}
	if err == nil {
		err = errLong
	}
	return nil, err
}

// end is when there is no more to read. Who only pipes lines in gets the answer to the
// last of them all the same, and the whole of it: a search with limits comes to its own
// end.
func (s *session) end(err error) error {
	if !errors.Is(err, io.EOF) {
		return err
	}
	if s.endless {
		s.halt()
	}
	s.release()
	s.search.Wait()
	return nil
}

// plain is a word as it may be told: what is long or can't be printed is not.
func plain(word string) string {
	if quoted := fmt.Sprintf("%.20q", word); quoted != `"`+word+`"` {
		return quoted
	}
	return word
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
		if !s.searching.Load() {
			s.prepare() // so that no clock pays for it
		}
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
		s.games++
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
	for _, o := range s.options() {
		s.say("option name %s type spin default %d min %d max %d", o.name, o.usual, o.least, o.most)
	}
	s.say("uciok")
}

// halt ends the search, if there is one.
func (s *session) halt() {
	s.stop.Store(true)
	if s.cancel != nil {
		s.cancel()
	}
	s.release()
}

// release lets a search answer that was not to before it is told so.
func (s *session) release() {
	if s.released != nil {
		close(s.released)
		s.released = nil
	}
}
