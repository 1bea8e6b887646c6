package provider

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/oauth2"

	"kydai.dev/services/account/internal/signin"
)

const (
	// limit ends the wait for one answer of a provider.
	limit = 5 * time.Second
	// maxAnswer is how much of an answer is read.
	maxAnswer = 1 << 20
	// maxSubject is how long a provider's name for a person may be, and maxWord how
	// long what it says of them.
	maxSubject, maxWord = 255, 254
)

// asker calls a provider and tells the failures apart: the person's, ours and
// the provider's.
type asker struct {
	provider string
	http     *http.Client
	log      *slog.Logger
}

// newAsker returns one whose requests go through dress, if it is not nil.
func newAsker(provider string, dress func(*http.Request), log *slog.Logger) asker {
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // secrets go nowhere else
	return asker{provider: provider, log: log, http: &http.Client{Timeout: limit, CheckRedirect: stay, Transport: guard{dress}}}
}

// guard makes failures of the other side errors, and bounds its answers.
type guard struct{ dress func(*http.Request) }

// RoundTrip sends a request.
func (g guard) RoundTrip(r *http.Request) (*http.Response, error) {
	if g.dress != nil {
		r = r.Clone(r.Context())
		g.dress(r)
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= http.StatusInternalServerError || resp.StatusCode == http.StatusTooManyRequests {
		_ = resp.Body.Close() // nothing of it is wanted
		return nil, fmt.Errorf("answers %s", resp.Status)
	}
	resp.Body = bounded{io.LimitReader(resp.Body, maxAnswer), resp.Body}
	return resp, nil
}

type bounded struct {
	io.Reader
	io.Closer
}

// with makes the libraries use the asker's client.
func (a asker) with(ctx context.Context) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, a.http)
}

// complaints are a token endpoint's about this hall and not about the
// person.
var complaints = []string{"invalid_client", "unauthorized_client", "invalid_request", "unsupported_grant_type"}

// refusals are the statuses of a token endpoint that does not take a code, but
// does not say so as the standard has it. Any other is of no token endpoint.
var refusals = []int{http.StatusOK, http.StatusBadRequest, http.StatusForbidden}

// failed says what a failure is to the person. It logs neither codes nor tokens.
func (a asker) failed(ctx context.Context, err error) error {
	var away *url.Error
	var refusal *oauth2.RetrieveError
	switch {
	case errors.As(err, &away):
		return a.down(ctx, away)
	case errors.As(err, &refusal) && (slices.Contains(complaints, refusal.ErrorCode) || refusal.Response.StatusCode == http.StatusUnauthorized):
		return a.down(ctx, fmt.Errorf("refuses this hall: %s %s", refusal.Response.Status, refusal.ErrorCode))
	case errors.As(err, &refusal) && refusal.ErrorCode == "" && !slices.Contains(refusals, refusal.Response.StatusCode):
		return a.down(ctx, fmt.Errorf("token endpoint: %s", refusal.Response.Status))
	case errors.As(err, &refusal):
		return a.refused(ctx, "token endpoint: "+refusal.ErrorCode)
	default:
		return a.refused(ctx, err.Error())
	}
}

func (a asker) down(ctx context.Context, err error) error {
	a.log.WarnContext(ctx, "sign-in provider fails", "provider", a.provider, "error", err)
	return signin.ErrProviderDown.With("provider", a.provider)
}

func (a asker) refused(ctx context.Context, why string) error {
	a.log.InfoContext(ctx, "sign-in refused", "provider", a.provider, "why", why)
	return signin.ErrRefused.With("provider", a.provider)
}

func isDown(err error) bool { return errors.Is(err, signin.ErrProviderDown) }

// ours refuses a code that another provider has sent (RFC 9207), before it is
// told to this one.
func (a asker) ours(ctx context.Context, back signin.Return, issuer string, tells bool) error {
	if back.Issuer == issuer || back.Issuer == "" && !tells {
		return nil
	}
	return a.refused(ctx, fmt.Sprintf("the person came back from %q", back.Issuer))
}

// vouched is a person as the provider knows them. What it tells besides the
// subject is for the person to see, and is left out where nobody could.
func (a asker) vouched(ctx context.Context, subject, email, name string) (signin.Person, error) {
	if subject == "" || len(subject) > maxSubject || strings.ContainsFunc(subject, unicode.IsControl) {
		return signin.Person{}, a.refused(ctx, "the person has no subject")
	}
	return signin.Person{Provider: a.provider, Subject: subject, Email: word(email), Name: word(name)}, nil
}

func word(s string) string {
	if len(s) > maxWord || strings.ContainsFunc(s, unicode.IsControl) {
		return ""
	}
	return s
}
