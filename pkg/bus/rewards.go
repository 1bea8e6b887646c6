package bus

// RewardsStream is the JetStream stream that keeps what players have earned.
const RewardsStream = "KYDAI_REWARDS"

// RewardsChanged is the subject of a player's kydai.rewards.v1.PlayerRewards;
// "*" is all of them.
func RewardsChanged(player string) string { return "kydai.rewards.v1.changed." + player }
