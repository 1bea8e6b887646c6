package goals

import (
	"slices"
	"time"
)

// Offered lists the quests on offer in the player's day and week: one of each
// slot, the same for everybody, each slot going through its quests in turn.
func Offered(at time.Time, zone *time.Location) []Goal { return offered(all, day(at.In(zone))) }

func offered(goals []Goal, today time.Time) []Goal {
	var slots []string
	pools := map[string][]Goal{}
	for _, g := range goals {
		if !g.Quest() {
			continue
		}
		slot := g.Kind + " " + g.Slot
		if !slices.Contains(slots, slot) {
			slots = append(slots, slot)
		}
		pools[slot] = append(pools[slot], g)
	}
	var list []Goal
	for _, slot := range slots {
		pool := pools[slot]
		list = append(list, pool[turn(pool[0].Kind, today)%len(pool)])
	}
	return list
}

// epoch is a Monday before every game.
var epoch = time.Date(1900, time.January, 1, 0, 0, 0, 0, time.UTC)

// turn numbers the days, or the weeks.
func turn(kind string, today time.Time) int {
	days := max(0, int(today.Sub(epoch)/(24*time.Hour)))
	if kind == Weekly {
		return days / 7
	}
	return days
}
