package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/ledger"
	"kydai.dev/services/rewards/internal/steward"
)

// player reads a player's row; its ID is empty where there is none.
func (s *Store) player(ctx context.Context, id string) (deeds.Player, error) {
	var rows []playerRow
	if err := s.db.Read().WithContext(ctx).Where("id = ?", id).Limit(1).Find(&rows).Error; err != nil {
		return deeds.Player{}, fmt.Errorf("read player %s: %w", id, err)
	}
	if len(rows) == 0 {
		return deeds.Player{}, nil
	}
	return rows[0].player(), nil
}

// Profile is what was known of a player last; nothing of one who has done nothing.
func (s *Store) Profile(ctx context.Context, id string) (deeds.Profile, error) {
	p, err := s.player(ctx, id)
	return p.Profile, err
}

// Book returns a player with the achievements and the quests that can still be
// done or claimed.
func (s *Store) Book(ctx context.Context, now time.Time, id string) (*deeds.Book, error) {
	p, err := s.player(ctx, id)
	if err != nil {
		return nil, err
	}
	p.ID = id
	since := now.Add(-deeds.Grace).UnixMicro()
	tallies, err := talliesOf(s.db.Read().WithContext(ctx).Where("player = ? AND (ends = 0 OR ends > ?)", id, since))
	return deeds.NewBook(p, tallies[id]...), err
}

// Balance is what a player has.
func (s *Store) Balance(ctx context.Context, player string) (ledger.Balance, error) {
	var rows []accountRow
	err := s.db.Read().WithContext(ctx).Where("id = ?", ledger.Wallet(player)).Limit(1).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return ledger.Balance{}, wrapped(err, "read wallet")
	}
	return ledger.Balance{Coins: rows[0].Balance, Number: rows[0].Entries}, nil
}

func wrapped(err error, doing string) error {
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}

// joined is an entry and its payment.
type joined struct {
	Payment paymentRow `gorm:"embedded"`
	Number  int64
	Balance int64
}

func (j joined) entry() ledger.Entry {
	return ledger.Entry{Transaction: j.Payment.transaction(), Balance: ledger.Balance{Coins: j.Balance, Number: j.Number}}
}

// entries are the players' sides of payments.
func entries(q *gorm.DB) *gorm.DB {
	return q.Table("payments AS p").Select("p.*, e.number, e.balance").
		Joins("JOIN entries AS e ON e.payment = p.key AND e.account = 'player:' || p.player")
}

func scanEntries(q *gorm.DB) ([]ledger.Entry, error) {
	var rows []joined
	if err := q.Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("read entries: %w", err)
	}
	all := make([]ledger.Entry, len(rows))
	for i, r := range rows {
		all[i] = r.entry()
	}
	return all, nil
}

// entryOf finds the player's entry of a payment.
func entryOf(q *gorm.DB, key string) (entry ledger.Entry, found bool, err error) {
	all, err := scanEntries(entries(q).Where("p.key = ?", key))
	if err != nil || len(all) == 0 {
		return entry, false, err
	}
	return all[0], true, nil
}

// Entries lists a player's entries before a number, newest first.
func (s *Store) Entries(ctx context.Context, player string, before int64, limit int) ([]ledger.Entry, error) {
	return scanEntries(entries(s.db.Read().WithContext(ctx)).
		Where("e.account = ? AND e.number < ?", ledger.Wallet(player), before).Order("e.number DESC").Limit(limit))
}

// joinedGrant is a grant and its entry.
type joinedGrant struct {
	Entry    joined `gorm:"embedded"`
	ID       string
	Operator string
	Caller   string
}

// grants are the grants, newest first.
func (s *Store) grants(ctx context.Context) *gorm.DB {
	return entries(s.db.Read().WithContext(ctx)).Select("p.*, e.number, e.balance, g.id, g.operator, g.caller").
		Joins("JOIN grants AS g ON g.payment = p.key").Order("g.id DESC")
}

func scanGrants(q *gorm.DB) ([]steward.Grant, error) {
	var rows []joinedGrant
	if err := q.Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("read grants: %w", err)
	}
	all := make([]steward.Grant, len(rows))
	for i, r := range rows {
		all[i] = steward.Grant{ID: r.ID, Entry: r.Entry.entry(), Audit: steward.Audit{Operator: r.Operator, Caller: r.Caller}}
	}
	return all, nil
}

// Grant finds the grant of a payment.
func (s *Store) Grant(ctx context.Context, key string) (steward.Grant, error) {
	found, err := scanGrants(s.grants(ctx).Where("g.payment = ?", key))
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("payment %s has no audit", key)
	}
	if err != nil {
		return steward.Grant{}, err
	}
	return found[0], nil
}

// Grants lists grants before an id, newest first; of one player or of all.
func (s *Store) Grants(ctx context.Context, player, before string, limit int) ([]steward.Grant, error) {
	q := s.grants(ctx).Limit(limit)
	if player != "" {
		q = q.Where("g.player = ?", player)
	}
	if before != "" {
		q = q.Where("g.id < ?", before)
	}
	return scanGrants(q)
}
