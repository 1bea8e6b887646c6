package porter_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/account/internal/optest"
	"kydai.dev/services/account/internal/porter"
	"kydai.dev/services/account/internal/provider"
	"kydai.dev/services/account/internal/signin"
)

// plainly adds a plain provider to a hall.
func (h *hall) plainly(t *testing.T, settings string) {
	t.Helper()
	var o provider.OAuth
	require.NoError(t, o.UnmarshalText([]byte(settings)))
	p, err := provider.NewPlain(o, h.logger)
	require.NoError(t, err)
	h.providers[o.Name] = p
}

// away is a person who was sent to a plain provider and has come back.
func (h *hall) away(t *testing.T, name string, o *optest.Plain, who optest.Person) porter.Proof {
	t.Helper()
	begun, err := h.Start(t.Context(), name, optest.Redirect)
	require.NoError(t, err)
	require.NotContains(t, begun.URL, url.QueryEscape(optest.Secret))
	code, state := o.Visit(t, begun.URL, who)
	return porter.Proof{Handle: begun.Handle.Text(), Code: code, State: state}
}

func TestSignInWithPlainProviders(t *testing.T) {
	t.Parallel()
	nested := optest.Dialect{IDParam: "client_id", Answer: func(p optest.Person) any {
		return map[string]any{"data": map[string]any{"user": map[string]any{"no": 90071992547409931, "call": p.Name}}}
	}}
	tests := map[string]struct {
		dialect        optest.Dialect
		settings       string
		name           string
		subject, email string
		suggested      string
	}{
		"Facebook": {optest.Facebook, "preset=facebook", "facebook", minh.Subject, minh.Email, minh.Name},
		"Zalo":     {optest.Zalo, "preset=zalo", "zalo", minh.Subject, "", minh.Name},
		"declared": {nested, "name=club,id=data.user.no,display-name=data.user.call,email=data.nothing.here", "club", "90071992547409931", "", minh.Name},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inHalls(t, func(t *testing.T, h *hall) {
				o := optest.StartPlain(t, tt.dialect)
				h.plainly(t, strings.Join([]string{tt.settings, o.Addresses(), "client-id=" + optest.ClientID, "client-secret-file=" + secretFile(t)}, ","))
				first, err := h.SignIn(t.Context(), h.away(t, tt.name, o, minh), "")
				require.NoError(t, err)
				require.True(t, first.Created)
				require.Equal(t, tt.suggested, first.Suggested)
				identities, err := h.Identities(t.Context(), h.caller(t, first.Tokens))
				require.NoError(t, err)
				require.Equal(t, tt.subject, identities[0].Subject)
				require.Equal(t, tt.email, identities[0].Email)
				again, err := h.SignIn(t.Context(), h.away(t, tt.name, o, minh), "")
				require.NoError(t, err)
				require.Equal(t, first.Player, again.Player)
				require.NotContains(t, h.log.String(), "example.com")
			})
		})
	}
}

func TestAttacksOnPlainProviders(t *testing.T) {
	t.Parallel()
	for name, dialect := range map[string]optest.Dialect{"facebook": optest.Facebook, "zalo": optest.Zalo} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inHalls(t, func(t *testing.T, h *hall) {
				o := optest.StartPlain(t, dialect)
				settings := "preset=" + name + "," + o.Addresses() + ",client-id=" + optest.ClientID
				h.plainly(t, settings+",client-secret-file="+secretFile(t))
				refused := func(p porter.Proof, want error) {
					t.Helper()
					_, err := h.SignIn(t.Context(), p, "")
					require.ErrorIs(t, err, want)
				}
				stranger := h.away(t, name, o, minh)
				own := h.away(t, name, o, optest.Person{Subject: "1002"})
				swapped := own
				swapped.Code = stranger.Code
				refused(swapped, signin.ErrRefused)  // another verifier
				refused(stranger, signin.ErrRefused) // the code is spent
				proof := h.away(t, name, o, minh)
				proof.State = "x"
				refused(proof, signin.ErrBadState)
				nobody := h.away(t, name, o, optest.Person{})
				refused(nobody, signin.ErrRefused)

				proof = h.away(t, name, o, minh)
				o.TakeDown("/access_token")
				refused(proof, signin.ErrProviderDown)
				o.TakeDown("")
				_, err := h.SignIn(t.Context(), proof, "")
				require.NoError(t, err, "the same once more")
				proof = h.away(t, name, o, minh)
				o.TakeDown("/me")
				refused(proof, signin.ErrProviderDown)
				require.NotContains(t, h.log.String(), stranger.Code)
				require.NotContains(t, h.log.String(), optest.Secret)
			})
		})
	}
}
