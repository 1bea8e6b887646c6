package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"kydai.dev/pkg/outbox"
	"kydai.dev/services/referee/internal/record"
)

// commit stores appends of different games, ordered by game, and their outbox
// rows. Without asking it fails with errConflict where one is stale. It returns which games' rows came back: (game_id, seq) is the lock,
// and a game whose row did not is stale and has written nothing.
//
// The inserts are raw SQL because GORM's Create reports conflicting rows as
// inserted.
func commit(tx *gorm.DB, batch []record.Append, messages Messages, asking bool) (fresh map[string]bool, sent []outbox.Message, err error) {
	slices.SortFunc(batch, func(a, b record.Append) int { return strings.Compare(a.GameID, b.GameID) })
	created, err := insertGames(tx, batch)
	if err != nil {
		return nil, nil, fmt.Errorf("insert games: %w", err)
	}
	open := keep(batch, func(a record.Append) bool { return a.Create == nil || created[a.GameID] })
	if fresh, err = insertLog(tx, open, asking); err != nil {
		return nil, nil, fmt.Errorf("insert log: %w", err)
	}
	stored := keep(open, func(a record.Append) bool { return fresh[a.GameID] })
	moved := keep(stored, func(a record.Append) bool { return a.Create == nil })
	if err := updateHeads(tx, moved); err != nil {
		return nil, nil, fmt.Errorf("update heads: %w", err)
	}
	if err := updateResults(tx, keep(moved, func(a record.Append) bool { return !a.State.Ended.IsZero() })); err != nil {
		return nil, nil, fmt.Errorf("update results: %w", err)
	}
	if err := insertVoids(tx, stored); err != nil {
		return nil, nil, fmt.Errorf("insert voids: %w", err)
	}
	if len(stored) > 0 {
		sent = messages(stored)
	}
	if err := outbox.Add(tx, sent...); err != nil {
		return nil, nil, err
	}
	return fresh, sent, nil
}

// insertGames makes the rows of new games. It returns which of them came
// back: a creator's key makes one game.
func insertGames(tx *gorm.DB, batch []record.Append) (map[string]bool, error) {
	batch = keep(batch, func(a record.Append) bool { return a.Create != nil })
	if len(batch) == 0 {
		return nil, nil
	}
	var args []any
	for _, a := range batch {
		c, s := a.Create, a.State
		args = append(args, a.GameID, c.Creator, c.Key, c.BodyHash, c.Game, c.Mode, c.Visibility, c.Category, c.Settings,
			c.Accounts[0], c.Accounts[1], s.Status, s.Winner, s.Reason, micros(c.Created), orNull(s.Ended))
	}
	created, err := returned(tx, `INSERT INTO games (id, creator, creation_key, body_hash, game, mode, visibility, category, settings,
		first_account, second_account, status, winner, reason, created_at, ended_at)
		VALUES `+rows(len(batch), "(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")+` ON CONFLICT DO NOTHING RETURNING id`, args)
	if err != nil || len(created) == 0 {
		return created, err
	}
	batch = keep(batch, func(a record.Append) bool { return created[a.GameID] })
	if err := insertHeads(tx, batch); err != nil {
		return nil, err
	}
	return created, insertPlayers(tx, batch)
}

func insertHeads(tx *gorm.DB, batch []record.Append) error {
	var args []any
	for _, a := range batch {
		args = append(args, a.GameID, a.LastSeq, a.State.Ply, micros(a.State.AsOf), orNull(a.State.Deadline), orNull(a.State.TurnDue))
	}
	return tx.Exec(`INSERT INTO game_heads (game_id, seq, ply, as_of, deadline, turn_due) VALUES `+rows(len(batch), "(?,?,?,?,?,?)"), args...).Error
}

