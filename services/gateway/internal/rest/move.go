package rest

import (
	"net/http"
	"sync"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/gateway/internal/frame"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/route"
)

// moves serves POST /v1/games/{game_id}/moves. It is the one call that does not
// go through the mux: its decoder and encoder are plain code, held equal to
// protojson by tests, and its checks are those of every other call.
type moves struct {
	server  *Server
	referee refereev1.RefereeServiceClient
	route   *route.Route
	repeats *limit.Repeats
}

func (s *Server) newMoves(referee refereev1.RefereeServiceClient) *moves {
	return &moves{server: s, referee: referee, route: s.byKey["POST /v1/games/{game_id=*}/moves"], repeats: limit.NewRepeats()}
}

func (m *moves) serve(x *exchange, r *http.Request, game string) {
	x.route = m.route
	if err := m.play(x, r, game); err != nil {
		m.server.refuse(x, r, err)
	}
}

func (m *moves) play(x *exchange, r *http.Request, game string) error {
	if err := m.server.known(x, r); err != nil {
		return err
	}
	if err := checkQuery(m.route, r.URL.RawQuery); err != nil {
		return err
	}
	raw, err := readBody(x, r)
	if err != nil {
		return err
	}
	req := &refereev1.PlayMoveRequest{}
	if !readMove(raw, req) {
		req.Reset()
		if err := decode(m.route, raw, req); err != nil {
			return err
		}
	}
	req.GameId = game
	ctx := r.Context()
	if token, ok := authn.Bearer(r.Header.Get("Authorization")); ok {
		ctx = rpc.WithToken(ctx, token)
	}
	played, err := m.referee.PlayMove(ctx, req)
	if err != nil {
		return err //nolint:wrapcheck // the status is the answer
	}
	if m.repeats.Seen(x.who.Account, game, played.GetSeq()) {
		m.server.Limiter.Take(m.route.Class, x.who)
	}
	write(x, played)
	return nil
}

// jsonHeader is shared between answers.
var jsonHeader = []string{mediaJSON}

var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 1024); return &b }}

func write(x *exchange, played *refereev1.PlayMoveResponse) {
	b, _ := buffers.Get().(*[]byte)
	*b = frame.AppendMove((*b)[:0], played)
	x.Header()["Content-Type"] = jsonHeader
	_, _ = x.Write(*b) // the client has gone
	buffers.Put(b)
}
