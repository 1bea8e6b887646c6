package authn_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/authn"
)

// start is when the tests take place.
var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// clock is a time that a test sets.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

// identity is a service's key together with its raw half, by which tests sign
// what the package never would.
type identity struct {
	*authn.Key
	private ed25519.PrivateKey
}

func newIdentity(t *testing.T, service string) identity {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "key.jwk")
	writeJSON(t, path, jose.JSONWebKey{Key: private, KeyID: service, Algorithm: "EdDSA", Use: "sig"})
	key, err := authn.ReadKey(path)
	require.NoError(t, err)
	return identity{Key: key, private: private}
}

func (i identity) signer(t *testing.T, c *clock) *authn.Signer {
	t.Helper()
	s, err := authn.NewSigner(i.Key, c.Now)
	require.NoError(t, err)
	return s
}

func writeJSON(t *testing.T, path string, v any) {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, data, 0o600))
}

// keysOf are the public keys of all the identities.
func keysOf(all ...identity) jose.JSONWebKeySet {
	var set jose.JSONWebKeySet
	for _, i := range all {
		set.Keys = append(set.Keys, i.Public().Keys...)
	}
	return set
}

// sign makes a token with any claims and headers.
func sign(t *testing.T, alg jose.SignatureAlgorithm, key any, kid, typ string, says claims) string {
	t.Helper()
	opts := (&jose.SignerOptions{}).WithType(jose.ContentType(typ)).WithHeader("kid", kid)
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: key}, opts)
	require.NoError(t, err)
	token, err := jwt.Signed(signer).Claims(map[string]any(says)).Serialize()
	require.NoError(t, err)
	return token
}

// unsigned makes a token of the algorithm "none".
func unsigned(t *testing.T, kid, typ string, claims any) string {
	t.Helper()
	part := func(v any) string {
		data, err := json.Marshal(v)
		require.NoError(t, err)
		return base64.RawURLEncoding.EncodeToString(data)
	}
	return part(map[string]string{"alg": "none", "kid": kid, "typ": typ}) + "." + part(claims) + "."
}

type claims map[string]any

// with returns a copy with other values; nil takes a claim away.
func (c claims) with(changes claims) claims {
	out := claims{}
	for _, from := range []claims{c, changes} {
		for k, v := range from {
			out[k] = v
			if v == nil {
				delete(out, k)
			}
		}
	}
	return out
}