func insertPlayers(tx *gorm.DB, batch []record.Append) error {
	var args []any
	for _, a := range batch {
		for i, account := range a.Create.Accounts {
			if account != "" && (i == 0 || account != a.Create.Accounts[0]) {
				args = append(args, account, micros(a.Create.Created), a.GameID)
			}
		}
	}
	if len(args) == 0 {
		return nil
	}
	return tx.Exec(`INSERT INTO game_players (account, created_at, game_id) VALUES `+rows(len(args)/3, "(?,?,?)"), args...).Error
}

// errConflict says that an append of the group is stale, but not which.
var errConflict = errors.New("an append is stale")

// insertLog adds the appends to their games' logs and returns the games whose
// row came back. As a rule all of them do, and then it is enough to count: only
// where one is missing the transaction is run again, asking for each.
func insertLog(tx *gorm.DB, batch []record.Append, asking bool) (map[string]bool, error) {
	if len(batch) == 0 {
		return nil, nil
	}
	args := make([]any, 0, 4*len(batch))
	for _, a := range batch {
		args = append(args, a.GameID, a.Seq, a.LastSeq, a.Events)
	}
	insert := `INSERT INTO game_log (game_id, seq, last_seq, events) VALUES ` + rows(len(batch), "(?,?,?,?)") + ` ON CONFLICT DO NOTHING`
	if asking {
		return returned(tx, insert+` RETURNING game_id`, args)
	}
	res := tx.Exec(insert, args...)
	if res.Error == nil && res.RowsAffected != int64(len(batch)) {
		return nil, errConflict
	}
	return all(batch), res.Error
}

func all(batch []record.Append) map[string]bool {
	set := make(map[string]bool, len(batch))
	for _, a := range batch {
		set[a.GameID] = true
	}
	return set
}

func returned(tx *gorm.DB, sql string, args []any) (map[string]bool, error) {
	var ids []string
	if err := tx.Raw(sql, args...).Scan(&ids).Error; err != nil {
		return nil, err
	}
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set, nil
}

// updateHeads brings the games' heads up to their logs in one statement.
func updateHeads(tx *gorm.DB, batch []record.Append) error {
	if len(batch) == 0 {
		return nil
	}
	args := make([]any, 0, 6*len(batch))
	for _, a := range batch {
		args = append(args, a.GameID, a.LastSeq, a.State.Ply, micros(a.State.AsOf), orNull(a.State.Deadline), orNull(a.State.TurnDue))
	}
	return tx.Exec(`WITH v (game_id, seq, ply, as_of, deadline, turn_due) AS (VALUES `+typed(tx, len(batch), "text", "integer", "integer", "bigint", "bigint", "bigint")+`)
		UPDATE game_heads SET seq = v.seq, ply = v.ply, as_of = v.as_of, deadline = v.deadline, turn_due = v.turn_due
		FROM v WHERE game_heads.game_id = v.game_id`, args...).Error
}

// updateResults writes how games ended, and when that was stored: what comes
// after the end, such as an offer of a rematch, does not change that.
func updateResults(tx *gorm.DB, batch []record.Append) error {
	now := time.Now()
	for _, a := range batch {
		s := a.State
		err := tx.Exec(`UPDATE games SET closed_at = CASE WHEN closed_at IS NULL OR status <> ? THEN ? ELSE closed_at END,
			status = ?, winner = ?, reason = ?, ended_at = ? WHERE id = ?`,
			s.Status, micros(now), s.Status, s.Winner, s.Reason, orNull(s.Ended), a.GameID).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// typed is rows of placeholders for VALUES whose columns PostgreSQL must be
// told the types of; SQLite needs none and reads the plain form faster.
func typed(tx *gorm.DB, n int, types ...string) string {
	if tx.Name() != "postgres" {
		return rows(n, "("+rows(len(types), "?")+")")
	}
	casts := make([]string, len(types))
	for i, t := range types {
		casts[i] = "CAST(? AS " + t + ")"
	}
	return rows(n, "("+strings.Join(casts, ",")+")")
}

func keep(all []record.Append, want func(record.Append) bool) []record.Append {
	kept := make([]record.Append, 0, len(all))
	for _, a := range all {
		if want(a) {
			kept = append(kept, a)
		}
	}
	return kept
}
