// Package weights reads the numbers that evaluations are made of from text, so that
// a tuner can write them and a person can read them. Most are worth one thing at
// the beginning of a game and another at its end.
package weights

import (
	"fmt"
	"strconv"
	"strings"
)

// Pair is a weight at the beginning and at the end of a game, in one word so that
// sums are one addition.
type Pair int64

const endShift = 32

// Make returns a pair.
func Make(begin, end int) Pair { return Pair(begin) + Pair(end)<<endShift }

// Begin is the half of the beginning.
func (p Pair) Begin() int { return int(int32(p)) }

// End is the half of the end.
func (p Pair) End() int { return int(int32((p + 1<<(endShift-1)) >> endShift)) }

// Blend mixes the halves: phase of full parts the beginning, the rest the end.
func (p Pair) Blend(phase, full int) int {
	return (p.Begin()*phase + p.End()*(full-phase)) / full
}

// Times returns the pair so many times.
func (p Pair) Times(n int) Pair { return p * Pair(n) }

// Set is weights by name.
type Set map[string][]Pair

// Number is one weight of a text.
type Number struct {
	Name       string
	Begin, End int
}

// Parse reads lines of weights: a name with a colon, then numbers up to the next
// name. A number is 12, or 12,20 where beginning and end differ. What follows a #
// is a remark.
func Parse(text string) (Set, error) {
	numbers, err := Numbers(text)
	if err != nil {
		return nil, err
	}
	return SetOf(numbers), nil
}

// SetOf puts numbers together by their names.
func SetOf(numbers []Number) Set {
	set := Set{}
	for _, n := range numbers {
		set[n.Name] = append(set[n.Name], Make(n.Begin, n.End))
	}
	return set
}

// Numbers lists the weights of a text in its order.
func Numbers(text string) (list []Number, err error) {
	err = each(text, func(n Number) string {
		list = append(list, n)
		return ""
	}, nil)
	return list, err
}

// Rewrite puts other numbers in the places of those of a text, in its order.
func Rewrite(text string, numbers []Number) (string, error) {
	var out strings.Builder
	i := 0
	err := each(text, func(Number) string {
		n := numbers[i]
		i++
		if n.Begin == n.End {
			return strconv.Itoa(n.Begin)
		}
		return fmt.Sprintf("%d,%d", n.Begin, n.End)
	}, &out)
	return out.String(), err
}

// each goes through the numbers of a text. Where out is given it gets the text with
// what visit returns in place of them.
func each(text string, visit func(Number) string, out *strings.Builder) error {
	name := ""
	for i, whole := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		line, remark, remarked := strings.Cut(whole, "#")
		words := strings.Fields(line)
		for j, word := range words {
			if title, ok := strings.CutSuffix(word, ":"); ok {
				name = title
				continue
			}
			p, err := parsePair(word)
			if err != nil || name == "" {
				return fmt.Errorf("line %d: %q is no weight of a name", i+1, word)
			}
			words[j] = visit(Number{Name: name, Begin: p.Begin(), End: p.End()})
		}
		if out == nil {
			continue
		}
		if remarked {
			words = append(words, "#"+remark)
		}
		line = strings.Join(words, " ")
		out.WriteString(line + "\n")
	}
	return nil
}

// MustParse is Parse for weights that are part of the program.
func MustParse(text string) Set {
	set, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return set
}

func parsePair(word string) (Pair, error) {
	first, second, both := strings.Cut(word, ",")
	begin, err := strconv.Atoi(first)
	if err != nil || !both {
		return Make(begin, begin), err
	}
	end, err := strconv.Atoi(second)
	return Make(begin, end), err
}

// One returns the weight of a name that has one number.
func (s Set) One(name string) Pair { return s.List(name, 1)[0] }

// List returns the n weights of a name. It panics where the text has another
// number of them, for the program could not play.
func (s Set) List(name string, n int) []Pair {
	if len(s[name]) != n {
		panic(fmt.Sprintf("weights: %s has %d numbers in place of %d", name, len(s[name]), n))
	}
	return s[name]
}
