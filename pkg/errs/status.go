package errs

import (
	"context"
	"errors"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"
)

// domainSuffix ends every ErrorInfo.domain: "referee.kydai".
const domainSuffix = ".kydai"

var kindToCode = map[Kind]codes.Code{
	Internal: codes.Internal, Invalid: codes.InvalidArgument, Unauthenticated: codes.Unauthenticated,
	Denied: codes.PermissionDenied, NotFound: codes.NotFound, Exists: codes.AlreadyExists,
	State: codes.FailedPrecondition, Conflict: codes.Aborted, Limited: codes.ResourceExhausted,
	Unavailable: codes.Unavailable,
}

var codeToKind = func() map[codes.Code]Kind {
	m := make(map[codes.Code]Kind, len(kindToCode))
	for k, c := range kindToCode {
		m[c] = k
	}
	return m
}()

// ToStatus is the one mapping of errors to gRPC statuses. Errors that are no
// refusals become Internal, Canceled or DeadlineExceeded without their text;
// the last two also where it is a call to another service that ended so.
func ToStatus(err error, service string) *status.Status {
	var e *Error
	switch {
	case errors.As(err, &e):
		return e.status(service)
	case errors.Is(err, context.Canceled), status.Code(err) == codes.Canceled:
		return status.New(codes.Canceled, "the caller has gone")
	case errors.Is(err, context.DeadlineExceeded), status.Code(err) == codes.DeadlineExceeded:
		return New(Unavailable, "DEADLINE_EXCEEDED", "the call took too long").statusWith(codes.DeadlineExceeded, service)
	default:
		return New(Internal, "INTERNAL", "something went wrong on our side").status(service)
	}
}

func (e *Error) status(service string) *status.Status {
	return e.statusWith(kindToCode[e.Kind], service)
}

func (e *Error) statusWith(code codes.Code, service string) *status.Status {
	domain := e.Domain
	if domain == "" {
		domain = service + domainSuffix
	}
	details := []protoadapt.MessageV1{&errdetails.ErrorInfo{Reason: e.Reason, Domain: domain, Metadata: e.Metadata}}
	if len(e.Violations) > 0 {
		bad := &errdetails.BadRequest{}
		for _, v := range e.Violations {
			bad.FieldViolations = append(bad.FieldViolations, &errdetails.BadRequest_FieldViolation{Field: v.Field, Description: v.Description})
		}
		details = append(details, bad)
	}
	if e.RetryAfter > 0 {
		details = append(details, &errdetails.RetryInfo{RetryDelay: durationpb.New(e.RetryAfter)})
	}
	s := status.New(code, e.Detail)
	if with, err := s.WithDetails(details...); err == nil {
		return with
	}
	return s
}

// FromStatus reads a refusal out of a gRPC status; ok is false for statuses
// that carry no reason of kydai, which stay errors of ours.
func FromStatus(err error) (e *Error, ok bool) {
	var carrier interface{ GRPCStatus() *status.Status }
	if !errors.As(err, &carrier) { // not status.FromError, which adds the text of what wraps it
		return nil, false
	}
	s := carrier.GRPCStatus()
	if s.Code() == codes.OK {
		return nil, false
	}
	e = &Error{Kind: codeToKind[s.Code()], Detail: s.Message()}
	for _, d := range s.Details() {
		switch d := d.(type) {
		case *errdetails.ErrorInfo:
			e.Reason, e.Domain, e.Metadata = d.GetReason(), d.GetDomain(), d.GetMetadata()
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				e.Violations = append(e.Violations, Violation{Field: v.GetField(), Description: v.GetDescription()})
			}
		case *errdetails.RetryInfo:
			e.RetryAfter = d.GetRetryDelay().AsDuration()
		}
	}
	if e.Reason == "" && s.Code() == codes.Unavailable {
		e.Reason = "UNAVAILABLE"
	}
	return e, e.Reason != ""
}

// Remote turns the error of a call to another service into a refusal where it
// is one, so that our own caller sees its reason; other errors pass unchanged.
func Remote(err error) error {
	if e, ok := FromStatus(err); ok && e.Kind != Internal {
		return e
	}
	return err
}
