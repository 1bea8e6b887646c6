package events

import (
	"fmt"
	"slices"

	"kydai.dev/pkg/titles"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/goals"
)

// TitlesFromProto are the deeds of changed ratings: the titles that were
// reached. The first rating reaches its title as well.
func TitlesFromProto(changes []*ratingv1.RatingChange) []deeds.Deed {
	var all []deeds.Deed
	for _, c := range changes {
		before, after := rankOf(c.GetBefore()), rankOf(c.GetAfter())
		if after <= before && c.GetNumber() > 1 {
			continue
		}
		all = append(all, deeds.Deed{
			Player: c.GetPlayerId(), Key: fmt.Sprintf("title:%s:%s:%d", c.GetGame(), c.GetCategory(), c.GetNumber()),
			Fact: goals.Fact{
				Kind: goals.TitleFact, Time: moment(c.GetTime().AsTime()), Game: c.GetGame(), Category: c.GetCategory(), Title: titles.All()[after].ID,
			},
		})
	}
	return all
}

// rankOf is the place of a rating's title among all of them.
func rankOf(rating int32) int {
	title, _ := titles.Of(int(rating))
	return slices.Index(titles.All(), title)
}
