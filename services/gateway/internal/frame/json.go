package frame

import (
	"strconv"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

const hex = "0123456789abcdef"

// appendString appends a JSON string.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			return appendEscaped(append(b, s[:i]...), s[i:])
		}
	}
	return append(append(b, s...), '"')
}

// appendEscaped appends the rest of a JSON string that is not plain ASCII.
func appendEscaped(b []byte, s string) []byte {
	for _, r := range s { // bytes that are not UTF-8 become the replacement character
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&0xF])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}

// appendTime appends a time as protojson prints it: UTC, with no, three, six
// or nine digits of a second.
func appendTime(b []byte, t time.Time) []byte {
	b = append(b, '"')
	b = t.UTC().AppendFormat(b, time.RFC3339)
	b = appendNanos(b[:len(b)-1], int32(t.Nanosecond())) //nolint:gosec // below a thousand million
	return append(b, 'Z', '"')
}

func appendTimestamp(b []byte, t *timestamppb.Timestamp) []byte {
	if t == nil {
		return append(b, "null"...)
	}
	return appendTime(b, t.AsTime())
}

// appendDuration appends a duration as protojson prints it, such as "1.500s".
func appendDuration(b []byte, d *durationpb.Duration) []byte {
	if d == nil {
		return append(b, "null"...)
	}
	seconds, nanos := d.GetSeconds(), d.GetNanos()
	b = append(b, '"')
	if seconds < 0 || nanos < 0 {
		b, seconds, nanos = append(b, '-'), -seconds, -nanos
	}
	b = appendNanos(strconv.AppendInt(b, seconds, 10), nanos)
	return append(b, 's', '"')
}

// appendNanos appends the fraction of a second in groups of three digits.
func appendNanos(b []byte, nanos int32) []byte {
	if nanos == 0 {
		return b
	}
	b = append(b, '.')
	digits := 9
	for ; nanos%1000 == 0; nanos /= 1000 {
		digits -= 3
	}
	for at := int32(pow10[digits-1]); at > 0; at /= 10 {
		b = append(b, byte('0'+nanos/at%10))
	}
	return b
}

var pow10 = [...]int{1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}

func appendInt(b []byte, n int32) []byte { return strconv.AppendInt(b, int64(n), 10) }
