package rest

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/problem"
)

// maxHeaders is the most bytes that a request may bring before its body.
const maxHeaders = 16 << 10

// The gateway's own refusals.
var (
	ErrNotFound    = errs.New(errs.NotFound, "NOT_FOUND", "there is no such path")
	ErrMethod      = errs.New(errs.Invalid, "METHOD_NOT_ALLOWED", "the path has no such method")
	ErrBodySize    = errs.New(errs.Invalid, "BODY_TOO_LARGE", "the body is too large")
	ErrHeaderSize  = errs.New(errs.Invalid, "HEADERS_TOO_LARGE", "the headers are too large").With("limit", strconv.Itoa(maxHeaders))
	ErrContentType = errs.New(errs.Invalid, "UNSUPPORTED_MEDIA_TYPE", "a body must be application/json")
	ErrJSON        = errs.New(errs.Invalid, "BAD_JSON", "the body must be one JSON object")
	ErrField       = errs.New(errs.Invalid, "UNKNOWN_FIELD", "the call has no such field")
	ErrHeader      = errs.New(errs.Invalid, "BAD_HEADER", "a header is not valid")
	ErrLimited     = errs.New(errs.Limited, "RATE_LIMITED", "too many requests")
)

// refuse answers with a problem. Where calls count only when they are refused,
// it counts them, and says so in place of the problem when there were too many.
func (s *Server) refuse(x *exchange, r *http.Request, err error) {
	if x.route != nil && x.route.Free && x.who.Account != "" && problem.Status(err) < http.StatusInternalServerError {
		if limited := s.count(x, x.route.Class); limited != nil {
			err = limited
		}
	}
	problem.Write(x, r, err)
}

// count takes a call from its bucket and tells the client what is left.
func (s *Server) count(x *exchange, class limit.Class) error {
	a := s.Limiter.Take(class, x.who)
	if a.Limit > 0 {
		h := x.Header()
		h.Set("RateLimit-Limit", strconv.Itoa(a.Limit))
		h.Set("RateLimit-Remaining", strconv.Itoa(a.Remaining))
		h.Set("RateLimit-Reset", strconv.Itoa(seconds(a.Reset)))
	}
	if !a.OK {
		return ErrLimited.After(a.RetryAfter)
	}
	return nil
}

// failed is the mux's way of answering with an error.
func (s *Server) failed(_ context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, err error) {
	var malformed *runtime.HTTPStatusError
	if errors.As(err, &malformed) { // a path that can't be unescaped names nothing
		err = ErrNotFound
	}
	s.refuse(exchangeOf(w), r, err)
}

// unrouted answers where no route fits.
func (s *Server) unrouted(_ context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, _ int) {
	x := exchangeOf(w)
	if err := s.count(x, limit.Read); err != nil {
		s.refuse(x, r, err)
		return
	}
	allowed := s.allowed(r.URL.Path)
	if len(allowed) == 0 {
		s.refuse(x, r, ErrNotFound)
		return
	}
	allow := strings.Join(allowed, ", ")
	x.Header().Set("Allow", allow)
	s.refuse(x, r, ErrMethod.With("allow", allow))
}

// allowed lists the methods that a path has.
func (s *Server) allowed(path string) []string {
	var methods []string
	for _, r := range s.routes {
		if matches(r.Pattern, path) {
			methods = append(methods, r.Method)
		}
	}
	if slices.Contains(methods, http.MethodGet) {
		methods = append(methods, http.MethodHead)
	}
	slices.Sort(methods)
	return slices.Compact(methods)
}
