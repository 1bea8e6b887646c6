package live

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
	"kydai.dev/services/gateway/internal/frame"
)

// hearRewards hears what a player has reached and earned. What gets lost is not
// made up for: GET has it.
func (h *Hub) hearRewards(payload []byte) error {
	var news rewardsv1.PlayerRewards
	if err := proto.Unmarshal(payload, &news); err != nil {
		return err
	}
	if a := h.watched(news.GetPlayerId()); a != nil {
		a.tellRewards(&news)
	}
	return nil
}

// questTypes are what is told of a quest, by its state.
var questTypes = map[string]string{"open": frame.TypeQuestProgressed, "done": frame.TypeQuestCompleted, "claimed": frame.TypeQuestClaimed}

// tellRewards tells of quests, of achievements that are earned, and of coins;
// each part of a message once.
func (a *account) tellRewards(news *rewardsv1.PlayerRewards) {
	at := news.GetTime().AsTime()
	once := func(typ, id string, data proto.Message) {
		a.once(typ, fmt.Sprint(news.GetNumber(), " ", id), at, data)
	}
	for _, q := range news.GetQuests() {
		once(questTypes[q.GetState()], q.GetGoal().GetId()+" "+q.GetPeriod(), q)
	}
	for _, x := range news.GetAchievements() {
		if x.GetEarnTime() != nil {
			once(frame.TypeAchievementEarned, x.GetGoal().GetId(), x)
		}
	}
	for _, e := range news.GetEntries() {
		once(frame.TypeWalletChanged, fmt.Sprint(e.GetNumber()), e)
	}
}
