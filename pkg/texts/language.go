package texts

import (
	"strconv"
	"strings"
)

// Lang is a language that texts are written in.
type Lang uint8

// The languages; Vietnamese where nobody says which.
const (
	Vietnamese Lang = iota
	English
)

// String returns the language's tag, as in Content-Language.
func (l Lang) String() string {
	if l == English {
		return "en"
	}
	return "vi"
}

// Language picks a language by the value of an Accept-Language header.
func Language(accept string) Lang {
	best, bestWeight := Vietnamese, 0.0
	for entry := range strings.SplitSeq(accept, ",") {
		tag, params, _ := strings.Cut(entry, ";")
		lang, known := parseTag(tag)
		if w := weight(params); known && w > bestWeight {
			best, bestWeight = lang, w
		}
	}
	return best
}

// parseTag knows a tag by its first subtag: "en-GB" is English.
func parseTag(tag string) (lang Lang, known bool) {
	primary, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
	switch primary {
	case "en":
		return English, true
	case "vi", "*":
		return Vietnamese, true
	default:
		return Vietnamese, false
	}
}

func weight(params string) float64 {
	q, ok := strings.CutPrefix(strings.TrimSpace(params), "q=")
	if !ok {
		return 1
	}
	w, err := strconv.ParseFloat(q, 64)
	if err != nil {
		return 0
	}
	return w
}
