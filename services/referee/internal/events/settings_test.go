package events_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/testing/protocmp"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/handicap"
	"kydai.dev/pkg/timecontrol"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/game"
)

func kindOf(e *refereev1.GameEvent) protoreflect.OneofDescriptor {
	return e.ProtoReflect().Descriptor().Oneofs().ByName("kind")
}

func with(change func(*game.Order)) game.Order {
	o := order()
	change(&o)
	return o
}

// Settings that a game can have, one after the other in everything that can
// differ.
func TestSettingsThereAndBack(t *testing.T) {
	t.Parallel()
	tests := map[string]game.Order{
		"the usual":     order(),
		"rated":         with(func(o *game.Order) { o.Mode = game.Rated }),
		"link":          with(func(o *game.Order) { o.Visibility = game.Link }),
		"private":       with(func(o *game.Order) { o.Visibility = game.Private }),
		"no spectators": with(func(o *game.Order) { o.Spectators = game.Spectators{} }),
		"hand-set":      with(func(o *game.Order) { o.Start = "4k4/9/9/9/9/9/9/9/R8/5K3 b - - 0 1" }),
		"odds": with(func(o *game.Order) {
			o.Handicap = handicap.Odds{Preset: "one_horse", Side: "second", Remove: []string{"a0"}}
		}),
		"of a tournament": with(func(o *game.Order) {
			o.Creator, o.Tournament = game.Organiser, game.Tournament{ID: "cup", Round: 3, Board: 2, Game: 1}
		}),
		"forfeit":            with(func(o *game.Order) { o.FirstMove = game.FirstMove{Limit: time.Minute, Then: game.Forfeit} }),
		"no limit":           with(func(o *game.Order) { o.FirstMove.Then = game.NoLimit }),
		"untimed":            with(func(o *game.Order) { o.Controls = [2]timecontrol.Control{} }),
		"one clock":          with(func(o *game.Order) { o.Controls[0] = timecontrol.Control{} }),
		"byo-yomi":           with(func(o *game.Order) { o.Controls[1] = timecontrol.Control{Bank: time.Hour, ByoYomi: 30 * time.Second} }),
		"against the engine": {Creator: ann, Key: "k", Game: "jungle", Seats: &[2]game.Seat{{Account: ann}, {Bot: "6"}}},
		"hot seat":           {Creator: ann, Guest: true, Key: "k", Game: "draughts-russian"},
	}
	for name, o := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, log := begun(t, o)
			data, err := events.Encode(id, log)
			require.NoError(t, err)
			back := game.New(id)
			require.NoError(t, events.Codec{}.Replay(back, data))
			require.Empty(t, cmp.Diff(g.Settings(), back.Settings(), cmp.Comparer(sameGame), cmp.Comparer(samePosition)))
			require.Equal(t, g.Clock(), back.Clock())
			require.Equal(t, g.Settings().HotSeat(), events.SettingsToProto(g.Settings()).GetHotSeat())
			creator, key := back.Creator()
			want := o.Key
			if !o.AsService {
				want = "" // a player's key is not in the log
			}
			require.Equal(t, []string{o.Creator, want}, []string{creator, key})
		})
	}
}

func TestOnlyAPresetHasASide(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		asked *refereev1.Handicap
		side  string
	}{
		{&refereev1.Handicap{Preset: "one_horse"}, "first"},
		{&refereev1.Handicap{Preset: "one_horse", Side: "second"}, "second"},
		{&refereev1.Handicap{Remove: []string{"a0"}}, ""},
	} {
		g, _ := begun(t, with(func(o *game.Order) { o.Handicap = events.HandicapFromProto(tt.asked) }))
		require.Equal(t, tt.side, events.SettingsToProto(g.Settings()).GetHandicap().GetSide())
	}
}

func TestSeats(t *testing.T) {
	t.Parallel()
	seats := [2]game.Seat{{Account: ann, Guest: true}, {Bot: "level-3"}}
	want := &refereev1.Seats{
		First:  &refereev1.Seat{Holder: &refereev1.Seat_Player{Player: &refereev1.Player{AccountId: ann, Guest: true}}},
		Second: &refereev1.Seat{Holder: &refereev1.Seat_Bot{Bot: &refereev1.Bot{Level: "level-3"}}},
	}
	require.Empty(t, cmp.Diff(want, events.SeatsToProto(seats), protocmp.Transform()))
	require.Equal(t, seats, events.SeatsFromProto(want))
}

func TestWhatIsNotThereIsNil(t *testing.T) {
	t.Parallel()
	require.Nil(t, events.ControlToProto(timecontrol.Control{}))
	require.Zero(t, events.ControlFromProto(nil))
	require.Nil(t, events.ClockToProto(timecontrol.Clock{}), "of an untimed game")
	require.Nil(t, events.ResultToProto(game.Result{}))
	require.Equal(t, rules.First, events.SideFromText(""))
}
