package porter_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/account/internal/optest"
	"kydai.dev/services/account/internal/porter"
	"kydai.dev/services/account/internal/provider"
	"kydai.dev/services/account/internal/signin"
)

// minh is somebody with an account at the provider.
var minh = optest.Person{Subject: "1001", Email: "minh@example.com", Name: "Lê Minh"}

// inOpenHalls runs a test with an OpenID provider, on both databases.
func inOpenHalls(t *testing.T, run func(t *testing.T, h *hall, o *optest.OpenID)) {
	t.Helper()
	inHalls(t, func(t *testing.T, h *hall) {
		o := optest.StartOpenID(t)
		h.open(t, "name=zitadel,issuer="+o.URL+",client-id="+optest.ClientID+",client-secret-file="+secretFile(t))
		run(t, h, o)
	})
}

func secretFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(path, []byte(optest.Secret+"\n"), 0o600))
	return path
}

// open adds an OpenID provider to a hall.
func (h *hall) open(t *testing.T, settings string) {
	t.Helper()
	var o provider.OIDC
	require.NoError(t, o.UnmarshalText([]byte(settings)))
	p, err := provider.NewOpenID(o, h.time, h.logger)
	require.NoError(t, err)
	h.providers[o.Name] = p
}

// sent is a person who was sent to the provider and has come back.
func (h *hall) sent(t *testing.T, o *optest.OpenID, who optest.Person) porter.Proof {
	t.Helper()
	begun, err := h.Start(t.Context(), "zitadel", optest.Redirect)
	require.NoError(t, err)
	require.Equal(t, 10*time.Minute, begun.Life)
	code, state := o.Visit(t, begun.URL, who)
	return porter.Proof{Handle: begun.Handle.Text(), Code: code, State: state}
}

func TestSignInWithAProvider(t *testing.T) {
	t.Parallel()
	inOpenHalls(t, func(t *testing.T, h *hall, o *optest.OpenID) {
		require.Equal(t, []porter.Way{{Name: "email", Kind: "email"}, {Name: "zitadel", Kind: "redirect"}}, h.Providers())
		first, err := h.SignIn(t.Context(), h.sent(t, o, minh), "phone")
		require.NoError(t, err)
		require.True(t, first.Created)
		require.Equal(t, "Lê Minh", first.Suggested)
		require.NotEqual(t, "Lê Minh", first.Player.Name, "nobody is shown what the provider knows")
		identities, err := h.Identities(t.Context(), h.caller(t, first.Tokens))
		require.NoError(t, err)
		require.Len(t, identities, 1)
		require.Equal(t, minh.Email, identities[0].Email)
		require.Equal(t, minh.Subject, identities[0].Subject)

		moved := minh
		moved.Email = "new@example.com"
		again, err := h.SignIn(t.Context(), h.sent(t, o, moved), "")
		require.NoError(t, err)
		require.False(t, again.Created)
		require.Equal(t, first.Player, again.Player, "the subject counts, and not the address")
		other, err := h.SignIn(t.Context(), h.sent(t, o, optest.Person{Subject: "1002", Email: minh.Email}), "")
		require.NoError(t, err)
		require.NotEqual(t, first.Player.ID, other.Player.ID)
		require.NotEqual(t, first.Player.ID, h.signIn(t, minh.Email).Player.ID, "an address joins no accounts")
		require.NotContains(t, h.log.String(), "example.com")

		o.Misbehave(optest.Mischief{Claims: map[string]any{"name": "<script>", "azp": nil}})
		again, err = h.SignIn(t.Context(), h.sent(t, o, minh), "")
		require.NoError(t, err, "what is not at fault is believed")
		require.Equal(t, first.Player.ID, again.Player.ID)
		require.Empty(t, again.Suggested, "no player may have that name")
	})
}

