package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/services/matchmaking/internal/pairing"
	"kydai.dev/services/matchmaking/internal/ticket"
)

// Crowded lists the pools in which two or more wait.
func (t Tickets) Crowded(ctx context.Context, since time.Time) (pools []string, err error) {
	err = t.s.db.Read().WithContext(ctx).Model(&ticketRow{}).Where("state = 'waiting' AND seen_at >= ?", since.UnixMicro()).
		Group("pool").Having("count(*) >= 2").Order("pool").Pluck("pool", &pools).Error
	return pools, wrap("list pools", err)
}

// Lease gives a pool to a replica, unless another one has it.
func (t Tickets) Lease(ctx context.Context, pool, replica string, now, until time.Time) (ours bool, err error) {
	const query = `INSERT INTO pools (pool, replica, until, mean_wait, paired_at) VALUES (?, ?, ?, 0, 0)
		ON CONFLICT (pool) DO UPDATE SET replica = excluded.replica, until = excluded.until
		WHERE pools.replica = excluded.replica OR pools.until < ?`
	err = t.s.tx(ctx, func(tx *gorm.DB) error {
		done := tx.Exec(query, pool, replica, until.UnixMicro(), now.UnixMicro())
		ours = done.RowsAffected == 1
		return wrap("lease pool", done.Error)
	})
	return ours, err
}

// waitingRow is a waiting ticket with what its owner's last games were like.
type waitingRow struct {
	ID, Account    string
	Rating         int
	Below, Above   int
	CreatedAt      int64
	Balance        int
	Last, LastBut1 string
}

// Waiting are the tickets of a pool.
func (t Tickets) Waiting(ctx context.Context, pool string, since, now time.Time) ([]pairing.Ticket, error) {
	const query = `SELECT t.id, t.account, t.rating, t.below, t.above, t.created_at,
			coalesce(s.balance, 0) AS balance, coalesce(s.last, '') AS last, coalesce(s.last_but_one, '') AS last_but1
		FROM tickets t LEFT JOIN standings s ON s.account = t.account AND s.game = t.game
		WHERE t.pool = ? AND t.state = 'waiting' AND t.seen_at >= ? ORDER BY t.id`
	var rows []waitingRow
	if err := t.s.db.Read().WithContext(ctx).Raw(query, pool, since.UnixMicro()).Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("read who waits: %w", err)
	}
	waiting := make([]pairing.Ticket, len(rows))
	for i, r := range rows {
		waiting[i] = pairing.Ticket{
			ID: r.ID, Account: r.Account, Rating: r.Rating, Below: r.Below, Above: r.Above, Waited: max(0, now.Sub(timeOf(r.CreatedAt))),
			Balance: r.Balance, Recent: [2]string{r.Last, r.LastBut1},
		}
	}
	return waiting, nil
}

// matchRow is a match as stored.
type matchRow struct {
	ID           string `gorm:"primaryKey"`
	State        string
	FirstTicket  string
	SecondTicket string
	GameID       string
	ChangedAt    int64
}

// TableName is the matches' table.
func (matchRow) TableName() string { return "matches" }

// Claim makes matches of the pairs whose tickets both wait still. Tickets that
// somebody else is changing at this moment wait for the next round.
func (t Tickets) Claim(ctx context.Context, pool string, pairs []ticket.Pair, now time.Time) (matches []ticket.Match, err error) {
	err = t.s.tx(ctx, func(tx *gorm.DB) error {
		free, err := t.still(tx, pairs)
		if err != nil {
			return err
		}
		matches = nil
		for _, p := range pairs {
			first, ok := free[p.First]
			second, both := free[p.Second]
			if ok && both {
				matches = append(matches, ticket.Match{ID: p.ID, First: first, Second: second})
			}
		}
		if len(matches) == 0 {
			return nil
		}
		return claim(tx, pool, matches, now)
	})
	return matches, err
}

// still are the tickets of pairs that wait still, locked.
func (t Tickets) still(tx *gorm.DB, pairs []ticket.Pair) (map[string]ticket.Ticket, error) {
	var ids []string
	for _, p := range pairs {
		ids = append(ids, p.First, p.Second)
	}
	var rows []ticketRow
	if err := t.free(tx).Select("*").Where("id IN ? AND state = 'waiting'", ids).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("lock tickets: %w", err)
	}
	free := make(map[string]ticket.Ticket, len(rows))
	for _, r := range rows {
		free[r.ID] = r.ticket()
	}
	return free, nil
}

func claim(tx *gorm.DB, pool string, matches []ticket.Match, now time.Time) error {
	rows, ids, waited := make([]matchRow, len(matches)), []string{}, time.Duration(0)
	for i, m := range matches {
		rows[i] = matchRow{ID: m.ID, State: "starting", FirstTicket: m.First.ID, SecondTicket: m.Second.ID, ChangedAt: now.UnixMicro()}
		ids = append(ids, m.First.ID, m.Second.ID)
		waited += now.Sub(m.First.Created) + now.Sub(m.Second.Created)
	}
	if err := tx.Create(&rows).Error; err != nil {
		return fmt.Errorf("add matches: %w", err)
	}
	if err := tx.Exec("UPDATE tickets SET state = 'starting', changed_at = ? WHERE id IN ?", now.UnixMicro(), ids).Error; err != nil {
		return fmt.Errorf("take tickets: %w", err)
	}
	if err := remember(tx, matches, now); err != nil {
		return err
	}
	// The mean of late: each round weighs as much as all before it.
	const query = `UPDATE pools SET mean_wait = CASE WHEN paired_at = 0 THEN ? ELSE (mean_wait + ?) / 2 END, paired_at = ? WHERE pool = ?`
	mean := waited / time.Duration(len(ids))
	return wrap("note mean wait", tx.Exec(query, int64(mean), int64(mean), now.UnixMicro(), pool).Error)
}

// standingRow is what a player's last games of a kind were like, as stored.
type standingRow struct {
	Account    string `gorm:"primaryKey"`
	Game       string `gorm:"primaryKey"`
	Balance    int
	Last       string
	LastButOne string
	ChangedAt  int64
}

// TableName is the standings' table.
func (standingRow) TableName() string { return "standings" }

// remember notes colours and opponents. A player is in one of the matches at
// most.
func remember(tx *gorm.DB, matches []ticket.Match, now time.Time) error {
	rows := make([]standingRow, 0, 2*len(matches))
	for _, m := range matches {
		first, second := m.First.Owner.Account, m.Second.Owner.Account
		rows = append(rows, standingRow{Account: first, Game: m.First.Game, Balance: 1, Last: second, ChangedAt: now.UnixMicro()},
			standingRow{Account: second, Game: m.Second.Game, Balance: -1, Last: first, ChangedAt: now.UnixMicro()})
	}
	err := tx.Clauses(clause.OnConflict{
		Columns: []clause.Column{{Name: "account"}, {Name: "game"}},
		DoUpdates: clause.Assignments(map[string]any{
			"balance": gorm.Expr("standings.balance + excluded.balance"), "last_but_one": gorm.Expr("standings.last"),
			"last": gorm.Expr("excluded.last"), "changed_at": gorm.Expr("excluded.changed_at"),
		}),
	}).Create(&rows).Error
	return wrap("remember matches", err)
}
