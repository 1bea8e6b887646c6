package gateway_test

import (
	"net"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"kydai.dev/services/gateway"
)

// Whoever loses the network is gone soon: the system gives the connection up.
func TestConnectionsOfTheSilentEnd(t *testing.T) {
	t.Parallel()
	l, err := gateway.Listen(t.Context())
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	var dialer net.Dialer
	client, err := dialer.DialContext(t.Context(), "tcp", l.Addr().String())
	require.NoError(t, err)
	defer func() { require.NoError(t, client.Close()) }()
	conn, err := l.Accept()
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close()) }()
	tcp, ok := conn.(*net.TCPConn)
	require.True(t, ok)
	raw, err := tcp.SyscallConn()
	require.NoError(t, err)
	var limit int
	var failed error
	require.NoError(t, raw.Control(func(fd uintptr) { limit, failed = unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT) }))
	require.NoError(t, failed)
	require.Equal(t, 10_000, limit, "milliseconds")
}
