package sse

import (
	"net/http"
	"strconv"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/query"
)

// The parameters of streams.
const (
	paramAfterSeq = "afterSeq"
	paramTicket   = "ticket"
)

// place is where the client wants to go on. The id of the last event counts
// more than the parameter: a browser repeats the address it began with. An id
// that makes no sense is answered by a snapshot, a parameter by a refusal.
func place(lastEventID string, q query.Once) (live.Place, error) {
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
func (h *Handler) caller(r *http.Request, q query.Once) (live.Caller, error) {
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
