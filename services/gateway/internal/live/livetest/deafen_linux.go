package livetest

import (
	"net"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// Deafen lets a client's connection receive nothing from now on, and acknowledge
// nothing, as if its network were gone: a filter of the system drops all packets.
func Deafen(t testing.TB, conn net.Conn) {
	t.Helper()
	tcp, ok := conn.(*net.TCPConn)
	require.True(t, ok)
	raw, err := tcp.SyscallConn()
	require.NoError(t, err)
	drop := []unix.SockFilter{{Code: unix.BPF_RET | unix.BPF_K, K: 0}}
	var failed error
	require.NoError(t, raw.Control(func(fd uintptr) {
		filter := unix.SockFprog{Len: uint16(len(drop)), Filter: &drop[0]}
		failed = unix.SetsockoptSockFprog(int(fd), unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &filter)
	}))
	require.NoError(t, failed)
}
