package rest

import (
	"net/http"
	"slices"
)

// What browsers may send to us and read from our answers.
const (
	corsMethods = "GET, HEAD, POST, PUT, PATCH, DELETE"
	corsHeaders = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Accept-Language, traceparent"
	corsExposed = "ETag, Location, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Content-Language, WWW-Authenticate, traceparent"
	corsMaxAge  = "600"
)

// cors answers a browser's preflight and lets the listed origins read answers.
// Tokens come in a header and never in cookies, so no credentials are allowed.
func (s *Server) cors(x *exchange, r *http.Request) (answered bool) {
	from := r.Header.Get("Origin")
	if from == "" {
		return false
	}
	h := x.Header()
	h.Add("Vary", "Origin")
	allowed := slices.Contains(s.Origins, from) || slices.Contains(s.Origins, "*")
	if allowed {
		h.Set("Access-Control-Allow-Origin", from)
		h.Set("Access-Control-Expose-Headers", corsExposed)
	}
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	if allowed {
		h.Set("Access-Control-Allow-Methods", corsMethods)
		h.Set("Access-Control-Allow-Headers", corsHeaders)
		h.Set("Access-Control-Max-Age", corsMaxAge)
	}
	x.WriteHeader(http.StatusNoContent)
	return true
}
