package authn_test

import (
	"crypto/ed25519"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/authn"
)

const leeway = 2 * time.Second

func playerToken() authn.PlayerToken {
	return authn.PlayerToken{
		Account: "0195-account", Session: "0195-session", Guest: true, Scopes: []string{"play", "chat"},
		IssuedAt: start, Expires: start.Add(15 * time.Minute),
	}
}

func TestPlayerTokenSaysWhatWasSigned(t *testing.T) {
	t.Parallel()
	account, c := newIdentity(t, "account"), &clock{start}
	want := playerToken()
	token, err := account.signer(t, c).PlayerToken(want)
	require.NoError(t, err)

	v := authn.NewVerifier(keysOf(account), c.Now)
	for range 2 { // checked, then remembered
		got, err := v.Player(token)
		require.NoError(t, err)
		require.WithinDuration(t, want.IssuedAt, got.IssuedAt, 0)
		require.WithinDuration(t, want.Expires, got.Expires, 0)
		require.WithinDuration(t, want.Expires, got.StreamsUntil, 0)
		got.IssuedAt, got.Expires, got.StreamsUntil = want.IssuedAt, want.Expires, want.StreamsUntil
		require.Equal(t, want, got)
	}
}

func TestStreamTicketOutlivesItself(t *testing.T) {
	t.Parallel()
	account, c := newIdentity(t, "account"), &clock{start}
	ticket := playerToken()
	ticket.Expires, ticket.StreamsUntil = start.Add(30*time.Second), start.Add(10*time.Minute)
	token, err := account.signer(t, c).PlayerToken(ticket)
	require.NoError(t, err)

	v := authn.NewVerifier(keysOf(account), c.Now)
	got, err := v.Player(token)
	require.NoError(t, err)
	require.WithinDuration(t, ticket.StreamsUntil, got.StreamsUntil, 0)
	c.now = start.Add(33 * time.Second)
	_, err = v.Player(token)
	require.ErrorIs(t, err, authn.ErrExpired, "it opens no stream any more")
}

func TestPlayerTokensThatAreRefused(t *testing.T) {
	t.Parallel()
	account, referee, thief := newIdentity(t, "account"), newIdentity(t, "referee"), newIdentity(t, "account")
	c := &clock{start}
	v := authn.NewVerifier(keysOf(account, referee), c.Now)
	good := claims{
		"iss": "kydai", "aud": "kydai", "sub": "0195-account", "sid": "0195-session", "scope": "play",
		"iat": start.Unix(), "exp": start.Add(time.Minute).Unix(),
	}
	by := func(i identity, kid string, c claims) string {
		return sign(t, jose.EdDSA, i.private, kid, "at+jwt", c)
	}
	ours := func(changes claims) string { return by(account, "account", good.with(changes)) }
	_, err := v.Player(ours(nil))
	require.NoError(t, err, "the claims that the others change")

	serviceToken, err := account.signer(t, c).ServiceToken("kydai")
	require.NoError(t, err)
	refereeToken, err := referee.signer(t, c).PlayerToken(playerToken())
	require.NoError(t, err)
	valid := strings.Split(ours(nil), ".")
	other := strings.Split(ours(claims{"sub": "0195-somebody-else"}), ".")

	tests := map[string]string{
		"empty":                        "",
		"garbage":                      "garbage",
		"dots":                         "..",
		"cut":                          valid[0] + "." + valid[1],
		"unsigned":                     valid[0] + "." + valid[1] + ".",
		"claims swapped":               valid[0] + "." + other[1] + "." + valid[2],
		"alg none":                     unsigned(t, "account", "at+jwt", good),
		"public key as shared secret":  sign(t, jose.HS256, []byte(account.Public().Keys[0].Key.(ed25519.PublicKey)), "account", "at+jwt", good),
		"forged with the right key id": by(thief, "account", good),
		"key id nobody knows":          by(account, "nobody", good),
		"no key id":                    by(account, "", good),
		"another service's signature":  by(referee, "referee", good),
		"another service's own signer": refereeToken,
		"another service's key id":     by(account, "referee", good),
		"a service's token":            serviceToken,
		"no type":                      sign(t, jose.EdDSA, account.private, "account", "JWT", good),
		"wrong issuer":                 ours(claims{"iss": "account"}),
		"no issuer":                    ours(claims{"iss": nil}),
		"wrong audience":               ours(claims{"aud": "referee"}),
		"no audience":                  ours(claims{"aud": nil}),
		"no subject":                   ours(claims{"sub": nil}),
		"no end":                       ours(claims{"exp": nil}),
		"no beginning":                 ours(claims{"iat": nil}),
		"from the future":              ours(claims{"iat": start.Add(3 * time.Second).Unix()}),
		"not yet valid":                ours(claims{"nbf": start.Add(3 * time.Second).Unix()}),
		"expired":                      ours(claims{"exp": start.Add(-3 * time.Second).Unix()}),
	}
	for name, token := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range 2 { // a refusal is not remembered as anything else
				got, err := v.Player(token)
				require.Error(t, err)
				require.Zero(t, got)
				require.Equal(t, name == "expired", errors.Is(err, authn.ErrExpired))
				require.NotContains(t, err.Error(), "jose", "said in our own words")
			}
		})
	}
}

