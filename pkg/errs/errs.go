// Package errs is how kydai says that something was refused. A caller's
// mistake is an *Error with a kind and a reason, declared beside the domain
// type that refuses; every other error is ours, and the caller sees only a
// trace id. One mapping leads from here to gRPC, one table (package texts) from
// the reason to HTTP and to the words that people read.
package errs

import (
	"errors"
	"maps"
	"time"
)

// Kind is the kind of a refusal; it decides the gRPC code.
type Kind uint8

// The kinds.
const (
	Internal        Kind = iota // ours, not the caller's
	Invalid                     // the request itself is wrong
	Unauthenticated             // who calls is not known
	Denied                      // who calls may not
	NotFound                    // what is named does not exist
	Exists                      // what should be made exists
	State                       // not in the state of things now
	Conflict                    // somebody else was first
	Limited                     // too much at once
	Unavailable                 // not now, try again
)

// Error is a refusal that the caller can understand.
type Error struct {
	Kind Kind
	// Reason is the stable name of the refusal, UPPER_SNAKE.
	Reason string
	// Detail is a sentence in English for developers.
	Detail string
	// Domain is the service that refused, set where an error came from
	// another service; empty means this one.
	Domain string
	// Metadata is data that a client can act on.
	Metadata map[string]string
	// Violations name the fields at fault.
	Violations []Violation
	// RetryAfter is when to try again; 0 says nothing.
	RetryAfter time.Duration
}

// Violation is one field at fault.
type Violation struct {
	Field, Description string
}

// New returns a refusal.
func New(kind Kind, reason, detail string) *Error {
	return &Error{Kind: kind, Reason: reason, Detail: detail}
}

func (e *Error) Error() string { return e.Reason + ": " + e.Detail }

// Is makes errors.Is find a refusal by its reason, whatever it carries.
func (e *Error) Is(target error) bool {
	var t *Error
	return errors.As(target, &t) && t.Reason == e.Reason
}

// With returns a copy that also carries the pair in its metadata.
func (e *Error) With(key, value string) *Error {
	c := *e
	c.Metadata = maps.Clone(e.Metadata)
	if c.Metadata == nil {
		c.Metadata = map[string]string{}
	}
	c.Metadata[key] = value
	return &c
}

// At returns a copy that names a field at fault.
func (e *Error) At(field, description string) *Error {
	c := *e
	c.Violations = append(append([]Violation(nil), e.Violations...), Violation{Field: field, Description: description})
	return &c
}

// Saying returns a copy with another detail.
func (e *Error) Saying(detail string) *Error {
	c := *e
	c.Detail = detail
	return &c
}

// After returns a copy that says when to try again.
func (e *Error) After(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// Reason returns the reason of a refusal, or "" for any other error.
func Reason(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Reason
	}
	return ""
}
