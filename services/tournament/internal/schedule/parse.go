package schedule

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/netresearch/go-cron"
)

// Error is why there is no such schedule.
type Error struct {
	Field  string // of the expression, TimeZone, or empty for the expression as a whole
	Reason string
	// Never says that the expression is well-formed, but has no day.
	Never bool
}

// TimeZone is the field of errors about the zone.
const TimeZone = "time zone"

// Error names field and reason.
func (e *Error) Error() string {
	if e.Field == "" {
		return e.Reason
	}
	return e.Field + ": " + e.Reason
}

// MaxLength is how long an expression may be.
const MaxLength = 200

// field is one of the five of an expression.
type field struct {
	name  string
	takes string // its values
}

var fields = []field{
	{"minute", "a number from 0 to 59"},
	{"hour", "a number from 0 to 23"},
	{"day of month", "a number from 1 to 31"},
	{"month", "a number from 1 to 12 or a name from jan to dec"},
	{dayOfWeek, "a number from 0 to 7 or a name from sun to sat"},
}

const dayOfWeek = "day of week"

// Between two 29ths of February are eight years at most.
var parser = cron.MustNewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow | cron.DowOrDom).
	WithMaxSearchYears(8)

// Parse reads an expression for the clocks of a time zone of the IANA database;
// the error is an [Error].
func Parse(expression, zone string) (Schedule, error) {
	place, err := parseZone(zone)
	if err != nil {
		return Schedule{}, err
	}
	if len(expression) > MaxLength {
		return Schedule{}, &Error{Reason: fmt.Sprintf("an expression has %d characters at most", MaxLength)}
	}
	words := strings.Fields(expression)
	if len(words) != len(fields) {
		return Schedule{}, &Error{Reason: fmt.Sprintf(
			"an expression has five fields: minute, hour, day of month, month and day of week; here are %d", len(words))}
	}
	for i, word := range words {
		// The library takes a capital H for a wish to have any time.
		words[i] = strings.ToLower(word)
		if err := checkField(i, words[i]); err != nil {
			return Schedule{}, err
		}
	}
	s := Schedule{expression: strings.Join(words, " "), zone: place}
	if s.times, err = parser.Parse(s.expression); err != nil {
		return Schedule{}, &Error{Reason: err.Error()}
	}
	if _, ok := s.Next(time.Unix(0, 0)); !ok {
		return Schedule{}, &Error{Never: true, Reason: fmt.Sprintf("%s never comes: no month has such a day", s)}
	}
	return s, nil
}

// parseZone takes no names that mean something else on another machine.
func parseZone(name string) (*time.Location, error) {
	lower := name == "" || name[0] >= 'a' && name[0] <= 'z' // right/, posix/, localtime: files that machines have
	if lower || name == "Local" {
		return nil, &Error{Field: TimeZone, Reason: fmt.Sprintf("%q is no name such as Asia/Ho_Chi_Minh", name)}
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, &Error{Field: TimeZone, Reason: fmt.Sprintf("there is no %q", name)}
	}
	return zone, nil
}

// item is what a list consists of. The library reads more than these.
var item = regexp.MustCompile(`^(\*|\w+(-\w+)?)(/\d+)?$`)

// checkField tries every item of a list alone, so that the error can name it.
func checkField(i int, list string) error {
	for word := range strings.SplitSeq(list, ",") {
		what, step, stepped := strings.Cut(word, "/")
		if !item.MatchString(word) || !understood(i, word) {
			return &Error{Field: fields[i].name, Reason: fmt.Sprintf(
				"%q is neither * nor %s, nor a range or step of them", word, fields[i].takes)}
		}
		first, last, ranged := strings.Cut(what, "-")
		if stepped && what != "*" && !ranged {
			return &Error{Field: fields[i].name, Reason: fmt.Sprintf(
				"%q has a step but no range: write */%s or %s-…/%s", word, step, what, step)}
		}
		// Sunday is 0 and 7 in the library: it would be counted twice on the way.
		if stepped && ranged && fields[i].name == dayOfWeek && weekday(last) < weekday(first) {
			return &Error{Field: dayOfWeek, Reason: fmt.Sprintf("%q goes over Sunday by steps: list the days", word)}
		}
	}
	return nil
}

// parseField reads a field as if the others were *.
func parseField(i int, word string) (*cron.SpecSchedule, bool) {
	words := slices.Repeat([]string{"*"}, len(fields))
	words[i] = word
	s, err := parser.Parse(strings.Join(words, " "))
	if err != nil {
		return nil, false
	}
	spec, ok := s.(*cron.SpecSchedule)
	return spec, ok
}

func understood(i int, word string) bool {
	_, ok := parseField(i, word)
	return ok
}

// weekday is the set of one day.
func weekday(word string) uint64 {
	s, ok := parseField(len(fields)-1, word)
	if !ok {
		return 0
	}
	return s.Dow
}
