package rules

import (
	"strconv"
	"strings"
)

// maxDigits bounds the numbers of a position string, so that counting on from
// them never overflows.
const maxDigits = 9

// SplitFields cuts a position string at single spaces into its n fields. The
// error names the field "line" (§1).
func SplitFields(line string, n int) ([]string, error) {
	fields := strings.Split(line, " ")
	for _, f := range fields {
		if f == "" {
			return nil, BadPosition("line", "a space too many, or nothing at all")
		}
	}
	if len(fields) != n {
		return nil, BadPosition("line", "%d fields in place of %d", len(fields), n)
	}
	return fields, nil
}

// ParseNumber reads a number of a position string: plain decimals without sign
// or leading zero, not less than least. The error names the given field.
func ParseNumber(field, text string, least int) (int, error) {
	n, err := strconv.Atoi(text)
	switch {
	case err != nil || strconv.Itoa(n) != text || n < 0:
		return 0, BadPosition(field, "%.20q is no plain number", text)
	case len(text) > maxDigits:
		return 0, BadPosition(field, "%.20s is too large", text)
	case n < least:
		return 0, BadPosition(field, "%d is less than %d", n, least)
	}
	return n, nil
}
