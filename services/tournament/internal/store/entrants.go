package store

import (
	"cmp"
	"fmt"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// entrantsOf are the accounts that an append makes players of the tournament, or
// makes something else in it, and those who are not in it any more.
func entrantsOf(a record.Append) (rows []entrantRow, gone []string) {
	states := map[string]tourney.State{}
	for _, e := range a.Events {
		switch k := e.Kind.(type) {
		case tourney.Joined:
			states[k.Entrant.Player] = k.Entrant.State
		case tourney.Admitted:
			states[k.Player] = tourney.Playing
		case tourney.Disqualified:
			states[k.Player] = tourney.Expelled
		case tourney.Withdrawn:
			states[k.Player] = tourney.Left
			if k.AfterRound == 0 { // has played nothing
				states[k.Player] = ""
			}
		}
	}
	for account, state := range states {
		if state == "" {
			gone = append(gone, account)
			continue
		}
		rows = append(rows, entrantRow{Account: account, Tournament: a.ID, State: string(state)})
	}
	slices.SortFunc(rows, func(a, b entrantRow) int { return cmp.Compare(a.Account, b.Account) })
	return rows, gone
}

// storeEntrants notes who plays and who directs.
func (p *parcel) storeEntrants(tx *gorm.DB) error {
	for part := range slices.Chunk(p.gone, batch) {
		err := tx.Model(&entrantRow{}).Where("tournament = ? AND account IN ?", p.ID, part).Update("state", "").Error
		if err != nil {
			return fmt.Errorf("take players off: %w", err)
		}
	}
	plays := clause.OnConflict{
		Columns:   []clause.Column{{Name: "account"}, {Name: "tournament"}},
		DoUpdates: clause.AssignmentColumns([]string{"state"}),
	}
	for part := range slices.Chunk(p.entrants, batch) {
		if err := tx.Clauses(plays).Create(part).Error; err != nil {
			return fmt.Errorf("note players: %w", err)
		}
	}
	if p.After > 0 {
		return nil
	}
	directs := plays
	directs.DoUpdates = clause.AssignmentColumns([]string{"director"})
	director := entrantRow{Account: p.Summary.Director, Tournament: p.ID, Director: true}
	if err := tx.Clauses(directs).Create(&director).Error; err != nil {
		return fmt.Errorf("note director: %w", err)
	}
	return nil
}
