// Package store keeps the ratings: where every player stands, each change with
// its arithmetic, what became of each game, and what is still to be told.
package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/services/rating/internal/scorer"
	"kydai.dev/services/rating/internal/standing"
)

//go:embed migrations
var files embed.FS

// Migrations are the versioned tables for both databases.
func Migrations() fs.FS { return dbx.Folder(files) }

// Messages makes the outbox rows of changes that are being stored.
type Messages func(ctx context.Context, changes []standing.Change) ([]outbox.Message, error)

// Relay takes stored messages to the bus; outbox.Relay is one.
type Relay interface{ Hand(msgs ...outbox.Message) }

// Store reads and writes rating's database.
type Store struct {
	dbx.Bookmark

	db       *dbx.DB
	relay    Relay
	messages Messages
}

var _ scorer.Store = (*Store)(nil)

// New returns a store on a database.
func New(db *dbx.DB, relay Relay, messages Messages) *Store {
	return &Store{Bookmark: dbx.NewBookmark(db), db: db, relay: relay, messages: messages}
}

// Take rates ended games and gives voided ones back, each once, in one
// transaction with what is told of it. It returns the changes.
//
// The rows of the boards are locked first, in one order everywhere, and guard
// all else that is written: two games of one player can't be rated at the same
// time, and no two transactions wait for each other.
func (s *Store) Take(ctx context.Context, games []standing.Game) ([]standing.Change, error) {
	var t *taking
	var sent []outbox.Message
	err := s.db.Tx(ctx, func(tx *gorm.DB) (err error) {
		if t, err = s.begin(tx, games); err != nil {
			return err
		}
		t.takeAll(games)
		if err := t.write(tx); err != nil {
			return err
		}
		if sent, err = s.messages(ctx, t.changes); err != nil {
			return err
		}
		return outbox.Add(tx, sent...)
	})
	if err != nil {
		return nil, fmt.Errorf("take games: %w", err)
	}
	s.relay.Hand(sent...)
	return t.changes, nil
}

// begin locks the games' boards and reads all that they may change.
func (s *Store) begin(tx *gorm.DB, games []standing.Game) (*taking, error) {
	t := newTaking()
	if err := s.lock(tx, t, games); err != nil {
		return nil, fmt.Errorf("lock boards: %w", err)
	}
	if err := t.readStates(tx, games); err != nil {
		return nil, fmt.Errorf("read games: %w", err)
	}
	if err := t.readPlayed(tx, games); err != nil {
		return nil, fmt.Errorf("read games' changes: %w", err)
	}
	if err := t.readStandings(tx, games); err != nil {
		return nil, fmt.Errorf("read standings: %w", err)
	}
	if err := t.readLinked(tx); err != nil {
		return nil, fmt.Errorf("read linked players: %w", err)
	}
	return t, nil
}

func (s *Store) lock(tx *gorm.DB, t *taking, games []standing.Game) error {
	var rows []boardRow
	for _, g := range games {
		rows = append(rows, boardRow{Game: g.Game, Category: g.Category})
	}
	slices.SortFunc(rows, func(a, b boardRow) int { return byName(a.board(), b.board()) })
	for _, r := range slices.Compact(rows) {
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&r).Error; err != nil {
			return err
		}
		if err := s.locking(tx.Where("game = ? AND category = ?", r.Game, r.Category)).Take(&r).Error; err != nil {
			return err
		}
		t.versions[r.board()] = r.Version
	}
	return nil
}

// locking makes a query lock its rows. SQLite has one writer.
func (s *Store) locking(q *gorm.DB) *gorm.DB {
	if s.db.Dialect() == dbx.Postgres {
		return q.Clauses(clause.Locking{Strength: "UPDATE"})
	}
	return q
}

// Standings returns where players stand on a board; those without a game are
// left out.
func (s *Store) Standings(ctx context.Context, b standing.Board, players []string) ([]standing.Standing, error) {
	q := s.db.Read().WithContext(ctx).Where("game = ? AND category = ? AND player IN ?", b.Game, b.Category, players)
	return standingsOf(q)
}

// StandingsOf returns where a player stands, on every board that he has played
// on.
func (s *Store) StandingsOf(ctx context.Context, player string) ([]standing.Standing, error) {
	return standingsOf(s.db.Read().WithContext(ctx).Where("player = ?", player))
}

func standingsOf(q *gorm.DB) ([]standing.Standing, error) {
	var rows []standingRow
	if err := q.Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("read standings: %w", err)
	}
	all := make([]standing.Standing, len(rows))
	for i, r := range rows {
		all[i] = r.standing()
	}
	return all, nil
}

// seenChange is a change and how visible its game is.
type seenChange struct {
	Row        changeRow `gorm:"embedded"`
	Visibility string
}

// History returns a player's changes on a board before a number, newest first.
func (s *Store) History(ctx context.Context, k standing.Key, before, limit int) ([]scorer.Seen, error) {
	var rows []seenChange
	err := s.db.Read().WithContext(ctx).Table("changes AS c").Select("c.*, g.visibility").Joins("JOIN games AS g ON g.id = c.game_id").
		Where("c.game = ? AND c.category = ? AND c.player = ? AND c.number < ?", k.Game, k.Category, k.Player, before).
		Order("c.number DESC").Limit(limit).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read history: %w", err)
	}
	all := make([]scorer.Seen, len(rows))
	for i, r := range rows {
		all[i] = scorer.Seen{Change: r.Row.change(), Visibility: r.Visibility}
	}
	return all, nil
}

// Points returns a player's changes on a board whose number is a multiple of
// step, and the last one, oldest first.
func (s *Store) Points(ctx context.Context, k standing.Key, step, last int) ([]standing.Change, error) {
	q := s.db.Read().WithContext(ctx).Where("game = ? AND category = ? AND player = ?", k.Game, k.Category, k.Player).
		Where("number <= ? AND (number % ? = 0 OR number = ?)", last, step, last).Order("number")
	return changesOf(q)
}

// Game returns what became of a game, with its changes in the order in which
// they were made.
func (s *Store) Game(ctx context.Context, id string) (scorer.Outcome, error) {
	var found []gameRow
	if err := s.db.Read().WithContext(ctx).Where("id = ?", id).Limit(1).Find(&found).Error; err != nil {
		return scorer.Outcome{}, fmt.Errorf("read game %s: %w", id, err)
	}
	if len(found) == 0 {
		return scorer.Outcome{}, standing.ErrNotRated
	}
	r := found[0]
	changes, err := changesOf(s.db.Read().WithContext(ctx).Where("game_id = ?", id).Order("version"))
	return scorer.Outcome{
		State: standing.State(r.State), Visibility: r.Visibility, Players: [2]string{r.FirstPlayer, r.SecondPlayer}, Changes: changes,
	}, err
}

func changesOf(q *gorm.DB) ([]standing.Change, error) {
	var rows []changeRow
	if err := q.Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	all := make([]standing.Change, len(rows))
	for i, r := range rows {
		all[i] = r.change()
	}
	return all, nil
}
