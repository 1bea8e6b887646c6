// Package steward is what rewards does: it counts what players have done, each
// deed once, pays for what they have reached, and answers how far they have come.
// What is missing it finds out from the referee and from tournament.
package steward

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"kydai.dev/pkg/audit"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/goals"
	"kydai.dev/services/rewards/internal/ledger"
)

// Store is everything that is kept; store.Store is it.
type Store interface {
	Taker
	Payer
	Records
}

// Taker counts deeds.
type Taker interface {
	// Take counts deeds, each once, all in one transaction.
	Take(ctx context.Context, now time.Time, taken []deeds.Deed) error
	// Missing returns those of the deeds that were not counted.
	Missing(ctx context.Context, of []deeds.Deed) ([]deeds.Deed, error)
	audit.Bookmark
}

// Payer moves coins.
type Payer interface {
	// Know notes what an account is, and pays what it has earned as a guest.
	Know(ctx context.Context, now time.Time, player string, p deeds.Profile) error
	// Claim pays for a quest that is done, once.
	Claim(ctx context.Context, now time.Time, player string, p deeds.Profile, c Claim) (ledger.Entry, error)
	// Post pays a prize or a grant, once; a grant has an audit.
	Post(ctx context.Context, t ledger.Transaction, audit *Audit) (ledger.Entry, error)
}

// Records are what is stored.
type Records interface {
	// Profile is what was known of a player last; nothing of one who has done
	// nothing.
	Profile(ctx context.Context, player string) (deeds.Profile, error)
	// Book returns a player with the achievements and the quests that can still
	// be done or claimed.
	Book(ctx context.Context, now time.Time, player string) (*deeds.Book, error)
	// Balance is what a player has.
	Balance(ctx context.Context, player string) (ledger.Balance, error)
	// Entries lists a player's entries before a number, newest first.
	Entries(ctx context.Context, player string, before int64, limit int) ([]ledger.Entry, error)
	// Grant finds the grant of a payment.
	Grant(ctx context.Context, key string) (Grant, error)
	// Grants lists grants before an id, newest first; of one player or of all.
	Grants(ctx context.Context, player, before string, limit int) ([]Grant, error)
}

// Claim names a quest in one of a player's periods.
type Claim struct {
	Quest  goals.Goal
	Period string
}

// Audit is who made a grant: the person as given, and whose key proved the call.
type Audit struct{ Operator, Caller string }

// Grant is what an operator has given or taken.
type Grant struct {
	ID string
	ledger.Entry
	Audit
}

// News is what one transaction has changed for one player.
type News struct {
	Player deeds.Player
	At     time.Time
	// Tallies are those that moved, Entries those of the wallet that are new.
	Tallies []deeds.Tally
	Entries []ledger.Entry
}

// Referee tells of all games that have ended, in the order of their ends.
type Referee interface {
	// Ended returns what games after a cursor were to their players.
	Ended(ctx context.Context, after string, limit int) (audit.Page[deeds.Deed], error)
}

// Accounts knows who players are.
type Accounts interface {
	// Profile asks for what an account is now.
	Profile(ctx context.Context, player string) (deeds.Profile, error)
	// Administers asks whether an account runs the hall now.
	Administers(ctx context.Context, account string) (bool, error)
}

// Steward counts and pays.
type Steward struct {
	store       Store
	referee     Referee
	tournaments Tournaments
	accounts    *directory
	now         func() time.Time
	every       time.Duration // an audit
	log         *slog.Logger
	// looked are the tournaments that the last audit has looked at; audits follow one
	// another.
	looked map[string]bool
}

// Settings are what a steward goes by.
type Settings struct {
	// Zone is the time zone of accounts that tell none.
	Zone string
	// Audit is how often others are asked for what nobody told.
	Audit time.Duration
	// Now is the clock.
	Now func() time.Time
}

// New returns a steward.
func New(store Store, referee Referee, tournaments Tournaments, accounts Accounts, s Settings, log *slog.Logger) *Steward {
	return &Steward{
		store: store, referee: referee, tournaments: tournaments, accounts: newDirectory(accounts, s.Zone, s.Now), now: s.Now, every: s.Audit, log: log,
	}
}

// Take counts deeds: all in one transaction, or one by one where one of them is
// in the way of the others. What is known is passed over.
func (s *Steward) Take(ctx context.Context, taken []deeds.Deed) error {
	missing, err := s.store.Missing(ctx, taken)
	if err != nil || len(missing) == 0 {
		return err
	}
	if err := s.introduce(ctx, missing); err != nil {
		return err
	}
	deeds.Sort(missing)
	err = s.store.Take(ctx, s.time(), missing)
	if err == nil || len(missing) == 1 {
		return err
	}
	err = nil
	for _, d := range missing {
		if one := s.store.Take(ctx, s.time(), []deeds.Deed{d}); one != nil {
			err = errors.Join(err, fmt.Errorf("count %s of %s: %w", d.Key, d.Player, one))
		}
	}
	return err
}

// introduce says who did the deeds. While account can't be asked a deed counts all
// the same, by what was known of the player last; of somebody new nothing but the
// hall's time zone is, and what is owed is paid at the first look.
func (s *Steward) introduce(ctx context.Context, taken []deeds.Deed) error {
	for i, d := range taken {
		p, err := s.accounts.remembered(ctx, d.Player)
		if err != nil {
			s.log.WarnContext(ctx, "account does not say who did something", "player_id", d.Player, "error", err)
			if p, err = s.store.Profile(ctx, d.Player); err != nil {
				return err
			}
			p.Zone = cmp.Or(p.Zone, s.accounts.zone)
		}
		taken[i].As = p
	}
	return nil
}

// Linked notes that an account is no guest's any more.
func (s *Steward) Linked(ctx context.Context, player string) error {
	p, err := s.accounts.ask(ctx, player)
	if err != nil {
		return err
	}
	return s.store.Know(ctx, s.time(), player, p)
}

// time is now, as it is stored.
func (s *Steward) time() time.Time { return s.now().UTC().Truncate(time.Microsecond) }