func TestServiceTokensThatAreRefused(t *testing.T) {
	t.Parallel()
	account, referee := newIdentity(t, "account"), newIdentity(t, "referee")
	c := &clock{start}
	v := authn.NewVerifier(keysOf(account, referee), c.Now)
	good := claims{"iss": "referee", "aud": "clock", "iat": start.Unix(), "exp": start.Add(time.Minute).Unix()}
	by := func(i identity, kid, typ string, changes claims) string {
		return sign(t, jose.EdDSA, i.private, kid, typ, good.with(changes))
	}
	ours := func(changes claims) string { return by(referee, "referee", "service+jwt", changes) }
	service, err := v.Service(ours(nil), "clock")
	require.NoError(t, err, "the claims that the others change")
	require.Equal(t, "referee", service)
	playerToken, err := account.signer(t, c).PlayerToken(playerToken())
	require.NoError(t, err)

	tests := map[string]string{
		"empty":                     "",
		"alg none":                  unsigned(t, "referee", "service+jwt", good),
		"a player's token":          playerToken,
		"another type":              by(referee, "referee", "at+jwt", nil),
		"in another's name":         by(account, "account", "service+jwt", nil),
		"with another's key id":     by(account, "referee", "service+jwt", nil),
		"for another service":       ours(claims{"aud": "account"}),
		"for several services":      ours(claims{"aud": []string{"clock", "account"}}),
		"for nobody":                ours(claims{"aud": nil}),
		"in nobody's name":          ours(claims{"iss": nil}),
		"without end":               ours(claims{"exp": nil}),
		"without beginning":         ours(claims{"iat": nil}),
		"from the future":           ours(claims{"iat": start.Add(3 * time.Second).Unix()}),
		"expired":                   ours(claims{"exp": start.Add(-3 * time.Second).Unix()}),
		"of a key that nobody gave": by(newIdentity(t, "referee"), "referee", "service+jwt", nil),
	}
	for name, token := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range 2 {
				_, err := v.Service(token, "clock")
				require.Error(t, err)
				require.Equal(t, name == "expired", errors.Is(err, authn.ErrExpired))
			}
		})
	}
}

func TestRememberedServiceTokenIsForOneServiceStill(t *testing.T) {
	t.Parallel()
	referee, c := newIdentity(t, "referee"), &clock{start}
	token, err := referee.signer(t, c).ServiceToken("account")
	require.NoError(t, err)
	v := authn.NewVerifier(keysOf(referee), c.Now)
	_, err = v.Service(token, "account")
	require.NoError(t, err)
	_, err = v.Service(token, "clock")
	require.ErrorContains(t, err, "is for account")
}

func TestServiceTokenIsReusedForHalfItsLife(t *testing.T) {
	t.Parallel()
	referee, c := newIdentity(t, "referee"), &clock{start}
	s := referee.signer(t, c)
	get := func(audience string) string {
		token, err := s.ServiceToken(audience)
		require.NoError(t, err)
		return token
	}
	first := get("account")
	require.NotEqual(t, first, get("clock"), "each service gets its own")
	c.now = start.Add(30*time.Second - 1)
	require.Equal(t, first, get("account"))
	c.now = start.Add(30 * time.Second)
	second := get("account")
	require.NotEqual(t, first, second)

	v := authn.NewVerifier(keysOf(referee), c.Now)
	c.now = start.Add(60 * time.Second)
	_, err := v.Service(first, "account")
	require.NoError(t, err, "the old one holds to its end")
	c.now = start.Add(63 * time.Second)
	_, err = v.Service(first, "account")
	require.ErrorIs(t, err, authn.ErrExpired)
	_, err = v.Service(second, "account")
	require.NoError(t, err)
}

// A verifier that remembers a token and one that meets it first must agree at
// every time.
func TestMemoryRespectsExpiry(t *testing.T) {
	t.Parallel()
	account, c := newIdentity(t, "account"), &clock{start}
	s := account.signer(t, c)
	player, err := s.PlayerToken(playerToken())
	require.NoError(t, err)
	service, err := s.ServiceToken("referee")
	require.NoError(t, err)
	warm := authn.NewVerifier(keysOf(account), c.Now)
	_, err = warm.Player(player)
	require.NoError(t, err)
	_, err = warm.Service(service, "referee")
	require.NoError(t, err)

	for _, life := range []time.Duration{time.Minute, 15 * time.Minute} {
		for _, off := range []time.Duration{-time.Second, 0, leeway, leeway + 1, leeway + time.Second, time.Hour} {
			c.now = start.Add(life + off)
			cold := authn.NewVerifier(keysOf(account), c.Now)
			for _, v := range []*authn.Verifier{warm, cold} {
				_, err := v.Player(player)
				requireExpired(t, c.now.After(start.Add(15*time.Minute+leeway)), err)
				_, err = v.Service(service, "referee")
				requireExpired(t, c.now.After(start.Add(time.Minute+leeway)), err)
			}
		}
	}
}

func requireExpired(t *testing.T, expired bool, err error) {
	t.Helper()
	if expired {
		require.ErrorIs(t, err, authn.ErrExpired)
	} else {
		require.NoError(t, err)
	}
}

func TestSignerAndVerifierServeManyAtOnce(t *testing.T) {
	t.Parallel()
	account, c := newIdentity(t, "account"), &clock{start}
	s, v := account.signer(t, c), authn.NewVerifier(keysOf(account), c.Now)
	player, err := s.PlayerToken(playerToken())
	require.NoError(t, err)
	var all errgroup.Group
	for range 8 {
		all.Go(func() error {
			for range 50 {
				token, err := s.ServiceToken("referee")
				if err != nil {
					return err
				}
				if _, err := v.Service(token, "referee"); err != nil {
					return err
				}
				if _, err := v.Player(player); err != nil {
					return err
				}
			}
			return nil
		})
	}
	require.NoError(t, all.Wait())
}
