package authn_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-jose/go-jose/v4"
	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/authn"
)

func TestEnsureKeysKeepsWhatItMade(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "keys")
	made, set, err := authn.EnsureKeys(dir, "account", "referee")
	require.NoError(t, err)
	again, more, err := authn.EnsureKeys(dir, "account", "referee", "clock")
	require.NoError(t, err)

	require.Len(t, set.Keys, 2)
	require.Len(t, more.Keys, 3)
	require.Equal(t, "account", again["account"].Service())
	require.Equal(t, made["account"].Secret("pages"), again["account"].Secret("pages"))
	require.Equal(t, made["account"].Public(), again["account"].Public())

	read, err := authn.ReadJWKS(filepath.Join(dir, authn.JWKSFile))
	require.NoError(t, err)
	require.Equal(t, ids(more), ids(read))
	for i := range more.Keys {
		require.Equal(t, more.Keys[i].Key, read.Keys[i].Key)
	}
}

func ids(set jose.JSONWebKeySet) []string {
	var all []string
	for _, k := range set.Keys {
		all = append(all, k.KeyID)
	}
	return all
}

func TestPrivateKeysAreTheirOwnersAlone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "keys")
	_, _, err := authn.EnsureKeys(dir, "account")
	require.NoError(t, err)
	info, err := os.Stat(filepath.Join(dir, "account.jwk"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	public, err := os.ReadFile(filepath.Join(dir, authn.JWKSFile))
	require.NoError(t, err)
	require.NotContains(t, string(public), `"d"`)
}

func TestSecretsHangOnKeyAndPurpose(t *testing.T) {
	t.Parallel()
	a, b := newIdentity(t, "account"), newIdentity(t, "account")
	require.Len(t, a.Secret("pages"), 32)
	require.NotEqual(t, a.Secret("pages"), a.Secret("codes"))
	require.NotEqual(t, a.Secret("pages"), b.Secret("pages"))
}

func TestKeyOfAnotherServiceIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, _, err := authn.EnsureKeys(dir, "referee")
	require.NoError(t, err)
	require.NoError(t, os.Rename(filepath.Join(dir, "referee.jwk"), filepath.Join(dir, "account.jwk")))
	_, _, err = authn.EnsureKeys(dir, "account")
	require.ErrorContains(t, err, "it is the key of referee")
}

func TestReadKeyRefuses(t *testing.T) {
	t.Parallel()
	own := newIdentity(t, "account")
	tests := map[string]any{
		"a public key":      own.Public().Keys[0],
		"a key without id":  jose.JSONWebKey{Key: own.private},
		"another algorithm": jose.JSONWebKey{Key: []byte("a shared secret"), KeyID: "account"},
		"something else":    "text",
	}
	for name, content := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "key.jwk")
			writeJSON(t, path, content)
			_, err := authn.ReadKey(path)
			require.ErrorContains(t, err, path)
		})
	}
}

func TestReadJWKSRefuses(t *testing.T) {
	t.Parallel()
	own := newIdentity(t, "account")
	public := own.Public().Keys[0]
	nameless := public
	nameless.KeyID = ""
	tests := map[string]struct {
		keys []jose.JSONWebKey
		want string
	}{
		"a private key":    {keys: []jose.JSONWebKey{{Key: own.private, KeyID: "account"}}, want: "not a public Ed25519 key"},
		"a shared secret":  {keys: []jose.JSONWebKey{{Key: []byte("a shared secret"), KeyID: "account"}}, want: "not a public"},
		"a key without id": {keys: []jose.JSONWebKey{nameless}, want: "no id"},
		"two keys of one":  {keys: []jose.JSONWebKey{public, public}, want: "two keys"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), authn.JWKSFile)
			writeJSON(t, path, jose.JSONWebKeySet{Keys: tt.keys})
			_, err := authn.ReadJWKS(path)
			require.ErrorContains(t, err, tt.want)
		})
	}
}
