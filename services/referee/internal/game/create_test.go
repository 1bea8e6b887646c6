package game_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/handicap"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/referee/internal/game"
)

func TestCreate(t *testing.T) {
	t.Parallel()
	events, err := people().Create(at(3))
	require.NoError(t, err)
	require.Len(t, events, 2)
	created, started := events[0].Kind.(game.Created), events[1].Kind.(game.Started)
	require.Equal(t, game.Started{Side: rules.First}, started)
	require.Equal(t, "matchmaking", created.Creator)
	require.Equal(t, "k", created.Key)
	preset, _ := timecontrol.Preset("xiangqi", "10+5")
	xiangqi, _ := games.Find("xiangqi")
	require.Equal(t, game.Settings{
		Game: xiangqi, Seats: [2]game.Seat{{Account: ann}, {Account: bob, Guest: true}}, Mode: game.Casual, Visibility: game.Public,
		Spectators: game.Spectators{Allowed: true}, Controls: both(preset), Category: timecontrol.Rapid,
		FirstMove: game.FirstMove{Limit: 30 * time.Second, Then: game.Abort}, Start: xiangqi.Start(),
	}, created.Settings)
	for i, e := range events {
		require.Equal(t, i+1, e.Seq)
		require.Equal(t, at(3), e.At)
		require.Equal(t, timecontrol.Start(both(preset), 0, 30*time.Second, at(3)), e.Clock)
	}
}

func TestEveryGameCanBeCreatedAndPlayed(t *testing.T) {
	t.Parallel()
	for _, rule := range games.All() {
		t.Run(rule.Name(), func(t *testing.T) {
			t.Parallel()
			for _, preset := range timecontrol.Presets(rule.Name()) {
				b := sit(t, with(func(o *game.Order) {
					o.Game, o.Controls = rule.Name(), both(timecontrol.Control{Preset: preset.Preset})
				}))
				require.Equal(t, both(preset), b.Settings().Controls)
				b.play(1, b.Legal()[0])
				b.play(2, b.Legal()[0])
			}
		})
	}
}

func TestOrdersThatAreRefused(t *testing.T) {
	t.Parallel()
	seats := func(first, second game.Seat) *[2]game.Seat { return &[2]game.Seat{first, second} }
	tests := map[string]struct {
		order game.Order
		want  string
		field string
	}{
		"an unknown game":         {with(func(o *game.Order) { o.Game = "chess" }), "UNKNOWN_GAME", "game"},
		"a service without seats": {with(func(o *game.Order) { o.Seats = nil }), "NO_SEATS", "seats"},
		"a bot":                   {with(func(o *game.Order) { o.Seats[1] = game.Seat{Bot: "easy"} }), "UNKNOWN_LEVEL", "seats.second.bot.level"},
		"a player's bot": {
			game.Order{Creator: ann, Game: "morris", Seats: seats(game.Seat{Account: ann}, game.Seat{Bot: "easy"})}, "UNKNOWN_LEVEL", "seats.second.bot.level",
		},
		"two bots": {with(func(o *game.Order) { o.Seats = seats(game.Seat{Bot: "1"}, game.Seat{Bot: "1"}) }), "NOBODY_PLAYS", "seats"},
		"a rated game against a bot": {
			with(func(o *game.Order) { o.Seats[1], o.Mode = game.Seat{Bot: "1"}, game.Rated }), "RATED_NOT_ALLOWED", "seats",
		},
		"a level of another game": {
			with(func(o *game.Order) { o.Seats[1] = game.Seat{Bot: "6"} }), "UNKNOWN_LEVEL", "seats.second.bot.level",
		},
		"a player seats another": {
			game.Order{Creator: ann, Game: "morris", Seats: seats(game.Seat{Account: ann}, game.Seat{Account: bob})}, "SEATS_NOT_YOURS", "seats.second.player.account_id",
		},
		"a player seats others": {
			game.Order{Creator: ann, Game: "morris", Seats: seats(game.Seat{Account: bob}, game.Seat{Account: bob})}, "SEATS_NOT_YOURS", "seats.first.player.account_id",
		},
		"an unknown preset":        {with(func(o *game.Order) { o.Controls[0].Preset = "1+0" }), "BAD_TIME_CONTROL", "time_control.preset"},
		"one for the second side":  {with(func(o *game.Order) { o.Controls[1].Preset = "1+0" }), "BAD_TIME_CONTROL", "second_time_control.preset"},
		"a preset of another game": {with(func(o *game.Order) { o.Controls[0].Preset = "10m" }), "BAD_TIME_CONTROL", "time_control.preset"},
		"a preset with changes": {
			with(func(o *game.Order) { o.Controls[1] = timecontrol.Control{Preset: "3+3", Bank: time.Hour} }), "BAD_TIME_CONTROL", "second_time_control.bank",
		},
		"a custom bank too small": {with(func(o *game.Order) { o.Controls[0] = timecontrol.Control{Bank: time.Second} }), "BAD_TIME_CONTROL", "time_control.bank"},
		"a custom control of jungle": {
			with(func(o *game.Order) { o.Game, o.Controls = "jungle", both(timecontrol.Control{Bank: time.Hour}) }), "BAD_TIME_CONTROL", "time_control.preset",
		},
		"a malformed position":    {with(func(o *game.Order) { o.Start = "9/9 w" }), "BAD_POSITION", "start_position"},
		"a position that is over": {with(func(o *game.Order) { o.Start = "R3k4/8R/9/9/9/9/9/9/9/3K5 b - - 0 1" }), "BAD_POSITION", "start_position"},
		"rated, untimed":          {with(func(o *game.Order) { o.Mode, o.Controls = game.Rated, [2]timecontrol.Control{} }), "RATED_NOT_ALLOWED", "time_control"},
		"rated, unequal clocks":   {with(func(o *game.Order) { o.Mode, o.Controls[1].Preset = game.Rated, "3+3" }), "RATED_NOT_ALLOWED", "second_time_control"},
		"rated, hand-set":         {with(func(o *game.Order) { o.Mode, o.Start = game.Rated, secondBegins().Start }), "RATED_NOT_ALLOWED", "start_position"},
		"rated, with odds":        {with(func(o *game.Order) { o.Mode, o.Handicap.Preset = game.Rated, "one_horse" }), "RATED_NOT_ALLOWED", "handicap"},
		"rated, against oneself":  {with(func(o *game.Order) { o.Mode, o.Seats[1] = game.Rated, o.Seats[0] }), "RATED_NOT_ALLOWED", "seats"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			events, err := tt.order.Create(start)
			require.Empty(t, events)
			e := refusal(t, tt.want, err)
			require.Len(t, e.Violations, 1)
			require.Equal(t, tt.field, e.Violations[0].Field)
			require.NotEmpty(t, e.Violations[0].Description)
		})
	}
}

