package store

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/services/rating/internal/standing"
)

// taking is what one transaction has read, and what it makes of it.
type taking struct {
	versions  map[standing.Board]int64
	states    map[string]standing.State
	standings map[standing.Key]standing.Standing
	// played are the changes of games that may have to be given back.
	played map[string][2]standing.Change

	added   []gameRow
	revoked []string
	touched map[standing.Key]bool
	changes []standing.Change
}

func newTaking() *taking {
	return &taking{
		versions: map[standing.Board]int64{}, states: map[string]standing.State{}, standings: map[standing.Key]standing.Standing{},
		played: map[string][2]standing.Change{}, touched: map[standing.Key]bool{},
	}
}

func byName(a, b standing.Board) int {
	return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Category, b.Category))
}

// readStates reads what became of the games so far.
func (t *taking) readStates(q *gorm.DB, games []standing.Game) error {
	ids := make([]string, len(games))
	for i, g := range games {
		ids[i] = g.ID
	}
	var rows []gameRow
	if err := q.Select("id, state").Where("id IN ?", ids).Find(&rows).Error; err != nil {
		return err
	}
	for _, r := range rows {
		t.states[r.ID] = standing.State(r.State)
	}
	return nil
}

// news reports whether something is to be done about a game.
func (t *taking) news(g standing.Game) bool {
	state, known := t.states[g.ID]
	return !known || g.Void && state == standing.StateRated
}

// readPlayed reads the changes of the games that are voided.
func (t *taking) readPlayed(tx *gorm.DB, games []standing.Game) error {
	var voided []string
	for _, g := range games {
		if g.Void {
			voided = append(voided, g.ID)
		}
	}
	if len(voided) == 0 {
		return nil
	}
	changes, err := changesOf(tx.Where("game_id IN ? AND cause = ?", voided, string(standing.Played)))
	for _, c := range changes {
		t.remember(c)
	}
	return err
}

func (t *taking) remember(c standing.Change) {
	both := t.played[c.GameID]
	side := 1
	if c.First {
		side = 0
	}
	both[side] = c
	t.played[c.GameID] = both
}

// readStandings reads where the games' players stand.
func (t *taking) readStandings(tx *gorm.DB, games []standing.Game) error {
	players := map[standing.Board][]string{}
	for _, g := range games {
		for _, k := range g.Keys() {
			players[k.Board] = append(players[k.Board], k.Player)
			t.standings[k] = standing.Standing{Key: k}
		}
	}
	for b, of := range players {
		found, err := standingsOf(tx.Where("game = ? AND category = ? AND player IN ?", b.Game, b.Category, of))
		if err != nil {
			return err
		}
		for _, s := range found {
			t.standings[s.Key] = s
		}
	}
	return nil
}

// takeAll decides on the games one after the other.
func (t *taking) takeAll(games []standing.Game) {
	for _, g := range games {
		_, known := t.states[g.ID]
		switch {
		case !t.news(g):
		case known:
			t.giveBack(g)
		case g.Void: // before it was heard of
			t.settled(g, standing.StateVoid)
		default:
			t.settle(g)
		}
	}
}

func (t *taking) settled(g standing.Game, state standing.State) {
	t.states[g.ID] = state
	t.added = append(t.added, rowOf(g, state))
}

func (t *taking) settle(g standing.Game) {
	keys := g.Keys()
	after, changes := standing.Settle(g, t.standings[keys[0]], t.standings[keys[1]])
	for i, c := range changes {
		t.note(after[i], c)
		t.remember(c)
	}
	t.settled(g, standing.StateRated)
}

func (t *taking) giveBack(g standing.Game) {
	for _, c := range t.played[g.ID] {
		t.note(standing.GiveBack(c, t.standings[c.Key], g.At))
	}
	t.states[g.ID] = standing.StateReturned
	t.revoked = append(t.revoked, g.ID)
}

// note takes down a change, which gets the next version of its board.
func (t *taking) note(after standing.Standing, c standing.Change) {
	t.versions[c.Board]++
	c.Version = t.versions[c.Board]
	t.standings[after.Key] = after
	t.touched[after.Key] = true
	t.changes = append(t.changes, c)
}

// perInsert bounds the values of one statement.
const perInsert = 500

// write stores what has changed.
func (t *taking) write(tx *gorm.DB) error {
	if len(t.added) > 0 {
		if err := tx.CreateInBatches(t.added, perInsert).Error; err != nil {
			return fmt.Errorf("add games: %w", err)
		}
	}
	if len(t.revoked) > 0 {
		returned := tx.Model(&gameRow{}).Where("id IN ?", t.revoked).Update("state", string(standing.StateReturned))
		if returned.Error != nil {
			return fmt.Errorf("return games: %w", returned.Error)
		}
	}
	if len(t.changes) == 0 {
		return nil
	}
	var standings []standingRow
	for k := range t.touched {
		standings = append(standings, standingRowOf(t.standings[k]))
	}
	if err := tx.Clauses(clause.OnConflict{UpdateAll: true}).CreateInBatches(standings, perInsert).Error; err != nil {
		return fmt.Errorf("change standings: %w", err)
	}
	var changes []changeRow
	for _, c := range t.changes {
		changes = append(changes, changeRowOf(c))
	}
	if err := tx.CreateInBatches(changes, perInsert).Error; err != nil {
		return fmt.Errorf("add changes: %w", err)
	}
	return t.writeVersions(tx)
}

func (t *taking) writeVersions(tx *gorm.DB) error {
	boards := slices.SortedFunc(maps.Keys(t.versions), byName)
	for _, b := range boards {
		r := boardRow{b.Game, b.Category, t.versions[b]}
		if err := tx.Model(&r).Update("version", r.Version).Error; err != nil {
			return fmt.Errorf("count changes of %s %s: %w", b.Game, b.Category, err)
		}
	}
	return nil
}