func TestLinkAProvider(t *testing.T) {
	t.Parallel()
	inOpenHalls(t, func(t *testing.T, h *hall, o *optest.OpenID) {
		guest, tokens := h.admit(t)
		link := func(tokens porter.Tokens) (porter.Proof, error) {
			begun, err := h.StartLink(t.Context(), h.caller(t, tokens), "zitadel", optest.Redirect)
			require.NoError(t, err)
			code, state := o.Visit(t, begun.URL, minh)
			proof := porter.Proof{Handle: begun.Handle.Text(), Code: code, State: state}
			_, _, err = h.Link(t.Context(), h.caller(t, tokens), proof)
			return proof, err
		}
		_, err := link(tokens)
		require.NoError(t, err)
		entry, err := h.SignIn(t.Context(), h.sent(t, o, minh), "")
		require.NoError(t, err)
		require.Equal(t, guest.ID, entry.Player.ID)

		_, other := h.admit(t)
		proof, err := link(other)
		require.ErrorIs(t, err, signin.ErrTaken)
		entry, err = h.SignIn(t.Context(), porter.Proof{Handle: proof.Handle}, "")
		require.NoError(t, err, "the code is spent, and yet the choice is open")
		require.Equal(t, guest.ID, entry.Player.ID)
	})
}

func TestAttacksOnSignIns(t *testing.T) {
	t.Parallel()
	another := func(h *hall, t *testing.T, o *optest.OpenID) porter.Proof { return h.sent(t, o, minh) }
	tests := map[string]struct {
		claims map[string]any
		alg    string
		forged bool
		change func(t *testing.T, h *hall, o *optest.OpenID, p porter.Proof) porter.Proof
		want   error
	}{
		"wrong state": {
			change: func(_ *testing.T, _ *hall, _ *optest.OpenID, p porter.Proof) porter.Proof {
				p.State = p.State[1:] + "A"
				return p
			},
			want: signin.ErrBadState,
		},
		"no state": {
			change: func(_ *testing.T, _ *hall, _ *optest.OpenID, p porter.Proof) porter.Proof {
				p.State = ""
				return p
			},
			want: signin.ErrBadState,
		},
		"a stranger's link": { // whoever follows it has another handle, or none
			change: func(t *testing.T, h *hall, o *optest.OpenID, p porter.Proof) porter.Proof {
				p.Handle = another(h, t, o).Handle
				return p
			},
			want: signin.ErrBadState,
		},
		"a stranger's code by another verifier": {
			change: func(t *testing.T, h *hall, o *optest.OpenID, p porter.Proof) porter.Proof {
				own := another(h, t, o)
				own.Code = p.Code
				return own
			},
			want: signin.ErrRefused,
		},
		"replayed code": {
			change: func(t *testing.T, h *hall, o *optest.OpenID, p porter.Proof) porter.Proof {
				_, err := h.SignIn(t.Context(), p, "")
				require.NoError(t, err)
				own := another(h, t, o)
				own.Code = p.Code
				return own
			},
			want: signin.ErrRefused,
		},
		"replayed as a whole": {
			change: func(t *testing.T, h *hall, _ *optest.OpenID, p porter.Proof) porter.Proof {
				_, err := h.SignIn(t.Context(), p, "")
				require.NoError(t, err)
				return p
			},
			want: signin.ErrBadState,
		},
		"expired": {
			change: func(_ *testing.T, h *hall, _ *optest.OpenID, p porter.Proof) porter.Proof {
				h.wait(10 * time.Minute)
				return p
			},
			want: signin.ErrBadState,
		},
		"a made-up code": {
			change: func(_ *testing.T, _ *hall, _ *optest.OpenID, p porter.Proof) porter.Proof {
				p.Code = "'; DROP TABLE players; --"
				return p
			},
			want: signin.ErrRefused,
		},
		"a code of another hall": {
			change: func(t *testing.T, h *hall, o *optest.OpenID, _ porter.Proof) porter.Proof {
				begun, err := h.Start(t.Context(), "zitadel", optest.Redirect)
				require.NoError(t, err)
				elsewhere := strings.Replace(begun.URL, "client_id="+optest.ClientID, "client_id="+url.QueryEscape(optest.OtherID), 1)
				require.NotEqual(t, begun.URL, elsewhere)
				code, state := o.Visit(t, elsewhere, minh)
				return porter.Proof{Handle: begun.Handle.Text(), Code: code, State: state}
			},
			want: signin.ErrRefused,
		},
		"wrong nonce":             {claims: map[string]any{"nonce": "of another sign-in"}, want: signin.ErrRefused},
		"no nonce":                {claims: map[string]any{"nonce": nil}, want: signin.ErrRefused},
		"another audience":        {claims: map[string]any{"aud": optest.OtherID}, want: signin.ErrRefused},
		"given to another":        {claims: map[string]any{"azp": optest.OtherID}, want: signin.ErrRefused},
		"for several and no one":  {claims: map[string]any{"aud": []string{optest.ClientID, optest.OtherID}, "azp": nil}, want: signin.ErrRefused},
		"another issuer":          {claims: map[string]any{"iss": "https://accounts.google.com"}, want: signin.ErrRefused},
		"a token that is over":    {claims: map[string]any{"exp": 1}, want: signin.ErrRefused},
		"no subject":              {claims: map[string]any{"sub": ""}, want: signin.ErrRefused},
		"an endless subject":      {claims: map[string]any{"sub": strings.Repeat("x", 256)}, want: signin.ErrRefused},
		"a subject with NUL":      {claims: map[string]any{"sub": "10\x0001"}, want: signin.ErrRefused},
		"signed by nobody":        {claims: map[string]any{"sub": "1002"}, alg: "none", want: signin.ErrRefused},
		"signed with a known key": {claims: map[string]any{"sub": "1002"}, alg: "HS256", want: signin.ErrRefused},
		"signed by somebody else": {forged: true, want: signin.ErrRefused},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inOpenHalls(t, func(t *testing.T, h *hall, o *optest.OpenID) {
				proof := h.sent(t, o, minh)
				o.Misbehave(optest.Mischief{Claims: tt.claims, Alg: tt.alg, Forged: tt.forged})
				if tt.change != nil {
					proof = tt.change(t, h, o, proof)
				}
				entry, err := h.SignIn(t.Context(), proof, "")
				require.ErrorIs(t, err, tt.want)
				require.Zero(t, entry)
				require.NotContains(t, h.log.String(), proof.Code, "codes are not logged")
			})
		})
	}
}

