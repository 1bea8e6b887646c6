package ports_test

import (
	"net"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/ports"
)

// TestFreeIsGivenOnce: a port that was given and is not in use yet is not given
// to a second process.
func TestFreeIsGivenOnce(t *testing.T) {
	t.Parallel()
	seen := map[netip.AddrPort]bool{}
	for range 500 {
		address, err := ports.Free()
		require.NoError(t, err)
		require.False(t, seen[address], "%v", address)
		seen[address] = true
	}
}

func TestFreeCanBeListenedOn(t *testing.T) {
	t.Parallel()
	address, err := ports.Free()
	require.NoError(t, err)
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address.String())
	require.NoError(t, err)
	require.NoError(t, l.Close())
}
