package silence_test

import (
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"kydai.dev/services/gateway/internal/live/livetest"
	"kydai.dev/services/gateway/internal/silence"
)

// patience is how long a test waits for what must come.
const patience = 30 * time.Second

// connect returns both ends of a connection.
func connect(t *testing.T) (server *net.TCPConn, client net.Conn) {
	t.Helper()
	lc := net.ListenConfig{Control: silence.End}
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	var dialer net.Dialer
	client, err = dialer.DialContext(t.Context(), "tcp", l.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, client.Close()) })
	conn, err := l.Accept()
	require.NoError(t, err)
	server, ok := conn.(*net.TCPConn)
	require.True(t, ok)
	return server, client
}

// Whoever loses the network is gone soon: the system gives the connection up.
func TestConnectionsOfTheSilentEnd(t *testing.T) {
	t.Parallel()
	server, _ := connect(t)
	defer func() { require.NoError(t, server.Close()) }()
	raw, err := server.SyscallConn()
	require.NoError(t, err)
	var limit int
	var failed error
	require.NoError(t, raw.Control(func(fd uintptr) { limit, failed = unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT) }))
	require.NoError(t, failed)
	require.Equal(t, 10_000, limit, "milliseconds")
}

// Quiet is not away: who acknowledges the probes of the system is there.
func TestOnlyWhoAcknowledgesNothingIsAway(t *testing.T) {
	t.Parallel()
	server, deaf := connect(t)
	other, _ := connect(t)
	defer func() { require.NoError(t, other.Close()) }()
	away, quiet := silence.Watch(server), silence.Watch(other)
	require.False(t, away())
	livetest.Deafen(t, deaf)
	require.Eventually(t, away, patience, 10*time.Millisecond)
	require.False(t, quiet(), "as long as it was quiet as well")
	_, err := server.Read(make([]byte, 1))
	require.ErrorIs(t, err, unix.ETIMEDOUT, "then the system gives it up")
	require.NoError(t, server.Close())
	require.False(t, quiet())
}

func TestNobodyIsAwayWhereTheSystemCantTell(t *testing.T) {
	t.Parallel()
	one, other := net.Pipe()
	defer func() { require.NoError(t, one.Close()); require.NoError(t, other.Close()) }()
	require.False(t, silence.Watch(one)())
}