// What a player asks for and would not get is refused, by name.
func TestSettingsWithoutUse(t *testing.T) {
	t.Parallel()
	three, none := 3, 0
	tests := map[string]struct {
		order  game.Order
		change func(*game.Order)
		field  string
		needs  string
	}{
		"take-backs against the engine":  {order: practice(), change: func(o *game.Order) { o.Takebacks = &three }},
		"take-backs alone":               {hotSeat(), func(o *game.Order) { o.Takebacks = &three }, "takebacks", "ENGINE"},
		"no take-backs alone":            {hotSeat(), func(o *game.Order) { o.Takebacks = &none }, "takebacks", "ENGINE"},
		"a first move alone":             {timedHotSeat(), func(o *game.Order) { o.FirstMove.Limit = time.Minute }, "first_move.limit", "TWO_PEOPLE"},
		"a first move with the engine":   {practice(), func(o *game.Order) { o.FirstMove.Then = game.Forfeit }, "first_move.then", "TWO_PEOPLE"},
		"a limit that there is not":      {hotSeat(), func(o *game.Order) { o.FirstMove = game.FirstMove{Limit: time.Minute, Then: game.NoLimit} }, "first_move.limit", "TWO_PEOPLE"},
		"no limit of the first move":     {order: timedHotSeat(), change: func(o *game.Order) { o.FirstMove.Then = game.NoLimit }},
		"a delay":                        {order: hotSeat(), change: func(o *game.Order) { o.Spectators.Delay = time.Minute }},
		"a delay for nobody":             {hotSeat(), func(o *game.Order) { o.Spectators = game.Spectators{Delay: time.Minute} }, "spectators.delay", "SPECTATORS"},
		"a delay in private":             {hotSeat(), func(o *game.Order) { o.Spectators.Delay, o.Visibility = time.Minute, game.Private }, "spectators.delay", "SPECTATORS"},
		"in private":                     {order: hotSeat(), change: func(o *game.Order) { o.Visibility = game.Private }},
		"a service that sends all":       {order: untimed(), change: func(o *game.Order) { o.Takebacks, o.FirstMove.Then = &none, game.Forfeit }},
		"a service whose game is hidden": {order: people(), change: func(o *game.Order) { o.Spectators = game.Spectators{Delay: time.Minute} }},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.change(&tt.order)
			events, err := tt.order.Create(start)
			if tt.field == "" {
				require.NoError(t, err)
				return
			}
			require.Empty(t, events)
			e := refusal(t, "UNUSED_SETTING", err)
			require.Equal(t, map[string]string{"needs": tt.needs}, e.Metadata)
			require.Len(t, e.Violations, 1)
			require.Equal(t, tt.field, e.Violations[0].Field)
		})
	}
}

func TestBadPositionNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		position string
		want     map[string]string
	}{
		"malformed":         {"4k4/9/9/9/9/9/9/9/R8/5K3 x - - 0 1", map[string]string{"field": "side"}},
		"without a general": {"9/9/9/9/9/9/9/9/9/5K3 w - - 0 1", map[string]string{"field": "board", "rule": "ONE_GENERAL"}},
		"against a rule": {
			"R3k4/9/9/9/9/9/9/9/9/5K3 w - - 0 1",
			map[string]string{"field": "board", "rule": "WAITING_SIDE_IN_CHECK", "square": "e9"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := with(func(o *game.Order) { o.Start = tt.position }).Create(start)
			require.Equal(t, tt.want, refusal(t, "BAD_POSITION", err).Metadata)
		})
	}
}

func TestSeatsOfAPlayersGame(t *testing.T) {
	t.Parallel()
	o := hotSeat()
	o.Guest = true
	require.Equal(t, [2]game.Seat{{Account: ann, Guest: true}, {Account: ann, Guest: true}}, sit(t, o).Settings().Seats)
	o.Seats = &[2]game.Seat{{Account: ann}, {Account: ann}}
	require.Equal(t, [2]game.Seat{{Account: ann, Guest: true}, {Account: ann, Guest: true}}, sit(t, o).Settings().Seats, "guests are known by their token")
	require.Equal(t, game.Seat{Account: ann}, o.Seats[0], "the order is the caller's")
	require.True(t, sit(t, o).Settings().HotSeat())
	require.False(t, sit(t, people()).Settings().HotSeat())
}

func TestCategory(t *testing.T) {
	t.Parallel()
	custom := func(bank, increment time.Duration) timecontrol.Control {
		return timecontrol.Control{Bank: bank, Increment: increment}
	}
	tests := map[string]struct {
		controls [2]timecontrol.Control
		want     timecontrol.Category
	}{
		"blitz":                     {both(custom(5*time.Minute, 0)), timecontrol.Blitz},
		"rapid":                     {both(custom(10*time.Minute, 0)), timecontrol.Rapid},
		"standard":                  {both(custom(10*time.Minute, 30*time.Second)), timecontrol.Standard},
		"untimed":                   {[2]timecontrol.Control{}, timecontrol.Untimed},
		"the longer bank":           {[2]timecontrol.Control{custom(5*time.Minute, 0), custom(time.Hour, 0)}, timecontrol.Standard},
		"the longer by increment":   {[2]timecontrol.Control{custom(6*time.Minute, 0), custom(5*time.Minute, 10*time.Second)}, timecontrol.Rapid},
		"the one that has any time": {[2]timecontrol.Control{{}, custom(5*time.Minute, 0)}, timecontrol.Blitz},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, sit(t, with(func(o *game.Order) { o.Controls = tt.controls })).Settings().Category)
		})
	}
}

func TestFirstMoveLimit(t *testing.T) {
	t.Parallel()
	none := game.FirstMove{Then: game.NoLimit}
	tests := map[string]struct {
		order game.Order
		want  game.FirstMove
	}{
		"the usual":     {people(), game.FirstMove{Limit: 30 * time.Second, Then: game.Abort}},
		"another limit": {with(func(o *game.Order) { o.FirstMove.Limit = time.Minute }), game.FirstMove{Limit: time.Minute, Then: game.Abort}},
		"forfeit":       {with(func(o *game.Order) { o.FirstMove.Then = game.Forfeit }), game.FirstMove{Limit: 30 * time.Second, Then: game.Forfeit}},
		"none":          {with(func(o *game.Order) { o.FirstMove = game.FirstMove{Limit: time.Minute, Then: game.NoLimit} }), none},
		"untimed":       {untimed(), none},
		"a hot seat":    {timedHotSeat(), none},
		"one clock":     {oneClock(), game.FirstMove{Limit: 30 * time.Second, Then: game.Abort}},
		"asked for where untimed": {with(func(o *game.Order) {
			o.Controls, o.FirstMove = untimed().Controls, game.FirstMove{Limit: time.Minute, Then: game.Forfeit}
		}), none},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := sit(t, tt.order)
			require.Equal(t, tt.want, b.Settings().FirstMove)
			require.Equal(t, tt.want.Limit, b.Clock().FirstMove)
		})
	}
}