// A code that another provider has sent is told by the name that came with it,
// and no provider gets another's codes.
func TestMixUpOfProviders(t *testing.T) {
	t.Parallel()
	inOpenHalls(t, func(t *testing.T, h *hall, o *optest.OpenID) {
		from := func(issuer string) error {
			proof := h.sent(t, o, minh)
			proof.Issuer = issuer
			_, err := h.SignIn(t.Context(), proof, "")
			return err
		}
		require.NoError(t, from(""), "the provider does not say that it tells")
		require.NoError(t, from(o.URL))
		require.ErrorIs(t, from("https://honest.example"), signin.ErrRefused)
		o.Misbehave(optest.Mischief{TellsIssuer: true})
		h.wait(time.Hour) // and is asked again
		require.NoError(t, from(o.URL))
		require.ErrorIs(t, from(""), signin.ErrRefused)
		require.ErrorIs(t, from(o.URL+"/"), signin.ErrRefused)
	})
}

func TestProviderThatMoves(t *testing.T) {
	t.Parallel()
	inOpenHalls(t, func(t *testing.T, h *hall, o *optest.OpenID) {
		proof := h.sent(t, o, minh)
		o.Misbehave(optest.Mischief{Moved: true})
		_, err := h.SignIn(t.Context(), proof, "")
		require.ErrorIs(t, err, signin.ErrProviderDown, "nobody is there any more")
		_, err = h.SignIn(t.Context(), proof, "")
		require.NoError(t, err, "it was asked where it is now")

		proof = h.sent(t, o, minh)
		o.Misbehave(optest.Mischief{})
		h.wait(time.Minute)
		_, err = h.SignIn(t.Context(), proof, "")
		require.ErrorIs(t, err, signin.ErrProviderDown)
		_, err = h.SignIn(t.Context(), proof, "")
		require.NoError(t, err)
	})
}

// A provider that can't be asked anew is where it was.
func TestProviderThatSaysNothingNew(t *testing.T) {
	t.Parallel()
	inOpenHalls(t, func(t *testing.T, h *hall, o *optest.OpenID) {
		h.sent(t, o, minh)
		h.wait(time.Hour)
		o.Misbehave(optest.Mischief{Down: true})
		_, err := h.Start(t.Context(), "zitadel", optest.Redirect)
		require.NoError(t, err)
		require.Contains(t, h.log.String(), "sign-in provider fails", "operators are told")
		o.Misbehave(optest.Mischief{})
		_, err = h.SignIn(t.Context(), h.sent(t, o, minh), "")
		require.NoError(t, err)
	})
}

