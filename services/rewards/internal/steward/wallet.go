package steward

import (
	"context"
	"math"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/ledger"
)

// Wallet is a player's coins.
type Wallet struct {
	Balance int64
	// Pending is what is done and not paid.
	Pending int64
	// Linked says that the player is paid at all.
	Linked bool
}

// meet says who calls, and pays what is owed to somebody who was a guest.
func (s *Steward) meet(ctx context.Context, player string) (deeds.Profile, error) {
	p, err := s.accounts.ask(ctx, player)
	if err != nil {
		return p, err
	}
	return p, s.store.Know(ctx, s.time(), player, p)
}

// Book returns a player as he is now.
func (s *Steward) Book(ctx context.Context, player string) (*deeds.Book, error) {
	p, err := s.meet(ctx, player)
	if err != nil {
		return nil, err
	}
	b, err := s.store.Book(ctx, s.time(), player)
	if err != nil {
		return nil, err
	}
	b.Know(p)
	return b, nil
}

// Wallet returns a player's coins.
func (s *Steward) Wallet(ctx context.Context, player string) (Wallet, error) {
	b, err := s.Book(ctx, player)
	if err != nil {
		return Wallet{}, err
	}
	has, err := s.store.Balance(ctx, player)
	return Wallet{Balance: has.Coins, Pending: b.Pending(s.time()), Linked: b.Player.Linked}, err
}

// Entries lists a player's entries before a number, newest first; before 0 from
// the newest on.
func (s *Steward) Entries(ctx context.Context, player string, before int64, limit int) ([]ledger.Entry, error) {
	if _, err := s.meet(ctx, player); err != nil {
		return nil, err
	}
	if before == 0 {
		before = math.MaxInt64
	}
	return s.store.Entries(ctx, player, before, limit)
}

// Quests are the quests that a player can do or claim, and the time zone of his
// days.
func (s *Steward) Quests(ctx context.Context, player string) (b *deeds.Book, offers []deeds.Offer, err error) {
	if b, err = s.Book(ctx, player); err != nil {
		return nil, nil, err
	}
	return b, b.Offers(s.time()), nil
}

// Claim pays for a quest that a player has done, once.
func (s *Steward) Claim(ctx context.Context, player, quest, period string) (ledger.Entry, Wallet, error) {
	q, err := deeds.Quest(quest)
	if err != nil {
		return ledger.Entry{}, Wallet{}, err
	}
	p, err := s.meet(ctx, player)
	if err != nil {
		return ledger.Entry{}, Wallet{}, err
	}
	entry, err := s.store.Claim(ctx, s.time(), player, p, Claim{Quest: q, Period: period})
	if err != nil {
		return entry, Wallet{}, err
	}
	w, err := s.Wallet(ctx, player)
	return entry, w, err
}

// Award pays a prize to a player, once for each key.
func (s *Steward) Award(ctx context.Context, t ledger.Transaction) (ledger.Entry, error) {
	return s.post(ctx, t, nil)
}

// Administrator is the role, and the scope, of those who grant by their own token.
const Administrator = "admin"

// errNoAdmin is what a token is told whose role was taken back: it lives on for a
// while, and coins are not to be made with what is left of it.
var errNoAdmin = errs.New(errs.Denied, "SCOPE_MISSING", "the account is no administrator's any more").With("scope", Administrator)

// Admit refuses administrators who are none any more.
func (s *Steward) Admit(ctx context.Context, by Audit) error {
	if by.Caller != Administrator {
		return nil // the operator's key
	}
	still, err := s.accounts.accounts.Administers(ctx, by.Operator)
	if err == nil && !still {
		err = errNoAdmin
	}
	return err
}

// Grant gives a player coins or takes some, once for each key. A grant that was
// made before is answered with who made it.
func (s *Steward) Grant(ctx context.Context, t ledger.Transaction, by Audit) (Grant, error) {
	if err := s.Admit(ctx, by); err != nil {
		return Grant{}, err
	}
	entry, err := s.post(ctx, t, &by)
	if err != nil {
		return Grant{}, err
	}
	return s.store.Grant(ctx, entry.Key)
}

func (s *Steward) post(ctx context.Context, t ledger.Transaction, audit *Audit) (ledger.Entry, error) {
	if err := t.Validate(); err != nil {
		return ledger.Entry{}, err
	}
	p, err := s.meet(ctx, t.Player)
	if err != nil {
		return ledger.Entry{}, err
	}
	if !p.Linked {
		return ledger.Entry{}, deeds.ErrGuest
	}
	t.At = s.time()
	return s.store.Post(ctx, t, audit)
}

// Grants lists grants before an id, newest first; of one player or of all.
func (s *Steward) Grants(ctx context.Context, player, before string, limit int) ([]Grant, error) {
	return s.store.Grants(ctx, player, before, limit)
}
