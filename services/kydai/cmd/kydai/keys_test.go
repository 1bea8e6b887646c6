package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/authn"
)

func TestKeys(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "keys")
	_, _, err := run(t, "keys", "--dir", dir, "account", "referee")
	require.NoError(t, err)
	before, err := authn.ReadKey(filepath.Join(dir, "referee.jwk"))
	require.NoError(t, err)

	_, _, err = run(t, "keys", "--dir", dir, "account", "referee", "clock")
	require.NoError(t, err)
	after, err := authn.ReadKey(filepath.Join(dir, "referee.jwk"))
	require.NoError(t, err)
	require.Equal(t, before, after, "a key stays")
	set, err := authn.ReadJWKS(filepath.Join(dir, authn.JWKSFile))
	require.NoError(t, err)
	for _, service := range []string{"account", "referee", "clock"} {
		require.Len(t, set.Key(service), 1)
		require.True(t, set.Key(service)[0].IsPublic())
	}
}
