package events

import (
	"fmt"
	"slices"

	"kydai.dev/pkg/titles"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/goals"
)

// TitlesFromProto are the deeds of changed ratings: each change tells the highest
// title that its rating had, which counts once. Were it told by the change alone
// that reached it, a message lost would be a title lost; so the next one makes up
// for it.
func TitlesFromProto(changes []*ratingv1.RatingChange) []deeds.Deed {
	var all []deeds.Deed
	for _, c := range changes {
		title := titles.All()[max(rankOf(c.GetBefore()), rankOf(c.GetAfter()))].ID
		all = append(all, deeds.Deed{
			Player: c.GetPlayerId(), Key: fmt.Sprintf("title:%s:%s:%s", c.GetGame(), c.GetCategory(), title),
			Fact: goals.Fact{
				Kind: goals.TitleFact, Time: moment(c.GetTime().AsTime()), Game: c.GetGame(), Category: c.GetCategory(), Title: title,
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
