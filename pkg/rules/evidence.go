package rules

// Evidence is the proof of an outcome by repetition, by a counter or for want
// of attackers: what a player who doubts the ruling wants to be shown. Plies
// count from 1; the position after ply 0 is the one in which the line began. It has
// the JSON of the API.
type Evidence struct {
	// Rule is the reason that is proved.
	Rule Reason `json:"rule"`
	// Equal are the plies after which the same position stood, oldest first,
	// where the game ended by repetition. The plies between the first and the
	// last of them are the span that was judged.
	Equal []int `json:"equalPlies,omitempty"`
	// Breaches are the repetition rules broken over that span: one where a side
	// lost by it; two, or none, where it was a draw.
	Breaches []Breach `json:"breaches,omitempty"`
	// Counter is the counter that reached its limit; the zero Counter otherwise.
	Counter Counter `json:"counter,omitzero"`
}

// The repetition rules that a side can break (§3 "Repetition in xiangqi").
const (
	BreachCheck = "check"
	BreachChase = "chase"
)

// Breach is a side that breaks a repetition rule with every move that it made
// over a span.
type Breach struct {
	Side Side `json:"side"`
	// Rule is BreachCheck or BreachChase.
	Rule string `json:"rule"`
	// Plies are the moves of the side in the span.
	Plies []int `json:"plies"`
	// Target is the piece chased; the zero Target where the rule is check.
	Target Target `json:"target,omitzero"`
}

// Target is the piece that every move of a breach chased.
type Target struct {
	// Kind is its kind, in the words of Piece.
	Kind string `json:"kind"`
	// From is the square where it stood when the span began.
	From string `json:"from"`
	// Chases are the attacks on it, one for each ply of the breach.
	Chases []Chase `json:"chases"`
}

// Chase is one attack on a target.
type Chase struct {
	Ply int `json:"ply"`
	// Square is where the target stood after the ply.
	Square string `json:"square"`
	// Attackers are the pieces that newly attack it, sorted by square.
	Attackers []Piece `json:"attackers"`
}

// Warning tells a side that it has been breaking a repetition rule since the
// position stood before, and will lose by it (§3 "Repetition in xiangqi").
type Warning struct {
	// Ply is the move after which the position stood again.
	Ply int
	// Since is the ply after which it stood before.
	Since int
	Breach
}

// Counter is a count of plies without progress that draws at its limit.
type Counter struct {
	// Kind says what is counted: one of the kinds below.
	Kind string `json:"kind"`
	// Plies is the count.
	Plies int `json:"plies"`
	// Limit is where it draws; 0 in a game without a counter.
	Limit int `json:"limit"`
}

// What counters count.
const (
	WithoutCapture      = "plies_without_capture"              // xiangqi
	WithoutMill         = "plies_without_mill"                 // morris
	WithoutProgress     = "plies_without_capture_or_promotion" // draughts 8×8
	KingsWithoutCapture = "king_plies_without_capture"         // draughts 10×10
)

// Full reports whether the counter has reached its limit.
func (c Counter) Full() bool { return c.Limit > 0 && c.Plies >= c.Limit }

// Span is a part of a line whose first and last position are the same.
type Span struct {
	// Positions are all positions of the span, the first and the last included;
	// Moves lead from each to the next and are one less.
	Positions []Position
	Moves     []string
	// Ply is the number of the first move.
	Ply int
}

// RepetitionJudge is a Game in which a side may not force a repetition.
type RepetitionJudge interface {
	// Breaches finds the sides that break a repetition rule over a span without
	// irreversible moves, the first side before the second.
	Breaches(s Span) []Breach
}
