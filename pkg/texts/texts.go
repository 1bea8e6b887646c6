// Package texts holds the words that people read, in Vietnamese and English:
// why something was refused, with the HTTP status that goes with it, and how a
// game ended. One table names every reason, so that the gateway, its
// documentation and the command line agree.
package texts

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Refusal is a reason and all that is said of it.
type Refusal struct {
	// Name is the reason, UPPER_SNAKE.
	Name string
	// Status is the HTTP status of an answer with this reason.
	Status int
	// Owner is the service that gives the reason; empty where any may.
	Owner string

	vi, en words
}

// words are a title and a detail. The detail's parts are joined by "|"; a part
// that names a {placeholder} for which there is no value is left out.
type words struct{ title, detail string }

// reasons is the one table, by name.
var reasons = index(common, gatewayReasons, refereeReasons, offerReasons, matchmakingReasons, ratingReasons, rewardsReasons, studyReasons, tournamentReasons, directorReasons, accountReasons, playerReasons, signinReasons)

func index(tables ...[]Refusal) map[string]Refusal {
	all := map[string]Refusal{}
	for _, r := range slices.Concat(tables...) {
		all[r.Name] = r
	}
	return all
}

// Reason looks a reason up.
func Reason(name string) (Refusal, bool) {
	r, ok := reasons[name]
	return r, ok
}

// Reasons lists the whole table, sorted by name.
func Reasons() []Refusal {
	return slices.SortedFunc(maps.Values(reasons), func(a, b Refusal) int { return cmp.Compare(a.Name, b.Name) })
}

// Text says the reason in a language, filled with the metadata of the error.
func (r Refusal) Text(lang Lang, metadata map[string]string) (title, detail string) {
	w := r.vi
	if lang == English {
		w = r.en
	}
	return w.title, fill(w.detail, lang, metadata)
}

// fill puts the values into a detail.
func fill(detail string, lang Lang, metadata map[string]string) string {
	var said []string
	for part := range strings.SplitSeq(detail, "|") {
		if s, ok := fillPart(part, lang, metadata); ok {
			said = append(said, s)
		}
	}
	return strings.Join(said, " ")
}

func fillPart(part string, lang Lang, metadata map[string]string) (string, bool) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(part, "{")
		b.WriteString(before)
		if !found {
			return b.String(), true
		}
		key, after, _ := strings.Cut(rest, "}")
		value, ok := metadata[key]
		if !ok || value == "" {
			return "", false
		}
		b.WriteString(word(lang, key, value))
		part = after
	}
}

// word says a value of a closed set in a language; other values stay as they
// are.
func word(lang Lang, key, value string) string {
	set, ok := vocabulary[key]
	if !ok {
		return value
	}
	if said, ok := set[value]; ok {
		return said[lang]
	}
	return value
}
