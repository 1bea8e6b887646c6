package store

import (
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"kydai.dev/pkg/outbox"
	"kydai.dev/services/referee/internal/record"
)

// commit stores appends of different games, ordered by game, and their outbox
// rows. It returns which games' rows came back: (game_id, seq) is the lock,
// and a game whose row did not is stale and has written nothing.
//
// The inserts are raw SQL because GORM's Create reports conflicting rows as
// inserted.
func commit(tx *gorm.DB, batch []record.Append, messages func(fresh []record.Append) []outbox.Message) (fresh map[string]bool, sent []outbox.Message, err error) {
	slices.SortFunc(batch, func(a, b record.Append) int { return strings.Compare(a.GameID, b.GameID) })
	created, err := insertGames(tx, batch)
	if err != nil {
		return nil, nil, fmt.Errorf("insert games: %w", err)
	}
	open := keep(batch, func(a record.Append) bool { return a.Create == nil || created[a.GameID] })
	if fresh, err = insertLog(tx, open); err != nil {
		return nil, nil, fmt.Errorf("insert log: %w", err)
	}
	stored := keep(open, func(a record.Append) bool { return fresh[a.GameID] })
	if err := updateGames(tx, keep(stored, func(a record.Append) bool { return a.Create == nil })); err != nil {
		return nil, nil, fmt.Errorf("update games: %w", err)
	}
	if len(stored) > 0 {
		sent = messages(stored)
	}
	if err := outbox.Add(tx, sent...); err != nil {
		return nil, nil, err
	}
	return fresh, sent, nil
}

func insertGames(tx *gorm.DB, batch []record.Append) (map[string]bool, error) {
	var args, players []any
	n, seats := 0, 0
	for _, a := range batch {
		c, s := a.Create, a.State
		if c == nil {
			continue
		}
		n++
		args = append(args, a.GameID, c.Creator, c.Key, c.BodyHash, c.Game, c.Mode, c.Visibility, c.Category, c.Settings,
			c.Accounts[0], c.Accounts[1], s.Status, s.Winner, s.Reason, a.LastSeq, s.Ply, micros(s.AsOf), orNull(s.Deadline),
			micros(c.Created), orNull(s.Ended))
	}
	if n == 0 {
		return nil, nil
	}
	created, err := returned(tx, `INSERT INTO games (id, creator, creation_key, body_hash, game, mode, visibility, category, settings,
		first_account, second_account, status, winner, reason, seq, ply, as_of, deadline, created_at, ended_at)
		VALUES `+rows(n, "(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")+` ON CONFLICT DO NOTHING RETURNING id`, args)
	if err != nil {
		return nil, err
	}
	for _, a := range batch {
		if a.Create == nil || !created[a.GameID] {
			continue
		}
		for i, account := range a.Create.Accounts {
			if account != "" && (i == 0 || account != a.Create.Accounts[0]) {
				players = append(players, account, micros(a.Create.Created), a.GameID)
				seats++
			}
		}
	}
	if seats == 0 {
		return created, nil
	}
	return created, tx.Exec(`INSERT INTO game_players (account, created_at, game_id) VALUES `+rows(seats, "(?,?,?)"), players...).Error
}

func insertLog(tx *gorm.DB, batch []record.Append) (map[string]bool, error) {
	if len(batch) == 0 {
		return nil, nil
	}
	args := make([]any, 0, 4*len(batch))
	for _, a := range batch {
		args = append(args, a.GameID, a.Seq, a.LastSeq, a.Events)
	}
	return returned(tx, `INSERT INTO game_log (game_id, seq, last_seq, events) VALUES `+rows(len(batch), "(?,?,?,?)")+
		` ON CONFLICT DO NOTHING RETURNING game_id`, args)
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

// updateGames brings the games' rows up to their logs in one statement. The
// casts tell PostgreSQL the types of the parameters.
func updateGames(tx *gorm.DB, batch []record.Append) error {
	if len(batch) == 0 {
		return nil
	}
	args := make([]any, 0, 9*len(batch))
	for _, a := range batch {
		s := a.State
		args = append(args, a.GameID, a.LastSeq, s.Ply, s.Status, s.Winner, s.Reason, micros(s.AsOf), orNull(s.Deadline), orNull(s.Ended))
	}
	const row = `(CAST(? AS text),CAST(? AS integer),CAST(? AS integer),CAST(? AS text),CAST(? AS text),CAST(? AS text),CAST(? AS bigint),CAST(? AS bigint),CAST(? AS bigint))`
	return tx.Exec(`WITH v (id, seq, ply, status, winner, reason, as_of, deadline, ended_at) AS (VALUES `+rows(len(batch), row)+`)
		UPDATE games SET seq = v.seq, ply = v.ply, status = v.status, winner = v.winner, reason = v.reason, as_of = v.as_of,
		deadline = v.deadline, ended_at = v.ended_at FROM v WHERE games.id = v.id`, args...).Error
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
