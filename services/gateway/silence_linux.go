package gateway

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// silence is how long a client may leave what it was sent unacknowledged. By
// itself Linux would wait for a quarter of an hour, and for as long somebody
// whose network is gone would count as present and be paired.
const silence = 10 * time.Second

// endSilence lets the connections of a listener end when a client falls silent.
func endSilence(_, _ string, conn syscall.RawConn) error {
	var failed error
	err := conn.Control(func(fd uintptr) {
		failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(silence.Milliseconds()))
	})
	if err == nil {
		err = failed
	}
	return err
}
