package store

import (
	"errors"
	"fmt"

	"github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/ledger"
	"kydai.dev/services/rewards/internal/steward"
)

// pay pays for a tally that is done, or finds the entry that has paid it.
func (c *change) pay(b *deeds.Book, t deeds.Tally) (ledger.Entry, error) {
	entry, _, err := c.post(t.Payment(b.Player.ID, c.now))
	if err == nil && !t.Paid {
		b.Pay(t.Slot)
	}
	return entry, err
}

// post makes a transaction, unless it was made before: then the entry is the one
// of that time. The row of the player guards its keys and its wallet.
func (c *change) post(t ledger.Transaction) (entry ledger.Entry, fresh bool, err error) {
	if err := t.Validate(); err != nil {
		return entry, false, err
	}
	entry, found, err := entryOf(c.tx, t.Key)
	switch {
	case err != nil:
		return entry, false, err
	case found && !entry.Same(t) && (t.Kind == ledger.Grant || t.Kind == ledger.Prize):
		return ledger.Entry{}, false, ledger.ErrKeyReused
	case found:
		return entry, false, nil
	}
	entry = ledger.Entry{Transaction: t}
	if entry.Balance, err = c.move(t); err != nil {
		return entry, false, err
	}
	news := c.of(t.Player)
	news.Entries = append(news.Entries, entry)
	return entry, true, nil
}

// move writes both sides of a transaction and returns the player's new balance.
func (c *change) move(t ledger.Transaction) (ledger.Balance, error) {
	var after [2]ledger.Balance
	for i, p := range t.Postings() {
		before, err := c.account(p)
		if err != nil {
			return before, err
		}
		if after[i], err = before.With(p); err != nil {
			return before, err
		}
	}
	row := paymentRowOf(t)
	if err := c.tx.Create(&row).Error; err != nil {
		return after[0], keyTaken(err)
	}
	for i, p := range t.Postings() {
		e := entryRow{Account: p.Account, Number: after[i].Number, Payment: t.Key, Amount: p.Amount, Balance: after[i].Coins}
		if err := c.tx.Create(&e).Error; err != nil {
			return after[0], fmt.Errorf("add entry: %w", err)
		}
		set := map[string]any{"balance": after[i].Coins, "entries": after[i].Number}
		if err := c.tx.Model(&accountRow{}).Where("id = ?", p.Account).Updates(set).Error; err != nil {
			return after[0], fmt.Errorf("change balance: %w", err)
		}
	}
	return after[0], nil
}

// keyTaken: only keys that are not made of the player's id can be used for
// another player at the same time.
func keyTaken(err error) error {
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return ledger.ErrKeyReused
	}
	return fmt.Errorf("add payment: %w", err)
}

// account locks an account, which is made where there is none, and reads it: the
// update that changes nothing locks the row.
func (c *change) account(p ledger.Posting) (ledger.Balance, error) {
	row := accountRow{ID: p.Account, Player: p.Player}
	if err := c.tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
		return ledger.Balance{}, fmt.Errorf("open account: %w", err)
	}
	var rows []accountRow
	if err := c.tx.Raw("UPDATE accounts SET balance = balance WHERE id = ? RETURNING *", p.Account).Scan(&rows).Error; err != nil {
		return ledger.Balance{}, fmt.Errorf("lock account: %w", err)
	}
	if len(rows) == 0 {
		return ledger.Balance{}, fmt.Errorf("account %s is gone", p.Account)
	}
	return ledger.Balance{Coins: rows[0].Balance, Number: rows[0].Entries}, nil
}

// note adds the audit of a grant.
func (c *change) note(t ledger.Transaction, a steward.Audit) error {
	row := grantRow{ID: uuid.Must(uuid.NewV7()).String(), Payment: t.Key, Player: t.Player, Operator: a.Operator, Caller: a.Caller}
	if err := c.tx.Create(&row).Error; err != nil {
		return fmt.Errorf("add grant: %w", err)
	}
	return nil
}
