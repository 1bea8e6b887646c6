package store

import (
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/ledger"
	"kydai.dev/services/rewards/internal/steward"
)

// seen says which deeds were counted.
type seen map[[2]string]bool

func seenKey(d deeds.Deed) [2]string { return [2]string{d.Player, d.Key} }

// readSeen reads which of the deeds were counted.
func readSeen(q *gorm.DB, taken []deeds.Deed) (seen, error) {
	var players, keys []string
	for _, d := range taken {
		players, keys = append(players, d.Player), append(keys, d.Key)
	}
	var rows []deedRow
	if err := q.Select("player, key").Where("player IN ? AND key IN ?", players, keys).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("read deeds: %w", err)
	}
	known := seen{}
	for _, r := range rows {
		known[[2]string{r.Player, r.Key}] = true
	}
	return known, nil
}

// take counts the deeds that are new, one after the other.
func (c *change) take(taken []deeds.Deed) error {
	known, err := readSeen(c.tx, taken)
	if err != nil {
		return err
	}
	var fresh []deeds.Deed
	for _, d := range taken {
		if !known[seenKey(d)] {
			known[seenKey(d)] = true
			fresh = append(fresh, d)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	if err := c.openFor(fresh); err != nil {
		return err
	}
	rows := make([]deedRow, len(fresh))
	for i, d := range fresh {
		rows[i] = rowOf(c.books[d.Player].Take(d))
	}
	if err := c.tx.CreateInBatches(rows, perInsert).Error; err != nil {
		return fmt.Errorf("add deeds: %w", err)
	}
	return c.close()
}

// openFor reads the tallies that deeds may move.
func (c *change) openFor(fresh []deeds.Deed) error {
	var players []string
	periods := map[string]bool{"": true} // the achievements
	for _, d := range fresh {
		players = append(players, d.Player)
		for _, slot := range d.Slots() {
			periods[slot.Period] = true
		}
	}
	return c.read(c.tx.Where("player IN ? AND period IN ?", players, sorted(periods)))
}

// open reads the tallies of a player that a claim or a look may concern.
func (c *change) open(player string) error { return c.read(c.tx.Where("player = ?", player)) }

func (c *change) read(q *gorm.DB) error {
	tallies, err := talliesOf(q)
	if err != nil {
		return err
	}
	for id, b := range c.books {
		c.books[id] = deeds.NewBook(b.Player, tallies[id]...)
	}
	return nil
}

// talliesOf reads tallies by player.
func talliesOf(q *gorm.DB) (map[string][]deeds.Tally, error) {
	var rows []tallyRow
	if err := q.Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("read tallies: %w", err)
	}
	tallies := map[string][]deeds.Tally{}
	for _, r := range rows {
		tallies[r.Player] = append(tallies[r.Player], r.tally())
	}
	return tallies, nil
}

// close pays the achievements that are owed and stores what has moved.
func (c *change) close() error {
	for _, id := range sorted(c.books) {
		b := c.books[id]
		for _, t := range b.Owed() {
			if _, err := c.pay(b, t); err != nil && errs.Reason(err) != errs.Reason(ledger.ErrFull) { // it stays owed
				return err
			}
		}
		if moved := b.Moved(); len(moved) > 0 {
			c.of(id).Tallies = moved
		}
	}
	if err := c.saveTallies(); err != nil {
		return err
	}
	return c.savePlayers()
}

// of is what is told of a player.
func (c *change) of(id string) *steward.News {
	if c.news[id] == nil {
		c.news[id] = &steward.News{At: c.now}
	}
	return c.news[id]
}

func (c *change) saveTallies() error {
	var rows []tallyRow
	for _, id := range sorted(c.books) {
		for _, t := range c.books[id].Moved() {
			rows = append(rows, tallyRowOf(id, t))
		}
	}
	if len(rows) == 0 {
		return nil
	}
	if err := c.tx.Clauses(clause.OnConflict{UpdateAll: true}).CreateInBatches(rows, perInsert).Error; err != nil {
		return fmt.Errorf("store tallies: %w", err)
	}
	return nil
}

// savePlayers stores the players' rows, and numbers what is told of them.
func (c *change) savePlayers() error {
	var rows []playerRow
	for _, id := range sorted(c.books) {
		b := c.books[id]
		if n := c.news[id]; n != nil {
			b.Player.News++
			n.Player = b.Player
		}
		rows = append(rows, playerRowOf(b.Player))
	}
	if err := c.tx.Clauses(clause.OnConflict{UpdateAll: true}).CreateInBatches(rows, perInsert).Error; err != nil {
		return fmt.Errorf("store players: %w", err)
	}
	return nil
}
