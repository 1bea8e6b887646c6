// Package silence tells whether the other end of a connection is still there. A
// client that is closed says so; one whose network is gone says nothing, and only
// the system knows that what it was sent is not acknowledged.
package silence

import (
	"crypto/tls"
	"net"
	"time"
)

const (
	// limit is how long a client may leave what it was sent unacknowledged. By
	// itself Linux would wait for a quarter of an hour.
	limit = 10 * time.Second
	// probe is how often a watched client that is quiet is asked whether it is there,
	// which is one small packet each way and wakes no program.
	probe = 2 * time.Second
	// absent is after how long without an acknowledgement a watched client counts as
	// away: a probe and what a slow network may need to answer it.
	absent = 3500 * time.Millisecond
)

// Watch has the system probe a connection, and returns a function that reports
// whether its other end seems to be away now. Where the system can't tell, nobody is.
func Watch(conn net.Conn) (away func() bool) {
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return func() bool { return false }
	}
	probed := net.KeepAliveConfig{Enable: true, Idle: probe, Interval: probe, Count: int(limit / probe)}
	if tcp.SetKeepAliveConfig(probed) != nil { // it has ended
		return func() bool { return true }
	}
	return func() bool { return quiet(tcp) > absent }
}
