package events_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/timestamppb"

	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/events"
	"kydai.dev/services/rewards/internal/goals"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 123456789, time.UTC)

func seat(account string) *refereev1.Seat {
	return &refereev1.Seat{Holder: &refereev1.Seat_Player{Player: &refereev1.Player{AccountId: account}}}
}

func TestGamesFromProto(t *testing.T) {
	t.Parallel()
	bot := &refereev1.Seat{Holder: &refereev1.Seat_Bot{Bot: &refereev1.Bot{Level: "4"}}}
	game := func(winner string, first, second *refereev1.Seat) *refereev1.GameSummary {
		return &refereev1.GameSummary{
			GameId: "g", At: timestamppb.New(noon), Change: "finished", Game: "jungle", Mode: "rated", Category: "untimed", Ply: 33,
			Seats: &refereev1.Seats{First: first, Second: second}, Result: &refereev1.Result{Winner: winner, Status: "finished"},
		}
	}
	fact := func(side, result, opponent, level string) goals.Fact {
		return goals.Fact{
			Kind: "game", Time: noon.Truncate(time.Microsecond), Game: "jungle", Rated: true, Result: result, Opponent: opponent, Level: level, Side: side, Plies: 33,
		}
	}
	aborted, started, void := game("none", seat("a"), seat("b")), game("", seat("a"), seat("b")), game("none", seat("a"), bot)
	aborted.Result.Status, started.Result = "aborted", nil
	started.Change, void.Change, void.Result.Status = "started", "voided", "void"
	handSet, odds, oddsVoid := game("second", bot, seat("b")), game("second", seat("a"), seat("b")), game("none", seat("a"), seat("b"))
	handSet.HandSet, odds.Handicap, oddsVoid.Handicap = true, &refereev1.Handicap{Preset: "one_horse"}, &refereev1.Handicap{Remove: []string{"a0"}}
	oddsVoid.Change = "voided"
	tests := map[string]struct {
		game *refereev1.GameSummary
		want []deeds.Deed
	}{
		"between people": {game("second", seat("a"), seat("b")), []deeds.Deed{
			{Player: "a", Key: "game:g", Fact: fact("first", "loss", "person", "")}, {Player: "b", Key: "game:g", Fact: fact("second", "win", "person", "")},
		}},
		"drawn": {game("none", seat("a"), seat("b")), []deeds.Deed{
			{Player: "a", Key: "game:g", Fact: fact("first", "draw", "person", "")}, {Player: "b", Key: "game:g", Fact: fact("second", "draw", "person", "")},
		}},
		"with an engine":    {game("second", bot, seat("b")), []deeds.Deed{{Player: "b", Key: "game:g", Fact: fact("second", "win", "bot", "4")}}},
		"voided":            {void, []deeds.Deed{{Player: "a", Key: "game:g", Void: true, Fact: fact("first", "draw", "bot", "4")}}},
		"a hot seat":        {game: game("first", seat("a"), seat("a"))},
		"between engines":   {game: game("first", bot, bot)},
		"aborted":           {game: aborted},
		"one that runs yet": {game: started},
		"set by hand":       {game: handSet},
		"at odds":           {game: odds},
		"at odds, voided":   {game: oddsVoid},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, events.GamesFromProto([]*refereev1.GameSummary{tt.game}))
		})
	}
}

func TestTitlesFromProto(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		number, before, after int32
		want                  string
	}{
		"the first rating":       {1, 0, 0, "nhap_mon"},
		"the first, and higher":  {1, 0, 300, "ky_do"},
		"a title reached":        {5, 250, 251, "ky_do"},
		"within a title":         {5, 260, 280, "ky_do"},
		"a title lost":           {5, 251, 250, "ky_do"},
		"two titles at once":     {5, 240, 501, "ky_thu"},
		"the last title reached": {90, 2000, 2001, "doc_co_cau_bai"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := events.TitlesFromProto([]*ratingv1.RatingChange{{
				PlayerId: "a", Game: "xiangqi", Category: "blitz", Number: tt.number, Before: tt.before, After: tt.after, Time: timestamppb.New(noon),
			}})
			require.Len(t, got, 1)
			require.Equal(t, tt.want, got[0].Fact.Title)
			require.Regexp(t, `^title:xiangqi:blitz:`+tt.want+`$`, got[0].Key)
		})
	}
}
