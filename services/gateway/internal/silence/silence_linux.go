package silence

import (
	"net"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// End lets the connections of a listener end when a client falls silent; it is the
// Control of a net.ListenConfig.
func End(_, _ string, conn syscall.RawConn) error {
	var failed error
	err := conn.Control(func(fd uintptr) {
		failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(limit.Milliseconds()))
	})
	if err == nil {
		err = failed
	}
	return err
}

// quiet is since when nothing was acknowledged; nothing where that can't be told.
func quiet(conn *net.TCPConn) time.Duration {
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0
	}
	var since time.Duration
	_ = raw.Control(func(fd uintptr) { // a closed one is about to leave by itself
		if info, err := unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO); err == nil {
			since = time.Duration(info.Last_ack_recv) * time.Millisecond
		}
	})
	return since
}
