package room_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/handicap"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/matchmaking/internal/room"
)

// A xiangqi position from which a game may start: with the counters of a game
// under way, and with those of a beginning.
const (
	setUp      = "4k4/9/9/9/9/9/9/9/4C4/4K4 w - - 7 30"
	setUpFresh = "4k4/9/9/9/9/9/9/9/4C4/4K4 w - - 0 1"
)

func TestWishIsFilledIn(t *testing.T) {
	t.Parallel()
	blitz, ok := timecontrol.Preset("xiangqi", "3+3")
	require.True(t, ok)
	tests := map[string]struct{ wish, want room.Wish }{
		"nothing said": {
			wish: room.Wish{Game: "jungle"},
			want: room.Wish{Game: "jungle", Side: room.Random, Mode: room.Casual, Access: room.Public},
		},
		"everything said": {
			wish: room.Wish{Game: "xiangqi", Side: room.Second, Mode: room.Rated, Access: room.ByCode, Control: blitz},
			want: room.Wish{Game: "xiangqi", Side: room.Second, Mode: room.Rated, Access: room.ByCode, Control: blitz},
		},
		"preset by name": {
			wish: room.Wish{Game: "xiangqi", Side: room.First, Mode: room.Casual, Access: room.Public, Control: timecontrol.Control{Preset: "3+3"}},
			want: room.Wish{Game: "xiangqi", Side: room.First, Mode: room.Casual, Access: room.Public, Control: blitz},
		},
		"odds": {
			wish: room.Wish{Game: "xiangqi", Odds: handicap.Odds{Preset: "one_horse", Remove: []string{"a0", "i3"}}},
			want: room.Wish{
				Game: "xiangqi", Side: room.Random, Mode: room.Casual, Access: room.Public,
				Odds: handicap.Odds{Preset: "one_horse", Side: room.First, Remove: []string{"a0", "i3"}},
			},
		},
		"squares have no side": {
			wish: room.Wish{Game: "jungle", Odds: handicap.Odds{Remove: []string{"a3"}}},
			want: room.Wish{Game: "jungle", Side: room.Random, Mode: room.Casual, Access: room.Public, Odds: handicap.Odds{Remove: []string{"a3"}}},
		},
		"late spectators": {
			wish: room.Wish{Game: "jungle", Spectators: room.Spectators{Delay: time.Minute}},
			want: room.Wish{Game: "jungle", Side: room.Random, Mode: room.Casual, Access: room.Public, Spectators: room.Spectators{Delay: time.Minute}},
		},
		"no spectators": {
			wish: room.Wish{Game: "jungle", Access: room.ByCode, Spectators: room.Spectators{Barred: true}},
			want: room.Wish{Game: "jungle", Side: room.Random, Mode: room.Casual, Access: room.ByCode, Spectators: room.Spectators{Barred: true}},
		},
		"set-up begins anew": {
			wish: room.Wish{Game: "xiangqi", Side: room.First, Mode: room.Casual, Access: room.Public, Start: setUp},
			want: room.Wish{Game: "xiangqi", Side: room.First, Mode: room.Casual, Access: room.Public, Start: setUpFresh},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.wish.Checked()
			require.NoError(t, err)
			require.Equal(t, tt.want, got)
			again, err := got.Checked()
			require.NoError(t, err)
			require.Equal(t, got, again)
		})
	}
}

