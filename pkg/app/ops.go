package app

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// readyTimeout bounds one look at whether the services can serve.
const readyTimeout = 2 * time.Second

// opsHandler serves operators: health, readiness, metrics, profiles.
func (p *Process) opsHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { writeState(w, http.StatusOK, nil) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		bad := p.unready(r.Context())
		code := http.StatusOK
		if len(bad) > 0 {
			code = http.StatusServiceUnavailable
		}
		writeState(w, code, bad)
	})
	mux.Handle("GET /metrics", promhttp.HandlerFor(p.metrics, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	for _, s := range p.services {
		for path, h := range s.Ops {
			mux.Handle(path, h)
		}
	}
	return mux
}

// unready asks every service; what it returns says who can't serve and why.
func (p *Process) unready(ctx context.Context) map[string]string {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	bad := map[string]string{}
	for _, s := range p.services {
		if s.Ready == nil {
			continue
		}
		if err := s.Ready(ctx); err != nil {
			bad[s.name] = err.Error()
		}
	}
	return bad
}

func writeState(w http.ResponseWriter, code int, bad map[string]string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(map[string]any{"ok": len(bad) == 0, "unready": bad}) // the client has gone
}
