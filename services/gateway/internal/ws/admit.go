package ws

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/query"
)

// The refusals of sockets.
var (
	errUpgrade = errs.New(errs.Invalid, "UPGRADE_REQUIRED", "this is a WebSocket of version 13")
	errOrigin  = errs.New(errs.Denied, "ORIGIN_DENIED", "this web origin may not connect")
)

// paramTicket is the one parameter of a socket.
const paramTicket = "ticket"

// admit knows who wants a socket, or refuses it.
func (s *Server) admit(r *http.Request) (*socket, error) {
	if !upgrades(r) {
		return nil, errUpgrade
	}
	if !s.welcome(r) {
		return nil, errOrigin
	}
	token, err := tokenOf(r)
	if err != nil {
		return nil, err
	}
	k := newSocket(s, r)
	if token != "" {
		if k.caller, err = live.Prove(s.Verifier, token); err != nil {
			return nil, err
		}
	}
	k.who = limit.Caller{Account: k.caller.Account, Address: k.address}
	k.leave, err = s.Hub.Enter(k.caller.Account)
	return k, err
}

// upgrades reports whether a request is a handshake (RFC 6455 §4.1).
func upgrades(r *http.Request) bool {
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(r.Header.Get("Sec-WebSocket-Key")))
	return r.Method == http.MethodGet && r.ProtoAtLeast(1, 1) &&
		lists(r.Header, "Connection", "upgrade") && lists(r.Header, "Upgrade", "websocket") &&
		r.Header.Get("Sec-WebSocket-Version") == "13" && len(r.Header.Values("Sec-WebSocket-Key")) == 1 && err == nil && len(key) == 16
}

// lists reports whether a header names a token.
func lists(h http.Header, name, token string) bool {
	for _, value := range h.Values(name) {
		for entry := range strings.SplitSeq(value, ",") {
			if strings.EqualFold(strings.TrimSpace(entry), token) {
				return true
			}
		}
	}
	return false
}

// welcome reports whether a browser may connect from its page's origin.
func (s *Server) welcome(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" || slices.Contains(s.cfg.Origins, origin) || slices.Contains(s.cfg.Origins, "*") {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, r.Host)
}

// tokenOf reads the player's token: from the header, or a ticket where no
// header can be sent.
func tokenOf(r *http.Request) (string, error) {
	q, err := query.ReadOnce(r.URL.RawQuery, paramTicket)
	if err != nil {
		return "", err //nolint:wrapcheck // the refusal is the answer
	}
	header := r.Header.Get("Authorization")
	if header == "" {
		return q[paramTicket], nil
	}
	token, ok := authn.Bearer(header)
	if !ok {
		return "", rpc.ErrBadToken.Saying("the authorization header must be a Bearer token")
	}
	return token, nil
}

// limited counts a frame, and refuses it when there have been too many.
func (k *socket) limited(class limit.Class) error {
	k.mu.Lock()
	who := k.who
	k.mu.Unlock()
	a := k.server.Limiter.Take(class, who)
	if a.OK {
		return nil
	}
	return errs.New(errs.Limited, "RATE_LIMITED", "too many requests").After(a.RetryAfter)
}
