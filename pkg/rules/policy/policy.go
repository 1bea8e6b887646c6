// Package policy holds the rules of the hall that are data and that more than
// one service goes by.
package policy

// guestsUnrated are the games in which guests' rated games don't count
// (games.md §1).
var guestsUnrated = map[string]bool{"jungle": true}

// GuestsRated reports whether a rated game with a guest counts for both
// players.
func GuestsRated(game string) bool { return !guestsUnrated[game] }
