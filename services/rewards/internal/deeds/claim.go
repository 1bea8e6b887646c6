package deeds

import (
	"strconv"
	"time"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/rewards/internal/goals"
)

// The refusals of claims.
var (
	ErrNoQuest    = errs.New(errs.NotFound, "NO_SUCH_QUEST", "there is no such quest")
	ErrNotOffered = errs.New(errs.State, "QUEST_NOT_OFFERED", "the quest is not on offer in that period")
	ErrNotDone    = errs.New(errs.State, "QUEST_NOT_DONE", "the quest is not done yet")
	ErrOver       = errs.New(errs.State, "QUEST_OVER", "the quest can't be claimed any more")
	ErrGuest      = errs.New(errs.Denied, "GUEST_EARNS_NOTHING", "coins are paid to linked accounts only")
)

// Quest finds a quest by its id.
func Quest(id string) (goals.Goal, error) {
	g, known := goals.Find(id)
	if !known || !g.Quest() {
		return g, ErrNoQuest
	}
	return g, nil
}

// Claim finds the tally that a claim is to be paid for; an empty period is the
// one that runs. A tally that is paid already is no refusal.
func (b *Book) Claim(quest goals.Goal, period string, now time.Time) (Tally, error) {
	zone := b.Player.Location()
	current := quest.Period(now, zone)
	if period == "" {
		period = current
	}
	_, begun := b.tallies[Slot{quest.ID, period}]
	t := b.quest(quest, period, now)
	switch {
	case t.Paid:
		return t, nil
	case !begun:
		return t, b.unbegun(quest, period, now)
	case !now.Before(t.ClaimEnds()):
		return t, ErrOver.With("period", period)
	case !b.Player.Linked:
		return t, ErrGuest
	case !t.Done():
		return t, notDone(quest, t.Count, period)
	}
	return t, nil
}

// unbegun says why a quest of which nothing is done can't be claimed.
func (b *Book) unbegun(quest goals.Goal, period string, now time.Time) error {
	for _, o := range b.Offers(now) {
		if o.Slot == (Slot{quest.ID, period}) {
			if !b.Player.Linked {
				return ErrGuest
			}
			return notDone(quest, 0, period)
		}
	}
	return ErrNotOffered.With("period", period)
}

func notDone(quest goals.Goal, count int, period string) error {
	return ErrNotDone.With("period", period).With("count", strconv.Itoa(count)).With("target", strconv.Itoa(quest.Target))
}
