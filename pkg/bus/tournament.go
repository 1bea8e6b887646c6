package bus

// The tournaments' stream: what happens in them, and what each player has to play
// next.
const (
	// TournamentStream is the JetStream stream that keeps it.
	TournamentStream = "KYDAI_TOURNAMENT"

	tournamentEvents = "kydai.tournament.v1.events."
	playerNews       = "kydai.tournament.v1.player."
)

// TournamentEvents is the subject of a tournament's
// kydai.tournament.v1.TournamentEvents; "*" is all of them.
func TournamentEvents(tournament string) string { return tournamentEvents + tournament }

// PlayerNews is the subject of an account's kydai.tournament.v1.PlayerNews; "*" is
// all of them.
func PlayerNews(account string) string { return playerNews + account }
