package problem

import (
	"errors"
	"net/http"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"kydai.dev/pkg/errs"
)

// domain is the gateway's own, in the words of ErrorInfo.
const domain = "gateway.kydai"

// Reasons of statuses that carry none of their own.
const (
	reasonInternal    = "INTERNAL"
	reasonInvalid     = "INVALID_ARGUMENT"
	reasonUnavailable = "UNAVAILABLE"
)

// refusal reads what is known of an error: the gateway's own refusals, those of
// a service, and failures, which keep nothing but their kind.
func refusal(err error) *errs.Error {
	var own *errs.Error
	if errors.As(err, &own) {
		if own.Domain != "" {
			return own
		}
		c := *own
		c.Domain = domain
		return &c
	}
	if e, ok := errs.FromStatus(err); ok {
		for i, v := range e.Violations {
			e.Violations[i].Field = camel(v.Field)
		}
		return e
	}
	return bare(err)
}

// camel turns a field path of a contract, such as time_control.per_move, into
// that of its JSON.
func camel(path string) string {
	words := strings.Split(path, "_")
	for i := 1; i < len(words); i++ {
		if w := words[i]; w != "" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, "")
}

// bare describes an error without a reason.
func bare(err error) *errs.Error {
	s, ok := status.FromError(err)
	if !ok {
		s = status.FromContextError(err)
	}
	e := &errs.Error{Kind: errs.Internal, Reason: reasonInternal, Domain: domain}
	switch s.Code() {
	case codes.Canceled:
		e.Reason = "CANCELED"
	case codes.DeadlineExceeded:
		e.Reason = "DEADLINE_EXCEEDED"
	case codes.Unimplemented:
		e.Reason = "UNIMPLEMENTED"
	case codes.Unavailable:
		e.Kind, e.Reason = errs.Unavailable, reasonUnavailable
	case codes.InvalidArgument:
		e.Kind, e.Reason = errs.Invalid, reasonInvalid
	}
	return e
}

// statusOf is the HTTP status of a reason that the table does not know.
func statusOf(k errs.Kind) int {
	switch k {
	case errs.Invalid:
		return http.StatusBadRequest
	case errs.Unauthenticated:
		return http.StatusUnauthorized
	case errs.Denied:
		return http.StatusForbidden
	case errs.NotFound:
		return http.StatusNotFound
	case errs.Exists, errs.State, errs.Conflict:
		return http.StatusConflict
	case errs.Limited:
		return http.StatusTooManyRequests
	case errs.Unavailable:
		return http.StatusServiceUnavailable
	default:
		return http.StatusInternalServerError
	}
}

// fallback is the reason whose words stand in for those of a reason that the
// table does not know.
func fallback(k errs.Kind) string {
	switch k {
	case errs.Internal:
		return reasonInternal
	case errs.Unavailable:
		return reasonUnavailable
	case errs.Unauthenticated:
		return "BAD_TOKEN"
	case errs.Denied:
		return "CALLER_DENIED"
	case errs.NotFound:
		return "NOT_FOUND"
	case errs.Limited:
		return "RATE_LIMITED"
	default:
		return reasonInvalid
	}
}
