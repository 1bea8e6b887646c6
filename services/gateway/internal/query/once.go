package query

import (
	"maps"
	"slices"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
)

// errParameter refuses parameters that an address does not have.
var errParameter = errs.New(errs.Invalid, "UNKNOWN_FIELD", "there is no such parameter")

// Once are the parameters given, each once.
type Once map[string]string

// ReadOnce reads a query of known parameters.
func ReadOnce(raw string, known ...string) (Once, error) {
	values, err := Read(raw)
	if err != nil {
		return nil, err
	}
	q := Once{}
	for _, name := range slices.Sorted(maps.Keys(values)) { // always the same refusal
		if !slices.Contains(known, name) {
			return nil, errParameter.With("field", name).At(name, "is not known here")
		}
		if len(values[name]) != 1 {
			return nil, rpc.ErrInvalid.At(name, "must be given once")
		}
		q[name] = values[name][0]
	}
	return q, nil
}
