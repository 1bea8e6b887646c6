package rest

import (
	"net/http"
	"net/netip"
	"strings"
)

// Address is the client's address: the nearest one that is not a trusted
// proxy's. An IPv6 client counts by its /64, which is one subscriber's.
func (s *Server) Address(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return ""
	}
	addr := peer.Addr().Unmap()
	if len(s.Proxies) > 0 && s.trusted(addr) {
		addr = s.forwarded(r, addr)
	}
	return subscriber(addr)
}

// forwarded reads X-Forwarded-For from the right, as far as proxies are
// trusted to have written it.
func (s *Server) forwarded(r *http.Request, peer netip.Addr) netip.Addr {
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	addr := peer
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			return addr
		}
		addr = hop.Unmap()
		if !s.trusted(addr) {
			return addr
		}
	}
	return addr
}

func (s *Server) trusted(a netip.Addr) bool {
	for _, p := range s.Proxies {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

func subscriber(a netip.Addr) string {
	if a.Is4() {
		return a.String()
	}
	p, err := a.WithZone("").Prefix(64)
	if err != nil {
		return ""
	}
	return p.String()
}
