package porter

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

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

// Provider vouches for people who are sent to it and come back.
type Provider interface {
	// Start returns where a person is sent.
	Start(ctx context.Context, t signin.Trip) (string, error)
	// Finish says who came back: signin.ErrRefused where the provider does not
	// vouch, signin.ErrProviderDown where it can't be asked.
	Finish(ctx context.Context, t signin.Trip, back signin.Return) (signin.Person, error)
}

// Ways are how one can sign in.
type Ways struct {
	// Secret is what codes and counters are hidden under.
	Secret signin.Secret
	// Providers are those that people are sent to, by name, and Redirects where
	// they may be sent back.
	Providers map[string]Provider
	Redirects []string
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
	for name := range p.ways.Providers {
		ways = append(ways, Way{Name: name, Kind: "redirect"})
	}
	slices.SortFunc(ways, func(a, b Way) int { return strings.Compare(a.Name, b.Name) })
	return ways
}

// Proof is what a client brings back.
type Proof struct {
	Handle, Code, State, Issuer string
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
	tokens, err := p.tokens(ctx, player, s.ID, first, now)
	return Entry{Player: player, Tokens: tokens, Created: created, Suggested: profile.Suggest(who.Name)}, err
}

// redeem takes a proof for an account that links, or for nobody. What was begun
// is gone afterwards, unless the proof was wrong or nobody could look at it.
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
		return p.judge(begun, handle, proof)
	})
	if err != nil || pending.Proven.Subject != "" {
		return pending, pending.Proven, err
	}
	who, err := p.vouch(ctx, pending, handle, proof)
	if errors.Is(err, signin.ErrProviderDown) {
		err = errors.Join(err, p.store.Begin(ctx, pending, nil, nil))
	}
	return pending, who, err
}

// judge looks at what can be judged without asking anybody: a code that was
// sent by mail, or the state that comes back from a provider.
func (p *Porter) judge(begun signin.Pending, h signin.Handle, proof Proof) error {
	if begun.Provider != signin.Email {
		if state := p.ways.Secret.Trip(h, begun.Redirect).State; !signin.Same([]byte(state), []byte(proof.State)) {
			return signin.ErrBadState
		}
		return nil
	}
	if !signin.Same(begun.Code, p.ways.Secret.Code(h, proof.Code)) {
		return signin.ErrWrongCode.With("triesLeft", strconv.Itoa(signin.MaxTries-begun.Tries))
	}
	return nil
}

// vouch says who has proved themselves.
func (p *Porter) vouch(ctx context.Context, begun signin.Pending, h signin.Handle, proof Proof) (signin.Person, error) {
	if begun.Provider == signin.Email {
		return signin.Person{Provider: signin.Email, Subject: begun.Email, Email: begun.Email}, nil
	}
	provider, ok := p.ways.Providers[begun.Provider]
	if !ok {
		return signin.Person{}, signin.ErrUnknownProvider.With("provider", begun.Provider)
	}
	return provider.Finish(ctx, p.ways.Secret.Trip(h, begun.Redirect), signin.Return{Code: proof.Code, Issuer: proof.Issuer})
}
