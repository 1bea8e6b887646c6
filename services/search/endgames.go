package search

import (
	"kydai.dev/services/search/internal/endgame"
	"kydai.dev/services/search/internal/proof"
)

// Endgames are databases of endings in a folder.
type Endgames = endgame.Tables

// EndgameSet is tables of endings that are built together.
type EndgameSet = endgame.Set

// EndgameBuilder makes tables of endings.
type EndgameBuilder = endgame.Builder

// EndgameProgress is how far a build or a check has come.
type EndgameProgress = endgame.Progress

// EndgameProof plays the engine against perfect play from endings that it does not
// know.
type EndgameProof = proof.Proof

// EndgameGame is an ending that was played so.
type EndgameGame = proof.Game

// OpenEndgames opens the tables of a folder. The error names what is damaged;
// the rest can be used all the same.
func OpenEndgames(dir string) (*Endgames, error) { return endgame.Open(dir) }

// EndgameSets lists all sets.
func EndgameSets() []EndgameSet { return endgame.Sets() }

// FindEndgameSets finds sets by name; "small" and "all" are several.
func FindEndgameSets(names ...string) ([]EndgameSet, error) { return endgame.FindSets(names...) }
