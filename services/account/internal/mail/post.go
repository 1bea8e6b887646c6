package mail

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// waiting is how many codes may wait for the mail server; more is a server that
	// is down.
	waiting = 64
	// carriers send at the same time.
	carriers = 4
)

// pauses are those before each try. A code is good for ten minutes, and who waits
// for it gives up sooner.
var pauses = []time.Duration{0, 2 * time.Second, 10 * time.Second, 30 * time.Second}

// errNeverTaken says that the server takes no mail for an address, ever.
var errNeverTaken = errors.New("mail is not taken for that address")

// letter is a code on its way.
type letter struct{ address, code string }

// post sends codes behind the backs of those who asked for them: they wait for
// no mail server, and neither the answer nor its time tells what the server
// knows of an address. What waits is kept in memory alone, since codes are stored
// nowhere; who gets none asks once more.
type post struct {
	server *server
	queue  chan letter
	pauses []time.Duration
	log    *slog.Logger
}

func newPost(s *server, log *slog.Logger) *post {
	return &post{server: s, queue: make(chan letter, waiting), pauses: pauses, log: log}
}

// SendCode puts a code among those to be sent.
func (p *post) SendCode(_ context.Context, address, code string) error {
	select {
	case p.queue <- letter{address, code}:
		return nil
	default:
		return ErrDown
	}
}

// Run sends what waits. At the end what is left has one more try, for a while.
func (p *post) Run(ctx context.Context) error {
	sending, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(limit, stop) })()
	var all errgroup.Group
	for range carriers {
		all.Go(func() error { return p.carry(ctx, sending) })
	}
	return all.Wait()
}

// carry sends one code after the other until the context ends and none is left.
func (p *post) carry(ctx, sending context.Context) error {
	for {
		select {
		case l := <-p.queue:
			p.deliver(ctx, sending, l)
			continue
		default:
		}
		select {
		case l := <-p.queue:
			p.deliver(ctx, sending, l)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// deliver tries until the code is sent, or can't be.
func (p *post) deliver(ctx, sending context.Context, l letter) {
	for _, pause := range p.pauses {
		select {
		case <-ctx.Done(): // the last try
		case <-time.After(pause):
		}
		err := p.server.send(sending, l.address, l.code)
		if err == nil || errors.Is(err, errNeverTaken) {
			return
		}
		if ctx.Err() != nil {
			break
		}
	}
	p.log.WarnContext(ctx, "sign-in code given up")
}
