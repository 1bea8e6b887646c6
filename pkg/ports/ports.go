// Package ports finds addresses for processes that are started beside this one.
package ports

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
)

// The ports lie below those that systems take for ":0" and for the near end of
// connections (from 32768 on Linux, 49152 elsewhere): nobody comes by one by
// accident between its choice and its use.
const (
	lowest  = 12_000
	highest = 32_000
	tries   = 1_000
)

var (
	mu    sync.Mutex
	given = map[netip.AddrPort]bool{}
)

// Free is an address of 127.0.0.1 on which nobody listens, never the same
// twice in one process.
func Free() (netip.AddrPort, error) {
	mu.Lock()
	defer mu.Unlock()
	for range tries {
		port := lowest + rand.N[uint16](highest-lowest)
		address := netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), port)
		if given[address] || !free(address) {
			continue
		}
		given[address] = true
		return address, nil
	}
	return netip.AddrPort{}, errors.New("find a free port: all that were tried are taken")
}

func free(address netip.AddrPort) bool {
	l, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", address.String())
	if err != nil {
		return false
	}
	return l.Close() == nil
}
