// Package signin decides who may sign in with what: identities that others
// vouch for, sign-ins that have begun and wait for their proof, and how many
// codes may be sent.
package signin

import (
	"errors"
	"time"

	"kydai.dev/pkg/errs"
)

// The refusals of sign-ins.
var (
	ErrUnknownProvider = errs.New(errs.NotFound, "UNKNOWN_PROVIDER", "there is no such way to sign in here")
	ErrBadEmail        = errs.New(errs.Invalid, "BAD_EMAIL", "the e-mail address is not accepted")
	ErrBadRedirect     = errs.New(errs.Invalid, "BAD_REDIRECT", "people can't be sent back to that address")
	ErrProviderDown    = errs.New(errs.Unavailable, "PROVIDER_DOWN", "the provider does not answer").After(5 * time.Second)
	ErrRefused         = errs.New(errs.Invalid, "SIGN_IN_REFUSED", "the provider does not vouch for that")
	ErrBadState        = errs.New(errs.Invalid, "BAD_STATE", "the sign-in is not known, is over, or was begun by somebody else; begin again")
	ErrWrongCode       = errs.New(errs.Invalid, "WRONG_EMAIL_CODE", "the code is wrong")
	ErrTooManyCodes    = errs.New(errs.Limited, "TOO_MANY_CODES", "too many codes were asked for")
	ErrTaken           = errs.New(errs.Exists, "IDENTITY_TAKEN", "the identity signs in to another account")
	ErrNoIdentity      = errs.New(errs.NotFound, "NO_SUCH_IDENTITY", "the account has no such identity")
	ErrLastIdentity    = errs.New(errs.State, "LAST_IDENTITY", "the account's last identity can't be taken from it")
	ErrTooMany         = errs.New(errs.State, "TOO_MANY_IDENTITIES", "the account has as many identities as it can have")
)

// ErrOvertaken says that another was first, and that it may be tried again.
var ErrOvertaken = errors.New("another was first")

// Email is the provider of addresses that a code was sent to.
const Email = "email"

const (
	// Life is how long a sign-in that has begun waits for its proof.
	Life = 10 * time.Minute
	// MaxTries is how often a proof may be tried.
	MaxTries = 5
	// MaxIdentities is how many identities an account may have.
	MaxIdentities = 10
)

// Person is who a provider says that somebody is.
type Person struct {
	// Provider vouches; Subject is its name for the person, for ever.
	Provider, Subject string
	// Email and Name are shown to the person, and prove nothing.
	Email, Name string
}

// Identity is a person that signs in to an account.
type Identity struct {
	ID, PlayerID             string
	Provider, Subject, Email string
	Linked                   time.Time
}

// As is the identity by which a person signs in to an account.
func (p Person) As(id, playerID string, now time.Time) Identity {
	return Identity{ID: id, PlayerID: playerID, Provider: p.Provider, Subject: p.Subject, Email: p.Email, Linked: now}
}

// Pending is a sign-in that has begun.
type Pending struct {
	// Key is the hash of the handle that its client holds.
	Key []byte
	// Account is who links; empty where somebody signs in.
	Account string
	// Provider is whose proof is waited for, Redirect where it sends the person
	// back.
	Provider, Redirect string
	// Email and Code are the address and the code that was sent there, by its
	// MAC.
	Email string
	Code  []byte
	// Proven is who it was, where that is known already: the choice of signing
	// in to the account that an identity belongs to is open.
	Proven  Person
	Tries   int
	Expires time.Time
}

// Judge says whether a proof by who holds the handle is to be looked at: of the
// same caller, and in time.
func (p Pending) Judge(account string, now time.Time) error {
	if p.Account != account || p.Tries > MaxTries || !now.Before(p.Expires) {
		return ErrBadState
	}
	return nil
}

// Again is the sign-in whose proof was good, but of which nothing has come: it
// may be finished once more without another proof.
func (p Pending) Again(who Person) Pending {
	p.Proven, p.Tries = who, 0
	return p
}

// Elsewhere is the sign-in that remains of a link that was refused, since the
// identity is another account's.
func (p Pending) Elsewhere(who Person, now time.Time) Pending {
	return Pending{Key: p.Key, Provider: p.Provider, Proven: who, Expires: now.Add(Life)}
}

// Allowance counts something within a window of time.
type Allowance struct {
	Since time.Time
	Count int
}

// Next counts once more, if it may be: at most so many times in a window.
func (a Allowance) Next(most int, window time.Duration, now time.Time) (Allowance, error) {
	if end := a.Since.Add(window); a.Count == 0 || !now.Before(end) {
		return Allowance{Since: now, Count: 1}, nil
	} else if a.Count >= most {
		return a, ErrTooManyCodes.After(end.Sub(now))
	}
	a.Count++
	return a, nil
}
