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
// accident between its choice and its use. Nor do other processes that ask this
// package, for each has blocks of its own.
const (
	lowest = 12_000
	blocks = 200
	block  = 100
	tries  = 1_000
)

var (
	mu sync.Mutex
	// next to end are the ports of this process that were not given yet.
	next, end uint16
	// guards listen on the first ports of the blocks of this process for as long as
	// it lives, so that no other one takes such a block.
	guards []net.Listener
)

// Free is an address of 127.0.0.1 on which nobody listens, never the same twice in
// one process, nor in two at once.
func Free() (netip.AddrPort, error) {
	mu.Lock()
	defer mu.Unlock()
	for range tries {
		if next == end {
			claim()
			continue
		}
		address := local(next)
		next++
		if !listens(address) {
			return address, nil
		}
	}
	return netip.AddrPort{}, errors.New("find a free port: all that were tried are taken")
}

// listens reports whether somebody listens on an address. To try to listen oneself
// would not do: a process that is started meanwhile holds the port for a moment longer.
func listens(address netip.AddrPort) bool {
	conn, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", address.String())
	return err == nil && conn.Close() == nil
}

// claim makes a block, taken at random, this process's own where it is nobody's.
func claim() {
	first := lowest + block*rand.N[uint16](blocks)
	guard, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", local(first).String())
	if err != nil {
		return
	}
	guards = append(guards, guard)
	next, end = first+1, first+block
}

func local(port uint16) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), port)
}
