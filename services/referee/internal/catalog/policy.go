package catalog

import (
	"strings"
	"time"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/policy"
	"kydai.dev/services/referee/internal/game"
)

// Family is the family of a game's variants: what stands before the dash of its
// name.
func Family(g rules.Game) string {
	family, _, _ := strings.Cut(g.Name(), "-")
	return family
}

// Value is what a piece is worth by custom.
type Value struct{ Usual, BeyondRiver float64 }

// values are customary, in soldiers or men; they are no rules and decide nothing.
// A king that flies is commonly put at three men, one that does not at one and a
// half. Jungle has ranks instead, and morris one kind of stone.
var values = map[string]map[string]Value{
	"xiangqi": {
		"advisor":  {2, 2},
		"elephant": {2, 2},
		"horse":    {4, 4},
		"chariot":  {9, 9},
		"cannon":   {4.5, 4.5},
		"soldier":  {1, 2},
	},
	"draughts-brazilian":     {"man": {1, 1}, "king": {3, 3}},
	"draughts-american":      {"man": {1, 1}, "king": {1.5, 1.5}},
	"draughts-russian":       {"man": {1, 1}, "king": {3, 3}},
	"draughts-international": {"man": {1, 1}, "king": {3, 3}},
}

// ValueOf is the customary value of a kind; ok is false where there is none.
func ValueOf(g rules.Game, kind string) (v Value, ok bool) {
	v, ok = values[g.Name()][kind]
	return v, ok
}

// Policy is the rules of a game that are data.
type Policy struct {
	Repetitions int
	// WarnedAt is how often a position stands when a breach of the rules of
	// repetition is warned of; 0 without such rules, which are Breaches.
	WarnedAt int
	Breaches []string
	// Counter is the one that draws; its Limit is 0 where there is none.
	Counter rules.Counter
	// GuestsRated says whether guests' rated games count, GuestsListed whether
	// their ratings are listed.
	GuestsRated, GuestsListed bool
}

// PolicyOf is the policy of a game.
func PolicyOf(g rules.Game) Policy {
	p := Policy{Repetitions: g.Repetitions(), Counter: g.Start().Counter(), GuestsRated: policy.GuestsRated(g.Name())}
	if _, ok := g.(rules.RepetitionJudge); ok {
		p.WarnedAt, p.Breaches = rules.WarnedAt, []string{rules.BreachCheck, rules.BreachChase}
	}
	return p
}

// Endings are the reasons for which a game may end: those of its rules, then
// those off the board.
func Endings(g rules.Game) []string {
	var list []string
	for _, r := range g.Describe().Endings {
		list = append(list, string(r))
	}
	return append(
		list, game.Resignation, game.Agreement, game.FirstMoveTimeout, game.Aborted, game.Forfeited, game.Adjudication, game.Annulled,
	)
}

// OfferLimit says when an offer may be made.
type OfferLimit struct {
	Kind string
	// CasualOnly: in casual games only. OnceAMove: again only after one's own next
	// move, and lapsed when the other side moves.
	CasualOnly, OnceAMove bool
	// Most is how often a side may make it, Life how long it can be accepted; 0
	// is without limit.
	Most int
	Life time.Duration
}

// Offers are the limits of all offers (games.md §1 "Offers").
func Offers() []OfferLimit {
	return []OfferLimit{
		{Kind: game.DrawOffer, OnceAMove: true},
		{Kind: game.TakebackOffer, OnceAMove: true, CasualOnly: true},
		{Kind: game.RematchOffer, Most: game.MaxRematchOffers, Life: game.RematchLife},
	}
}

// AlwaysCasual is what makes a game casual (games.md §1 "Casual").
func AlwaysCasual() []string {
	return []string{"bot", "hot_seat", "handicap", "hand_set", "untimed", "unequal_clocks"}
}
