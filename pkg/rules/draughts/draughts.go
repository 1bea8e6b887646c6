// Package draughts is the rules of Brazilian draughts and of its sister games,
// American checkers, Russian draughts and international draughts (games.md §5).
// One set of code plays all four: a game is a [variant], a table of the few
// points in which they differ, on one of two boards.
//
// A position is a [board] of three bit sets, on which moves are generated and
// counted; the texts of positions and moves live at the surface.
package draughts

import "kydai.dev/pkg/rules"

// crowning is what happens to a man that reaches the far row while capturing.
type crowning uint8

const (
	crownAtEnd   crowning = iota // it goes on as a man; a king only if it ends there
	crownAndStop                 // it is crowned and the move ends
	crownAndGo                   // it is crowned at once and goes on as a king
)

// variant is the table of one game, and its [rules.Game].
type variant struct {
	*layout
	name string
	// letters are the colours of the first and the second side.
	letters [2]byte
	// backward: a man also captures backward.
	backward bool
	// flying: a king moves and captures at any distance.
	flying bool
	// most: the capture of the greatest number of pieces must be taken.
	most     bool
	crowning crowning
	// drawPlies is the value of the counter H that draws.
	drawPlies int
	// kingPlies: H counts plies of kings, and any move of a man sets it back.
	kingPlies bool
}

var (
	blackFirst = [2]byte{'B', 'W'}
	whiteFirst = [2]byte{'W', 'B'}

	small = newLayout(8)
	large = newLayout(10)

	brazilian = &variant{
		layout: small, name: "draughts-brazilian", letters: blackFirst,
		backward: true, flying: true, most: true, crowning: crownAtEnd, drawPlies: 80,
	}
	american = &variant{
		layout: small, name: "draughts-american", letters: blackFirst,
		crowning: crownAndStop, drawPlies: 80,
	}
	russian = &variant{
		layout: small, name: "draughts-russian", letters: whiteFirst,
		backward: true, flying: true, crowning: crownAndGo, drawPlies: 80,
	}
	international = &variant{
		layout: large, name: "draughts-international", letters: whiteFirst,
		backward: true, flying: true, most: true, crowning: crownAtEnd, drawPlies: 50, kingPlies: true,
	}
)

// Brazilian returns Brazilian draughts.
func Brazilian() rules.Game { return brazilian }

// American returns American checkers.
func American() rules.Game { return american }

// Russian returns Russian draughts.
func Russian() rules.Game { return russian }

// International returns draughts on ten by ten squares.
func International() rules.Game { return international }

// Name implements [rules.Game].
func (v *variant) Name() string { return v.name }

// Start implements [rules.Game].
func (v *variant) Start() rules.Position {
	return &position{variant: v, board: newBoard(rules.First, v.home[rules.First], v.home[rules.Second], 0), number: 1}
}

// Repetitions implements [rules.Game].
func (v *variant) Repetitions() int { return 3 }
