// Package query reads the query of an address, and names the parameter at fault
// where it can't.
package query

import (
	"net/url"
	"strings"

	"kydai.dev/pkg/rpc"
)

// Read reads a query.
func Read(raw string) (url.Values, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, rpc.ErrInvalid.At(atFault(raw), "can't be read: it has a semicolon, or a % that is not followed by two hexadecimal digits")
	}
	return values, nil
}

// atFault is the name of the first parameter that can't be read, as it was sent
// where the name itself is at fault; all of a parameter that has none.
func atFault(raw string) string {
	for parameter := range strings.SplitSeq(raw, "&") {
		if _, err := url.ParseQuery(parameter); err == nil {
			continue
		}
		name, _, _ := strings.Cut(parameter, "=")
		plain, err := url.QueryUnescape(name)
		switch {
		case name == "":
			return parameter
		case err != nil:
			return name
		}
		return plain
	}
	return raw
}
