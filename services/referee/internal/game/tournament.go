package game

// Organiser is the service that makes the games of tournaments and acts in them
// for their directors.
const Organiser = "tournament"

// Tournament is the pairing that a game is played for; the zero Tournament is
// none.
type Tournament struct {
	ID string
	// Round, Board and Game count from 1: the round of the tournament, the board
	// of the round, and the game of the match at it.
	Round, Board, Game int
}

// Given reports whether there is a tournament.
func (t Tournament) Given() bool { return t != Tournament{} }

// ofTournament refuses what players may not do where a tournament decides what
// becomes of a game.
func (g *Game) ofTournament() error {
	if g.settings.Tournament.Given() {
		return ErrTournamentGame
	}
	return nil
}
