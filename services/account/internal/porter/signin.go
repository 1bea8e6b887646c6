package porter

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"time"

	"kydai.dev/pkg/authn"
	"kydai.dev/services/account/internal/profile"
	"kydai.dev/services/account/internal/session"
	"kydai.dev/services/account/internal/signin"
)

type signins interface {
	// Begin stores a sign-in that has begun, and what counts makes of the
	// counters.
	Begin(ctx context.Context, p signin.Pending, counters [][]byte, count func(i int, a signin.Allowance) (signin.Allowance, error)) error
	// Redeem counts a try of a sign-in. It returns what judge lets pass, and
	// forgets it; signin.ErrBadState where there is none.
	Redeem(ctx context.Context, key []byte, judge func(signin.Pending) error) (signin.Pending, error)
	// SignIn opens the session in the account of the person, or else in the new
	// one; signin.ErrOvertaken where another was first, profile.ErrNameTaken
	// where the new one needs another name.
	SignIn(ctx context.Context, who signin.Identity, fresh profile.Player, s session.Session) (player profile.Player, created bool, err error)
}

// Mailer sends a code to an address.
type Mailer interface {
	SendCode(ctx context.Context, address, code string) error
}

// Ways are how one can sign in.
type Ways struct {
	// Secret is what codes and counters are hidden under.
	Secret signin.Secret
	// Mailer sends codes; nil where no mail is sent.
	Mailer Mailer
	// PerAddress and PerCaller are how many codes may be asked for within
	// Window, for an address and by a caller.
	PerAddress, PerCaller int
	Window                time.Duration
}

// Way is a way to sign in, as clients choose it.
type Way struct {
	Name, Kind string
}

// Providers lists the ways to sign in, sorted by name.
func (p *Porter) Providers() []Way {
	var ways []Way
	if p.ways.Mailer != nil {
		ways = append(ways, Way{Name: signin.Email, Kind: "email"})
	}
	return ways
}

// Proof is what a client brings back.
type Proof struct {
	Handle, Code, State string
}

// Entry is somebody who has signed in.
type Entry struct {
	Player  profile.Player
	Tokens  Tokens
	Created bool
	// Suggested is what the provider calls the person.
	Suggested string
}

// SignIn finishes a sign-in: it opens a session in the account that the proven
// identity belongs to, or in a new one.
func (p *Porter) SignIn(ctx context.Context, proof Proof, device string) (Entry, error) {
	pending, who, err := p.redeem(ctx, proof, "")
	if err != nil {
		return Entry{}, err
	}
	now := p.time()
	for range tries {
		entry, err := p.signIn(ctx, who, device, now)
		if !errors.Is(err, signin.ErrOvertaken) && !errors.Is(err, profile.ErrNameTaken) {
			return entry, p.again(ctx, pending, who, err)
		}
	}
	return Entry{}, fmt.Errorf("sign in: overtaken %d times", tries)
}

// again lets what was proven be finished once more where nothing came of it.
func (p *Porter) again(ctx context.Context, pending signin.Pending, who signin.Person, err error) error {
	if err == nil {
		return nil
	}
	return errors.Join(err, p.store.Begin(ctx, pending.Again(who), nil, nil))
}

func (p *Porter) signIn(ctx context.Context, who signin.Person, device string, now time.Time) (Entry, error) {
	fresh := profile.Player{ID: newID(), Name: profile.MadeUpPlayer(randomLetters()), Created: now, Version: 1}
	first := session.NewToken(newSecret(), newSecret())
	s := session.Open(newID(), fresh.ID, device, first, now, p.rules)
	player, created, err := p.store.SignIn(ctx, who.As(newID(), fresh.ID, now), fresh, s)
	if err != nil {
		return Entry{}, err
	}
	tokens, err := p.tokens(player, s.ID, first, now)
	return Entry{Player: player, Tokens: tokens, Created: created, Suggested: profile.Suggest(who.Name)}, err
}

// redeem takes a proof for an account that links, or for nobody. What was begun
// is gone afterwards, unless the proof was wrong.
func (p *Porter) redeem(ctx context.Context, proof Proof, account string) (signin.Pending, signin.Person, error) {
	handle, err := signin.ParseHandle(proof.Handle)
	if err != nil {
		return signin.Pending{}, signin.Person{}, err
	}
	now := p.time()
	pending, err := p.store.Redeem(ctx, handle.Key(), func(begun signin.Pending) error {
		if err := begun.Judge(account, now); err != nil || begun.Proven.Subject != "" {
			return err
		}
		if !signin.Same(begun.Code, p.ways.Secret.Code(handle, proof.Code)) {
			return signin.ErrWrongCode.With("triesLeft", strconv.Itoa(signin.MaxTries-begun.Tries))
		}
		return nil
	})
	if err != nil || pending.Proven.Subject != "" {
		return pending, pending.Proven, err
	}
	return pending, signin.Person{Provider: signin.Email, Subject: pending.Email, Email: pending.Email}, nil
}

// Begun is a sign-in that waits for its proof.
type Begun struct {
	Handle signin.Handle
	Life   time.Duration
}

// SendCode sends a code to an address, for somebody at another address, that of
// the call, who signs in.
func (p *Porter) SendCode(ctx context.Context, email, from string) (Begun, error) {
	return p.sendCode(ctx, email, "", from)
}

// SendLinkCode sends a code to an address that the caller wants to link.
func (p *Porter) SendLinkCode(ctx context.Context, c authn.Caller, email string) (Begun, error) {
	if _, err := p.Sessions(ctx, c); err != nil {
		return Begun{}, err
	}
	return p.sendCode(ctx, email, c.Account, c.Account)
}

// sendCode answers the same whether or not the address is known here.
func (p *Porter) sendCode(ctx context.Context, email, account, caller string) (Begun, error) {
	if p.ways.Mailer == nil {
		return Begun{}, signin.ErrUnknownProvider.With("provider", signin.Email)
	}
	email, err := signin.ParseEmail(email)
	if err != nil {
		return Begun{}, err
	}
	now, handle, code := p.time(), signin.Handle(newSecret()), sixDigits()
	pending := signin.Pending{
		Key: handle.Key(), Account: account, Provider: signin.Email,
		Email: email, Code: p.ways.Secret.Code(handle, code), Expires: now.Add(signin.Life),
	}
	counters := [][]byte{p.ways.Secret.Counter("address", email), p.ways.Secret.Counter("caller", caller)}
	most := []int{p.ways.PerAddress, p.ways.PerCaller}
	err = p.store.Begin(ctx, pending, counters, func(i int, a signin.Allowance) (signin.Allowance, error) {
		return a.Next(most[i], p.ways.Window, now)
	})
	if err != nil {
		return Begun{}, err
	}
	return Begun{Handle: handle, Life: signin.Life}, p.ways.Mailer.SendCode(ctx, email, code)
}

// sixDigits are drawn evenly: a draw beyond the last whole million is drawn
// again.
func sixDigits() string {
	const million, whole = 1_000_000, 1 << 32 / 1_000_000 * 1_000_000
	for {
		b := fourBytes()
		n := uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
		if n < whole {
			return fmt.Sprintf("%06d", n%million)
		}
	}
}

func randomLetters() (b [6]byte) {
	_, _ = rand.Read(b[:]) // never fails
	return b
}