func TestWishIsRefused(t *testing.T) {
	t.Parallel()
	custom := timecontrol.Control{Bank: 20 * time.Minute}
	tests := map[string]struct {
		wish  room.Wish
		want  *errs.Error
		field string
	}{
		"unknown game":          {wish: room.Wish{Game: "chess"}, want: room.ErrUnknownGame, field: "game"},
		"no game":               {want: room.ErrUnknownGame, field: "game"},
		"unknown preset":        {wish: room.Wish{Game: "xiangqi", Control: timecontrol.Control{Preset: "1+0"}}, want: room.ErrBadTimeControl, field: "time_control.preset"},
		"preset of another":     {wish: room.Wish{Game: "jungle", Control: timecontrol.Control{Preset: "3+3"}}, want: room.ErrBadTimeControl, field: "time_control.preset"},
		"preset half filled":    {wish: room.Wish{Game: "xiangqi", Control: timecontrol.Control{Preset: "3+3", Bank: time.Hour}}, want: room.ErrBadTimeControl, field: "time_control.bank"},
		"custom not offered":    {wish: room.Wish{Game: "jungle", Control: custom}, want: room.ErrBadTimeControl, field: "time_control.preset"},
		"bank too small":        {wish: room.Wish{Game: "morris", Control: timecontrol.Control{Bank: time.Minute}}, want: room.ErrBadTimeControl, field: "time_control.bank"},
		"negative bank":         {wish: room.Wish{Game: "morris", Control: timecontrol.Control{Bank: -time.Hour}}, want: room.ErrBadTimeControl, field: "time_control.bank"},
		"malformed position":    {wish: room.Wish{Game: "xiangqi", Start: "<b>"}, want: room.ErrBadPosition, field: "start_position"},
		"position not playable": {wish: room.Wish{Game: "xiangqi", Start: "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"}, want: room.ErrBadPosition, field: "start_position"},
		"odds of nothing":       {wish: room.Wish{Game: "xiangqi", Odds: handicap.Odds{Side: room.First}}, want: room.ErrBadHandicap, field: "handicap.side"},
		"a side of squares":     {wish: room.Wish{Game: "jungle", Odds: handicap.Odds{Side: room.Second, Remove: []string{"a3"}}}, want: room.ErrBadHandicap, field: "handicap.side"},
		"odds of another game":  {wish: room.Wish{Game: "jungle", Odds: handicap.Odds{Preset: "one_horse"}}, want: room.ErrBadHandicap, field: "handicap.preset"},
		"odds from a set-up":    {wish: room.Wish{Game: "xiangqi", Start: setUp, Odds: handicap.Odds{Preset: "one_horse"}}, want: room.ErrBadHandicap, field: "start_position"},
		"odds twice the same":   {wish: room.Wish{Game: "xiangqi", Odds: handicap.Odds{Preset: "one_horse", Side: room.Second, Remove: []string{"h9"}}}, want: room.ErrBadPosition, field: "handicap.remove"},
		"odds of no square":     {wish: room.Wish{Game: "xiangqi", Odds: handicap.Odds{Remove: []string{"  "}}}, want: room.ErrBadPosition, field: "handicap.remove"},
		"odds with a space":     {wish: room.Wish{Game: "xiangqi", Odds: handicap.Odds{Remove: []string{"a0 "}}}, want: room.ErrBadPosition, field: "handicap.remove"},
		"odds of a general":     {wish: room.Wish{Game: "xiangqi", Odds: handicap.Odds{Remove: []string{"e0"}}}, want: room.ErrBadPosition, field: "handicap.remove"},
		"a delay for nobody":    {wish: room.Wish{Game: "morris", Spectators: room.Spectators{Barred: true, Delay: time.Minute}}, want: room.ErrUnusedSetting, field: "spectators.delay"},
		"rated with odds":       {wish: room.Wish{Game: "xiangqi", Mode: room.Rated, Control: custom, Odds: handicap.Odds{Remove: []string{"a0"}}}, want: room.ErrRatedSettings, field: "handicap"},
		"rated and untimed":     {wish: room.Wish{Game: "xiangqi", Mode: room.Rated}, want: room.ErrRatedSettings, field: "time_control"},
		"rated from a set-up":   {wish: room.Wish{Game: "xiangqi", Mode: room.Rated, Control: custom, Start: setUp}, want: room.ErrRatedSettings, field: "start_position"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := tt.wish.Checked()
			require.ErrorIs(t, err, tt.want)
			var e *errs.Error
			require.ErrorAs(t, err, &e)
			if tt.field != "" {
				require.Len(t, e.Violations, 1)
				require.Equal(t, tt.field, e.Violations[0].Field)
				require.NotEmpty(t, e.Violations[0].Description)
			}
		})
	}
}

// A refused position says as much as the referee would say of it.
func TestRefusedPositionNamesTheRule(t *testing.T) {
	t.Parallel()
	for position, want := range map[string]map[string]string{
		"4k4/9/9/9/9/9/9/9/9/4K4 x - - 0 1": {"field": "side"},
		"4k4/9/9/9/9/9/9/9/9/9 w - - 0 1":   {"field": "board", "rule": "ONE_GENERAL"},
		"4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1": {"field": "board", "rule": "GENERALS_FACE", "square": "e9"},
	} {
		_, err := room.Wish{Game: "xiangqi", Start: position}.Checked()
		var e *errs.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, want, e.Metadata, position)
	}
}

// What a game has no use for is refused in the referee's words.
func TestUnusedSettingSaysWhatItNeeds(t *testing.T) {
	t.Parallel()
	_, err := room.Wish{Game: "morris", Spectators: room.Spectators{Barred: true, Delay: 1}}.Checked()
	var e *errs.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, "UNUSED_SETTING", e.Reason)
	require.Equal(t, map[string]string{"needs": "SPECTATORS"}, e.Metadata)
}

func TestEveryGameMayBeRated(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		for _, preset := range timecontrol.Presets(g.Name()) {
			w, err := room.Wish{Game: g.Name(), Mode: room.Rated, Control: timecontrol.Control{Preset: preset.Preset}}.Checked()
			require.NoError(t, err, "%s %s", g.Name(), preset.Preset)
			require.Equal(t, preset, w.Control)
		}
	}
}
