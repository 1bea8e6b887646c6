//go:build !linux

package gateway

import "syscall"

// endSilence leaves it to the system when the connection of a silent client ends.
func endSilence(_, _ string, _ syscall.RawConn) error { return nil }
