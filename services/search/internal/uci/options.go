package uci

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

var (
	errBusy    = errors.New("a search is under way; stop it first")
	errUnknown = errors.New("this is no command; there are uci, isready, ucinewgame, setoption, position, go, stop and quit")
)

// settings are the values of the options.
type settings struct{ hash, threads, lines int }

// option is a number that can be set.
type option struct {
	name               string
	usual, least, most int
	field              func(*settings) *int
}

var options = []option{
	{"Hash", 64, 1, 1 << 16, func(s *settings) *int { return &s.hash }},
	{"Threads", 1, 1, 256, func(s *settings) *int { return &s.threads }},
	{"MultiPV", 1, 1, 256, func(s *settings) *int { return &s.lines }},
}

func defaults() (s settings) {
	for _, o := range options {
		*o.field(&s) = o.usual
	}
	return s
}

// setOption reads "name N value V".
func (s *session) setOption(words []string) error {
	if len(words) != 4 || words[0] != "name" || words[2] != "value" {
		return errors.New("write setoption name NAME value NUMBER")
	}
	for _, o := range options {
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
				s.engine = nil
			}
		}
		return nil
	}
	return fmt.Errorf("there is no option %.40q", words[1])
}
