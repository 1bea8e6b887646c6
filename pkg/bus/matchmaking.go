package bus

// Matchmaking's stream: what gateways pass on to players at once.
const (
	// MatchmakingStream is the JetStream stream that keeps it.
	MatchmakingStream = "KYDAI_MATCHMAKING"

	ticketsMatched    = "kydai.matchmaking.v1.matched."
	invitationChanged = "kydai.matchmaking.v1.invitation."
)

// TicketsMatched is the subject of a game's kydai.matchmaking.v1.TicketsMatched;
// "*" is all of them.
func TicketsMatched(game string) string { return ticketsMatched + game }

// InvitationChanged is the subject of a room's
// kydai.matchmaking.v1.InvitationChanged; "*" is all of them.
func InvitationChanged(room string) string { return invitationChanged + room }
