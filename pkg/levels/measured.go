package levels

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Ladder is how strong the levels of a game are: what `make ladder` found.
type Ladder struct {
	// Game is the game that was played.
	Game string `json:"game"`
	// Command is what was run, Date when it was done.
	Command string `json:"command"`
	Date    string `json:"date"`
	// Most is how many positions a level searched for a move at most, whatever its
	// own budget is.
	Most int `json:"most_nodes"`
	// Rungs are the levels, the weakest first.
	Rungs []Rung `json:"levels"`
	// Matches are those between levels, Yardsticks those of the weakest level with
	// players that are simpler still.
	Matches    []Match `json:"matches"`
	Yardsticks []Match `json:"yardsticks"`
}

// Rung is a level as it was measured.
type Rung struct {
	Level
	// Elo is by how much it is stronger than the weakest level, Error by how much
	// that may be wrong, with 95 % certainty.
	Elo   int `json:"elo"`
	Error int `json:"elo_error"`
}

// Match is how two players did against each other, as the first one sees it.
type Match struct {
	One    string `json:"one"`
	Two    string `json:"two"`
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
	// Pairs counts the openings, each of which was played with both sides, by the
	// points that they brought: none, a half, up to two.
	Pairs [5]int `json:"pairs"`
	// Elo is by how much the first is stronger, Low and High the bounds within
	// which that lies with 95 % certainty.
	Elo  int `json:"elo"`
	Low  int `json:"elo_low"`
	High int `json:"elo_high"`
}

// Games is how many were played.
func (m Match) Games() int { return m.Wins + m.Draws + m.Losses }

// Score is the share of the points that the first one has, 0 to 1.
func (m Match) Score() float64 {
	return (float64(m.Wins) + float64(m.Draws)/2) / float64(m.Games())
}

//go:embed elo/*.json
var files embed.FS

// usual is the game whose ladder stands for those of its family that have none.
var usual = map[string]string{"draughts": "draughts-brazilian"}

// Measured is the ladder of a game, by its name in the API; the variants of a
// family may share one.
func Measured(game string) (Ladder, error) {
	family, _, _ := strings.Cut(game, "-")
	data, err := files.ReadFile("elo/" + game + ".json")
	if errors.Is(err, fs.ErrNotExist) && usual[family] != "" {
		data, err = files.ReadFile("elo/" + usual[family] + ".json")
	}
	if err != nil {
		return Ladder{}, fmt.Errorf("read the ladder of %s: %w", game, err)
	}
	var l Ladder
	if err := json.Unmarshal(data, &l); err != nil {
		return Ladder{}, fmt.Errorf("read the ladder of %s: %w", game, err)
	}
	return l, nil
}