func TestHandicaps(t *testing.T) {
	t.Parallel()
	const leftHorse = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1"
	tests := map[string]struct {
		handicap handicap.Odds
		game     string
		start    string
		rated    bool
		reason   string
		field    string
		metadata map[string]string
		want     string
	}{
		"a preset":              {handicap: handicap.Odds{Preset: "one_horse", Side: "first"}, want: leftHorse},
		"of the second side":    {handicap: handicap.Odds{Preset: "one_horse", Side: "second"}, want: "rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"},
		"by square":             {handicap: handicap.Odds{Remove: []string{"b0"}}, want: leftHorse},
		"a preset and more":     {handicap: handicap.Odds{Preset: "one_horse", Side: "first", Remove: []string{"h0"}}, want: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKAB1R w - - 0 1"},
		"in jungle":             {game: "jungle", handicap: handicap.Odds{Remove: []string{"a1"}}, want: "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/6L r 0 1"},
		"in draughts":           {game: "draughts-russian", handicap: handicap.Odds{Remove: []string{"c1", "e3"}}, want: "W:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8:Wa1,a3,b2,c3,d2,e1,f2,g1,g3,h2:H0:F1"},
		"a side of nothing":     {handicap: handicap.Odds{Side: "second"}, reason: "BAD_HANDICAP", field: "handicap.side"},
		"a side of squares":     {handicap: handicap.Odds{Side: "second", Remove: []string{"h9"}}, reason: "BAD_HANDICAP", field: "handicap.side"},
		"a side, set by hand":   {handicap: handicap.Odds{Side: "first"}, start: leftHorse, reason: "BAD_HANDICAP", field: "handicap.side"},
		"no such preset":        {handicap: handicap.Odds{Preset: "one_king"}, reason: "BAD_HANDICAP", field: "handicap.preset"},
		"a preset of another":   {game: "jungle", handicap: handicap.Odds{Preset: "one_horse"}, reason: "BAD_HANDICAP"},
		"with a hand-set start": {handicap: handicap.Odds{Preset: "one_horse"}, start: leftHorse, reason: "BAD_HANDICAP", field: "start_position"},
		"an empty square":       {handicap: handicap.Odds{Remove: []string{"e4"}}, reason: "BAD_POSITION", metadata: map[string]string{"rule": "NOTHING_TO_REMOVE", "square": "e4"}},
		"the same square twice": {handicap: handicap.Odds{Preset: "one_horse", Remove: []string{"b0"}}, reason: "BAD_POSITION", metadata: map[string]string{"rule": "NOTHING_TO_REMOVE", "square": "b0"}},
		"a general":             {handicap: handicap.Odds{Remove: []string{"e0"}}, reason: "BAD_POSITION", metadata: map[string]string{"rule": "GENERAL_STAYS", "square": "e0"}},
		"everything in the way": {handicap: handicap.Odds{Remove: []string{"e3", "e6"}}, reason: "BAD_POSITION", metadata: map[string]string{"rule": "GENERALS_FACE"}},
		"never in a rated game": {handicap: handicap.Odds{Preset: "one_horse"}, rated: true, reason: "RATED_NOT_ALLOWED"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := people()
			o.Handicap, o.Start = tt.handicap, tt.start
			if tt.game != "" {
				o.Game, o.Controls = tt.game, [2]timecontrol.Control{}
			}
			if tt.rated {
				o.Mode = game.Rated
			}
			events, err := o.Create(start)
			if tt.reason != "" {
				var refused *errs.Error
				require.ErrorAs(t, err, &refused)
				require.Equal(t, tt.reason, refused.Reason)
				for name, value := range tt.metadata {
					require.Equal(t, value, refused.Metadata[name], name)
				}
				require.Len(t, refused.Violations, 1)
				if tt.field != "" {
					require.Equal(t, tt.field, refused.Violations[0].Field)
				}
				return
			}
			require.NoError(t, err)
			created, _ := events[0].Kind.(game.Created)
			require.Equal(t, tt.want, created.Settings.Start.String())
			require.Equal(t, tt.handicap, created.Settings.Handicap)
			require.Equal(t, game.Casual, created.Settings.Mode)
			require.False(t, created.Settings.HandSet)
		})
	}
}

// Who gives odds gives them again in the rematch.
func TestRematchWithOdds(t *testing.T) {
	t.Parallel()
	o := people()
	o.Handicap = handicap.Odds{Preset: "two_horses", Side: "second"}
	b := sit(t, o)
	next := b.RematchOrder()
	require.Equal(t, o.Handicap, next.Handicap)
	require.Equal(t, b.Settings().Seats, *next.Seats)
	require.Empty(t, next.Start)
	again, err := next.Create(start)
	require.NoError(t, err)
	created, _ := again[0].Kind.(game.Created)
	require.Equal(t, b.Settings().Start.String(), created.Settings.Start.String())
}
