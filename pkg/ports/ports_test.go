package ports_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
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

// TestNoTwoProcessesGetTheSame: processes that ask at the same time, and none of
// which listens, get different ports.
func TestNoTwoProcessesGetTheSame(t *testing.T) {
	t.Parallel()
	const asks = "KYDAI_TEST_PORTS"
	if os.Getenv(asks) != "" {
		for range 150 { // more than a block
			address, err := ports.Free()
			require.NoError(t, err)
			fmt.Println("free", address)
		}
		_, _ = io.Copy(io.Discard, os.Stdin) // the others ask while this one is there
		return
	}
	seen := map[string]bool{}
	for range 8 {
		other := exec.CommandContext(context.WithoutCancel(t.Context()), os.Args[0], "-test.run=^TestNoTwoProcessesGetTheSame$")
		other.Env = append(os.Environ(), asks+"=1", "GORACE=atexit_sleep_ms=0")
		stay, err := other.StdinPipe()
		require.NoError(t, err)
		out, err := other.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, other.Start())
		said := bufio.NewScanner(out)
		for range 150 {
			require.True(t, said.Scan())
			require.Contains(t, said.Text(), "free 127.0.0.1:")
			require.False(t, seen[said.Text()], said.Text())
			seen[said.Text()] = true
		}
		t.Cleanup(func() {
			require.NoError(t, stay.Close())
			_, _ = io.Copy(io.Discard, out)
			require.NoError(t, other.Wait())
		})
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