// What nobody could read is not kept: some databases could not.
func TestWordsOfProviders(t *testing.T) {
	t.Parallel()
	inOpenHalls(t, func(t *testing.T, h *hall, o *optest.OpenID) {
		for _, bad := range []string{"a\x00b", "a\nb", strings.Repeat("x", 300)} {
			o.Misbehave(optest.Mischief{Claims: map[string]any{"email": bad, "name": bad}})
			entry, err := h.SignIn(t.Context(), h.sent(t, o, minh), "")
			require.NoError(t, err)
			require.Empty(t, entry.Suggested)
			identities, err := h.Identities(t.Context(), h.caller(t, entry.Tokens))
			require.NoError(t, err)
			require.Empty(t, identities[0].Email)
		}
	})
}

// A wrong state is a try, and the right one still gets through.
func TestHonestSignInSurvivesAGuess(t *testing.T) {
	t.Parallel()
	inOpenHalls(t, func(t *testing.T, h *hall, o *optest.OpenID) {
		proof := h.sent(t, o, minh)
		guess := proof
		guess.State = "x"
		_, err := h.SignIn(t.Context(), guess, "")
		require.ErrorIs(t, err, signin.ErrBadState)
		_, err = h.SignIn(t.Context(), proof, "")
		require.NoError(t, err)
	})
}

func TestWhereToStart(t *testing.T) {
	t.Parallel()
	inOpenHalls(t, func(t *testing.T, h *hall, _ *optest.OpenID) {
		for _, redirect := range []string{
			"", optest.Redirect + "/", optest.Redirect + "?x=1", "https://play.example.com.evil.example/signed-in", "HTTPS://play.example.com/signed-in",
		} {
			_, err := h.Start(t.Context(), "zitadel", redirect)
			require.ErrorIs(t, err, signin.ErrBadRedirect, redirect)
		}
		for _, name := range []string{"", "email", "nobody", "Zitadel"} {
			_, err := h.Start(t.Context(), name, optest.Redirect)
			require.ErrorIs(t, err, signin.ErrUnknownProvider, name)
		}
	})
}

func TestProviderThatIsDown(t *testing.T) {
	t.Parallel()
	inOpenHalls(t, func(t *testing.T, h *hall, o *optest.OpenID) {
		o.Misbehave(optest.Mischief{Down: true})
		_, err := h.Start(t.Context(), "zitadel", optest.Redirect)
		require.ErrorIs(t, err, signin.ErrProviderDown, "before it was ever there")
		o.Misbehave(optest.Mischief{})
		proof := h.sent(t, o, minh)
		o.Misbehave(optest.Mischief{TokenDown: true})
		_, err = h.SignIn(t.Context(), proof, "")
		require.ErrorIs(t, err, signin.ErrProviderDown)
		o.Misbehave(optest.Mischief{})
		_, err = h.SignIn(t.Context(), proof, "")
		require.NoError(t, err, "the same once more")

		h.open(t, "name=fresh,issuer="+o.URL+",client-id="+optest.ClientID+",client-secret-file="+secretFile(t))
		begun, err := h.Start(t.Context(), "fresh", optest.Redirect)
		require.NoError(t, err)
		code, state := o.Visit(t, begun.URL, minh)
		o.Misbehave(optest.Mischief{KeysDown: true})
		_, err = h.SignIn(t.Context(), porter.Proof{Handle: begun.Handle.Text(), Code: code, State: state}, "")
		require.ErrorIs(t, err, signin.ErrProviderDown, "without its keys no token can be believed")

		proof = h.sent(t, o, minh)
		o.Stop()
		_, err = h.SignIn(t.Context(), proof, "")
		require.ErrorIs(t, err, signin.ErrProviderDown, "nobody listens")
		require.Contains(t, h.log.String(), "sign-in provider fails", "operators are told")
	})
}

func TestHallThatTheProviderDoesNotKnow(t *testing.T) {
	t.Parallel()
	inOpenHalls(t, func(t *testing.T, h *hall, o *optest.OpenID) {
		proof := h.sent(t, o, minh)
		h.open(t, "name=zitadel,issuer="+o.URL+",client-id="+optest.ClientID) // without its secret
		_, err := h.SignIn(t.Context(), proof, "")
		require.ErrorIs(t, err, signin.ErrProviderDown, "not the person's fault")
		require.Contains(t, h.log.String(), "refuses this hall")
		delete(h.providers, "zitadel")
		_, err = h.SignIn(t.Context(), proof, "")
		require.ErrorIs(t, err, signin.ErrUnknownProvider)
	})
}
