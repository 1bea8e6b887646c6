package uci

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kydai.dev/pkg/levels"

	"kydai.dev/services/search/internal/memory"
)

var (
	errBusy    = errors.New("a search is under way; stop it first")
	errUnknown = errors.New("this is no command; there are uci, isready, ucinewgame, setoption, position, go, stop and quit")
)

// settings are the values of the options.
type settings struct{ hash, threads, lines, level int }

// option is a number that can be set.
type option struct {
	name               string
	usual, least, most int
	field              func(*settings) *int
}

// hashes is the greatest table: three quarters at most of the memory of the machine or
// the container, for the system ends a program that wants more than there is.
var hashes = min(1<<16, memory.Megabytes()/4*3)

// options are those of the session's game.
func (s *session) options() []option {
	return []option{
		{"Hash", min(64, hashes), 1, hashes, func(s *settings) *int { return &s.hash }},
		{"Threads", 1, 1, 256, func(s *settings) *int { return &s.threads }},
		{"MultiPV", 1, 1, 256, func(s *settings) *int { return &s.lines }},
		{"Level", 0, 0, len(levels.Of(s.game.Rules.Name())), func(s *settings) *int { return &s.level }},
	}
}

// setOption reads "name N value V".
func (s *session) setOption(words []string) error {
	if len(words) != 4 || words[0] != "name" || words[2] != "value" {
		return errors.New("write setoption name NAME value NUMBER")
	}
	for _, o := range s.options() {
		if !strings.EqualFold(o.name, words[1]) {
			continue
		}
		value, err := strconv.Atoi(words[3])
		if err != nil || value < o.least || value > o.most {
			return fmt.Errorf("%s is a number from %d to %d", o.name, o.least, o.most)
		}
		if place := o.field(&s.settings); *place != value {
			*place = value
			if o.name != "MultiPV" {
				s.engine, s.player = nil, nil
			}
		}
		return nil
	}
	return fmt.Errorf("there is no option %.40q", words[1])
}
