package room

import (
	"strings"
	"time"
)

// CodeLength is the number of characters of a code.
const CodeLength = 6

// CodeAlphabet are the characters of codes: capitals and digits without those
// that are taken for each other (0 and O, 1 and I and L).
const CodeAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

// ReadCode reads a code as people type it: in either case, perhaps with spaces
// or hyphens. It is false for what can't be a code.
func ReadCode(typed string) (code string, ok bool) {
	code = strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(typed))
	if len(code) != CodeLength {
		return "", false
	}
	for _, c := range code {
		if !strings.ContainsRune(CodeAlphabet, c) {
			return "", false
		}
	}
	return code, true
}

// Tries are the wrong codes that an account has typed lately.
type Tries struct {
	// Since is when the count began.
	Since time.Time
	Count int
}

// Next counts one more try, or refuses it where there were as many as allowed
// in a window of time. The count begins anew after the window.
func (t Tries) Next(most int, window time.Duration, now time.Time) (Tries, error) {
	over := t.Since.Add(window)
	if t.Count == 0 || !now.Before(over) {
		return Tries{Since: now, Count: 1}, nil
	}
	if t.Count >= most {
		return t, ErrTooManyTries.After(over.Sub(now))
	}
	t.Count++
	return t, nil
}

// Forgiven takes back the try of a code that turned out right.
func (t Tries) Forgiven() Tries {
	t.Count = max(t.Count-1, 0)
	return t
}
