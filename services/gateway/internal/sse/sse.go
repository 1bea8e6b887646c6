// Package sse serves live streams as server-sent events: one connection, one
// stream. A client that was cut off comes back with the id of its last event
// and misses nothing.
package sse

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/authn"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/query"
	"kydai.dev/services/gateway/internal/silence"
)

// Config are the settings of the streams; what is zero takes its default.
type Config struct {
	// Heartbeat is how often an idle stream says that it lives.
	Heartbeat time.Duration
	// WriteLimit is how long a client may take nothing of what is sent.
	WriteLimit time.Duration
}

const (
	defaultHeartbeat  = 10 * time.Second
	defaultWriteLimit = 10 * time.Second
)

// Handler serves the streams.
type Handler struct {
	cfg      Config
	hub      *live.Hub
	verifier *authn.Verifier
	refuse   func(http.ResponseWriter, *http.Request, error)
	streams  errgroup.Group
}

// New returns a handler; refuse answers requests whose stream can't be opened.
func New(cfg Config, hub *live.Hub, verifier *authn.Verifier, refuse func(http.ResponseWriter, *http.Request, error)) *Handler {
	if cfg.Heartbeat <= 0 {
		cfg.Heartbeat = defaultHeartbeat
	}
	if cfg.WriteLimit <= 0 {
		cfg.WriteLimit = defaultWriteLimit
	}
	return &Handler{cfg: cfg, hub: hub, verifier: verifier, refuse: refuse}
}

// Game serves the stream of the game whose id is the path's value "id".
func (h *Handler) Game(w http.ResponseWriter, r *http.Request) {
	h.resume(w, r, "game:"+r.PathValue("id"))
}

// Analysis serves the stream of the analysis whose id is the path's value "id".
func (h *Handler) Analysis(w http.ResponseWriter, r *http.Request) {
	h.resume(w, r, "study:"+r.PathValue("id"))
}

// Tournament serves the stream of the tournament whose id is the path's value "id".
func (h *Handler) Tournament(w http.ResponseWriter, r *http.Request) {
	h.resume(w, r, "tournament:"+r.PathValue("id"))
}

// resume serves a stream that can be taken up again.
func (h *Handler) resume(w http.ResponseWriter, r *http.Request, name string) {
	q, err := query.ReadOnce(r.URL.RawQuery, paramAfterSeq, paramTicket)
	if err != nil {
		h.refuse(w, r, err)
		return
	}
	from, err := place(r.Header.Get("Last-Event-ID"), q)
	if err != nil {
		h.refuse(w, r, err)
		return
	}
	h.open(w, r, q, name, from)
}

// Me serves the stream of the caller's own account.
func (h *Handler) Me(w http.ResponseWriter, r *http.Request) {
	q, err := query.ReadOnce(r.URL.RawQuery, paramTicket)
	if err != nil {
		h.refuse(w, r, err)
		return
	}
	h.open(w, r, q, live.Account, live.Place{})
}

// Lobby serves the stream of the lobby's counts.
func (h *Handler) Lobby(w http.ResponseWriter, r *http.Request) {
	q, err := query.ReadOnce(r.URL.RawQuery, paramTicket)
	if err != nil {
		h.refuse(w, r, err)
		return
	}
	h.open(w, r, q, "lobby", live.Place{})
}

// open opens a stream; until then every refusal is a problem.
func (h *Handler) open(w http.ResponseWriter, r *http.Request, q query.Once, name string, from live.Place) {
	st, err := h.begin(r, q, name, from)
	if err != nil {
		h.refuse(w, r, err)
		return
	}
	if st.pen, err = take(w, h.cfg.WriteLimit); err != nil {
		st.close()
		return
	}
	if name == live.Account {
		st.Watched(silence.Watch(st.pen.conn))
	}
	ctx := context.WithoutCancel(r.Context())
	h.streams.Go(func() error { st.run(ctx, h.cfg.Heartbeat); return nil })
}

func (h *Handler) begin(r *http.Request, q query.Once, name string, from live.Place) (*stream, error) {
	c, err := h.caller(r, q)
	if err != nil {
		return nil, err
	}
	st := &stream{woken: make(chan struct{}, 1)}
	if st.leave, err = h.hub.Enter(c.Account); err != nil {
		return nil, err
	}
	if st.Stream, err = h.hub.Open(r.Context(), name, c, from, st.wake); err != nil {
		st.leave()
		return nil, err
	}
	return st, nil
}

// Wait returns when all streams have ended, as they do when their hub drains.
func (h *Handler) Wait() { _ = h.streams.Wait() } // streams keep their errors to themselves
