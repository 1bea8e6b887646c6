package sse

import (
	"maps"
	"net/http"
	"slices"
	"strconv"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/query"
)

// The parameters of streams.
const (
	paramAfterSeq = "afterSeq"
	paramTicket   = "ticket"
)

// ErrParameter refuses parameters that a stream does not have.
var ErrParameter = errs.New(errs.Invalid, "UNKNOWN_FIELD", "the stream has no such parameter")

// parameters are those given, each once.
type parameters map[string]string

func readQuery(raw string, known ...string) (parameters, error) {
	values, err := query.Read(raw)
	if err != nil {
		return nil, err //nolint:wrapcheck // the refusal is the answer
	}
	q := parameters{}
	for _, name := range slices.Sorted(maps.Keys(values)) { // always the same refusal
		all := values[name]
		if !slices.Contains(known, name) {
			return nil, ErrParameter.With("field", name).At(name, "is not known here")
		}
		if len(all) != 1 {
			return nil, rpc.ErrInvalid.At(name, "must be given once")
		}
		q[name] = all[0]
	}
	return q, nil
}

// place is where the client wants to go on. The id of the last event counts
// more than the parameter: a browser repeats the address it began with. An id
// that makes no sense is answered by a snapshot, a parameter by a refusal.
func place(lastEventID string, q parameters) (live.Place, error) {
	if lastEventID != "" {
		after, ok := number(lastEventID)
		return live.Place{Given: ok, After: after, Unknown: !ok}, nil
	}
	text, given := q[paramAfterSeq]
	if !given {
		return live.Place{}, nil
	}
	after, ok := number(text)
	if !ok {
		return live.Place{}, rpc.ErrInvalid.At(paramAfterSeq, "must be the number of an event, or 0")
	}
	return live.Place{Given: true, After: after}, nil
}

// number reads digits and nothing else.
func number(text string) (int32, bool) {
	n, err := strconv.ParseUint(text, 10, 31)
	return int32(n), err == nil //nolint:gosec // 31 bits
}

// caller proves who reads: by header, or by a ticket where no header can be
// sent. Nobody may read too, as far as the referee allows it.
func (h *Handler) caller(r *http.Request, q parameters) (live.Caller, error) {
	token := q[paramTicket]
	if header := r.Header.Get("Authorization"); header != "" {
		bearer, ok := authn.Bearer(header)
		if !ok {
			return live.Caller{}, rpc.ErrBadToken.Saying("the authorization header must be a Bearer token")
		}
		token = bearer
	}
	if token == "" {
		return live.Caller{}, nil
	}
	return live.Prove(h.verifier, token)
}
