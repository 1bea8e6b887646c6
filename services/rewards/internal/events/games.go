// Package events hears what players do, and tells what they have earned.
package events

import (
	"time"

	"kydai.dev/pkg/timecontrol"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/goals"
)

// The referee's words that matter here.
const (
	rated          = "rated"
	voided         = "voided"
	statusFinished = "finished"
)

// GamesFromProto are the deeds of the games that the referee tells of: one for
// each person who has played a game to its end against somebody else. Games that
// have only begun, were aborted, in which one account held both sides, or that
// began from a position set by hand or at odds are none: such games can be won as
// one likes.
func GamesFromProto(summaries []*refereev1.GameSummary) []deeds.Deed {
	var all []deeds.Deed
	for _, s := range summaries {
		void := s.GetChange() == voided
		arranged := s.GetHandSet() || s.GetHandicap() != nil
		if arranged || !void && s.GetResult().GetStatus() != statusFinished {
			continue
		}
		all = append(all, sides(s, void)...)
	}
	return all
}

// sides are the deeds of a game, one of each person's.
func sides(s *refereev1.GameSummary, void bool) []deeds.Deed {
	seats := [2]*refereev1.Seat{s.GetSeats().GetFirst(), s.GetSeats().GetSecond()}
	if seats[0].GetPlayer().GetAccountId() == seats[1].GetPlayer().GetAccountId() {
		return nil // a hot seat, or engines
	}
	var all []deeds.Deed
	for i, seat := range seats {
		if account := seat.GetPlayer().GetAccountId(); account != "" {
			all = append(all, deeds.Deed{Player: account, Key: "game:" + s.GetGameId(), Void: void, Fact: factOf(s, i, seats[1-i])})
		}
	}
	return all
}

// factOf is what a game was to one side.
func factOf(s *refereev1.GameSummary, side int, opponent *refereev1.Seat) goals.Fact {
	f := goals.Fact{
		Kind: goals.GameFact, Time: moment(s.GetAt().AsTime()), Game: s.GetGame(), Category: s.GetCategory(),
		Rated: s.GetMode() == rated, Opponent: goals.Person, Side: []string{goals.First, goals.Second}[side],
		Plies: int(s.GetPly()),
	}
	if f.Category == string(timecontrol.Untimed) {
		f.Category = ""
	}
	if bot := opponent.GetBot(); bot != nil {
		f.Opponent, f.Level = goals.Bot, bot.GetLevel()
	}
	switch s.GetResult().GetWinner() {
	case f.Side:
		f.Result = goals.Win
	case goals.First, goals.Second:
		f.Result = goals.Loss
	default:
		f.Result = goals.Draw
	}
	return f
}

// moment is a time as it is stored.
func moment(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }
