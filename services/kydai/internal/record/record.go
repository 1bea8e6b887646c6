// Package record holds one recorded game of each kind, played to its end on the
// board. The game of xiangqi is one of real masters; in the others a stronger
// player met a weaker one.
package record

import (
	"bytes"
	_ "embed" // the games
	"encoding/json"
	"fmt"
	"strings"

	"kydai.dev/pkg/rules"
)

//go:embed games.jsonl
var games []byte

// Game is a recorded game from the usual start.
type Game struct {
	// Name is the game's name in the API.
	Name  string
	Moves []string
	// Verdict is how it ended.
	Verdict rules.Verdict
}

// All returns the recorded games.
func All() ([]Game, error) {
	var all []Game
	lines := json.NewDecoder(bytes.NewReader(games))
	for lines.More() {
		var line struct {
			Game, Moves string
			Winner      rules.Winner
			Reason      rules.Reason
		}
		if err := lines.Decode(&line); err != nil {
			return nil, fmt.Errorf("read recorded games: %w", err)
		}
		all = append(all, Game{
			Name: line.Game, Moves: strings.Fields(line.Moves),
			Verdict: rules.Verdict{Winner: line.Winner, Reason: line.Reason},
		})
	}
	return all, nil
}
