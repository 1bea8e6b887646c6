// Package limit bounds how often a client may call: one bucket for each class
// of calls and account, and a wider one for the address behind it.
package limit

import (
	"math"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"
)

// Class is a kind of calls that share a bucket.
type Class uint8

// The classes.
const (
	Read Class = iota
	Write
	Create
	Export
	Stream
	classes int = iota
)

// String names the class.
func (c Class) String() string { return [...]string{"read", "write", "create", "export", "stream"}[c] }

// Config says how many calls of each class an account may make.
type Config struct {
	Read    Rate `help:"Reads of an account, as calls/time; none for no limit." default:"600/1m"`
	Write   Rate `help:"Writes of an account; moves, resignations and offers count only when they are refused or repeated." default:"300/1m"`
	Create  Rate `help:"Creations of an account: sessions, rooms, games." default:"60/1m"`
	Export  Rate `help:"Exports and conversions of an account." default:"30/1m"`
	Stream  Rate `help:"Openings of streams of an account." default:"120/1m"`
	Address int  `help:"How many accounts' worth of calls one address may make." default:"10"`
}

func (c Config) rates() [classes]Rate {
	return [classes]Rate{Read: c.Read, Write: c.Write, Create: c.Create, Export: c.Export, Stream: c.Stream}
}

// remembered is how many buckets are kept; the one used longest ago goes first,
// which is full again as a rule.
const remembered = 1 << 16

// slack covers the rounding of bucket arithmetic, so that a call succeeds after
// the seconds it was told to wait.
const slack = time.Millisecond

// Caller is whose calls are counted.
type Caller struct {
	// Account is empty for callers without a valid token.
	Account string
	// Address is the client's address.
	Address string
}

// Answer is what a bucket says to a call.
type Answer struct {
	OK bool
	// Limit is how many calls fit into the bucket, 0 where there is no limit;
	// Remaining is how many are left, Reset when all will be back.
	Limit, Remaining int
	Reset            time.Duration
	// RetryAfter is when a refused call would succeed.
	RetryAfter time.Duration
}

// Limiter counts calls. It is safe for concurrent use.
type Limiter struct {
	rates   [classes]Rate
	address int
	now     func() time.Time

	mu      sync.Mutex
	buckets *simplelru.LRU[key, *rate.Limiter]
}

type key struct {
	class   Class
	address bool
	id      string
}

// New returns a limiter with full buckets.
func New(cfg Config, now func() time.Time) *Limiter {
	buckets, _ := simplelru.NewLRU[key, *rate.Limiter](remembered, nil) // fails for sizes below 1 only
	return &Limiter{rates: cfg.rates(), address: max(cfg.Address, 1), now: now, buckets: buckets}
}

// Take counts a call against the buckets of its caller. A refused call takes
// nothing from either.
func (l *Limiter) Take(class Class, who Caller) Answer {
	r := l.rates[class]
	if r.Calls == 0 {
		return Answer{OK: true}
	}
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	wide := r.times(l.address)
	shared := l.bucket(key{class, true, who.Address}, wide)
	if who.Account == "" {
		return take(now, wide, shared)
	}
	own := l.bucket(key{class, false, who.Account}, r)
	mine, theirs := look(now, r, own), look(now, wide, shared)
	switch {
	case theirs.RetryAfter > mine.RetryAfter: // refused calls wait for the slower bucket
		return theirs
	case !mine.OK:
		return mine
	}
	shared.AllowN(now, 1)
	return take(now, r, own)
}

func (l *Limiter) bucket(k key, r Rate) *rate.Limiter {
	b, ok := l.buckets.Get(k)
	if !ok {
		b = r.bucket()
		l.buckets.Add(k, b)
	}
	return b
}

func take(now time.Time, r Rate, b *rate.Limiter) Answer {
	a := look(now, r, b)
	if a.OK {
		b.AllowN(now, 1)
		a.Remaining--
		a.Reset += r.fills(1)
	}
	return a
}

func look(now time.Time, r Rate, b *rate.Limiter) Answer {
	tokens := b.TokensAt(now)
	a := Answer{OK: tokens >= 1, Limit: r.Calls, Remaining: int(math.Max(tokens, 0)), Reset: r.fills(float64(r.Calls) - tokens)}
	if !a.OK {
		a.RetryAfter = r.fills(1-tokens) + slack
	}
	return a
}

// fills is how long a bucket takes to get so many tokens.
func (r Rate) fills(tokens float64) time.Duration {
	return time.Duration(tokens / r.perSecond() * float64(time.Second))
}
