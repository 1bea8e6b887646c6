// Package problem is how the gateway says no: every refusal and every failure
// becomes application/problem+json, in the client's language, never HTML.
package problem

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/trace"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/texts"
)

// MediaType is the content type of a problem.
const MediaType = "application/problem+json"

// retryDefault is when to come back where nobody says.
const retryDefault = time.Second

// Problem is the body of a refusal. It is also what an error frame of a
// WebSocket carries.
type Problem struct {
	// Type is where the reason is explained.
	Type string `json:"type"`
	// Title and Detail are for people, in the language they asked for.
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	// Instance is the trace id of the request.
	Instance string `json:"instance"`
	// Reason is the stable name that programs go by; Domain says whose it is.
	Reason string `json:"reason"`
	Domain string `json:"domain"`
	// Metadata is data that a client can act on.
	Metadata map[string]string `json:"metadata"`
	// Violations name the fields at fault.
	Violations []Violation `json:"violations"`
	// RetryAfter is when to try again, in seconds; null says nothing.
	RetryAfter *int `json:"retryAfter"`
}

// Violation is one field at fault.
type Violation struct {
	Field       string `json:"field"`
	Description string `json:"description"`
}

// New describes an error in a language. Errors that are no refusals show
// nothing of themselves but the trace id.
func New(ctx context.Context, lang texts.Lang, err error) *Problem {
	e := refusal(err)
	text, known := texts.Reason(e.Reason)
	if !known {
		text, _ = texts.Reason(fallback(e.Kind))
		text.Status = statusOf(e.Kind)
	}
	p := &Problem{
		Type: "/docs#" + e.Reason, Status: text.Status, Reason: e.Reason, Domain: e.Domain,
		Metadata: e.Metadata, Violations: make([]Violation, len(e.Violations)), RetryAfter: retryAfter(e, text.Status),
	}
	p.Title, p.Detail = text.Text(lang, e.Metadata)
	if p.Metadata == nil {
		p.Metadata = map[string]string{}
	}
	for i, v := range e.Violations {
		p.Violations[i] = Violation(v)
	}
	if s := trace.SpanContextFromContext(ctx); s.IsValid() {
		p.Instance = s.TraceID().String()
	}
	return p
}

func retryAfter(e *errs.Error, status int) *int {
	after := e.RetryAfter
	if after <= 0 && (status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable) {
		after = retryDefault
	}
	if after <= 0 {
		return nil
	}
	seconds := int(math.Ceil(after.Seconds()))
	return &seconds
}

// Status is the HTTP status of an error.
func Status(err error) int {
	e := refusal(err)
	if text, ok := texts.Reason(e.Reason); ok {
		return text.Status
	}
	return statusOf(e.Kind)
}

// Write answers a request with the problem of an error.
func Write(w http.ResponseWriter, r *http.Request, err error) {
	note(r.Context(), err)
	lang := texts.Language(r.Header.Get("Accept-Language"))
	p := New(r.Context(), lang, err)
	body, _ := json.Marshal(p) // strings and numbers only
	h := w.Header()
	h.Del("Etag")
	h.Set("Content-Type", MediaType)
	h.Set("Content-Language", lang.String())
	h.Add("Vary", "Accept-Language")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if p.RetryAfter != nil {
		h.Set("Retry-After", strconv.Itoa(*p.RetryAfter))
	}
	if p.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", challenge(p.Reason))
	}
	w.WriteHeader(p.Status)
	_, _ = w.Write(body) // the client has gone
}

// challenge is the value of WWW-Authenticate (RFC 6750 §3).
func challenge(reason string) string {
	const bearer = `Bearer realm="kydai"`
	if slices.Contains([]string{"BAD_TOKEN", "EXPIRED_TOKEN", "SESSION_ENDED"}, reason) {
		return bearer + `, error="invalid_token"`
	}
	return bearer
}
