package rest

import (
	"net/http"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"
)

// front stands before every route of the mux.
func (s *Server) front(next runtime.HandlerFunc) runtime.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request, params map[string]string) {
		x := exchangeOf(w)
		pattern, _ := runtime.HTTPPattern(r.Context())
		to := s.byKey[r.Method+" "+pattern.String()]
		if !matches(to.Pattern, r.URL.Path) { // the mux takes x:resign for an id
			s.unrouted(r.Context(), nil, nil, w, r, http.StatusNotFound)
			return
		}
		x.route = to
		err := s.admit(x, r)
		if err == nil {
			err = checkPath(to, params)
		}
		if err != nil {
			s.refuse(x, r, err)
			return
		}
		next(w, r, params)
	}
}

// admit knows the caller, counts the call, and reads query and body.
func (s *Server) admit(x *exchange, r *http.Request) error {
	if x.route.RPC == "" { // streams and documents know their callers themselves
		x.who.Account, _ = s.account(r)
		return s.count(x, x.route.Class)
	}
	if x.route.OnlyNobody() {
		r.Header.Del("Authorization")
	}
	if err := s.known(x, r); err != nil {
		return err
	}
	if err := checkQuery(x.route, r.URL.RawQuery); err != nil {
		return err
	}
	accepted(x.route, r)
	dropHops(r.Header)
	if !x.route.Body {
		r.Body = http.NoBody
		return nil
	}
	return readMessage(x, r)
}

// known checks the caller's token and counts the call. Calls that are free of
// counting are so for callers with a valid token only.
func (s *Server) known(x *exchange, r *http.Request) error {
	var err error
	x.who.Account, err = s.account(r)
	if x.who.Account == "" || !x.route.Free {
		if limited := s.count(x, x.route.Class); limited != nil {
			return limited
		}
	}
	return err
}

// account reads the caller's account from the token; empty without one.
func (s *Server) account(r *http.Request) (string, error) {
	header := r.Header.Get("Authorization")
	if header == "" {
		return "", nil
	}
	token, ok := authn.Bearer(header)
	if !ok {
		return "", rpc.ErrBadToken
	}
	t, err := s.Verifier.Player(token)
	switch {
	case err != nil:
		return "", rpc.RefuseToken(err)
	case t.Ticket():
		return "", rpc.ErrScope.With("scope", "play")
	}
	return t.Account, nil
}

// dropHops removes what belongs to the connection and not to the call, and
// what the mux would pass on as if we had said it.
func dropHops(h http.Header) {
	for _, name := range []string{
		"Connection", "Keep-Alive", "Proxy-Connection", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
		"Grpc-Timeout", "X-Forwarded-For", "X-Forwarded-Host",
	} {
		delete(h, name)
	}
}
