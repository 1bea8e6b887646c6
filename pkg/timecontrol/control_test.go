package timecontrol_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/timecontrol"
)

func TestCategory(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		control timecontrol.Control
		want    timecontrol.Category
	}{
		"no clock":                   {want: timecontrol.Untimed},
		"3+3 is 6 minutes":           {control: preset(t, "xiangqi", "3+3"), want: timecontrol.Blitz},
		"10+5 is 15 minutes":         {control: preset(t, "xiangqi", "10+5"), want: timecontrol.Rapid},
		"60+30 is 90 minutes":        {control: preset(t, "xiangqi", "60+30"), want: timecontrol.Standard},
		"jungle 10m":                 {control: preset(t, "jungle", "10m"), want: timecontrol.Rapid},
		"jungle 30m":                 {control: preset(t, "jungle", "30m"), want: timecontrol.Rapid},
		"jungle 60m":                 {control: preset(t, "jungle", "60m"), want: timecontrol.Standard},
		"a second under 10 minutes":  {control: custom("9m59s", 0), want: timecontrol.Blitz},
		"10 minutes":                 {control: custom("10m", 0), want: timecontrol.Rapid},
		"the increment counts":       {control: custom("5m", 5*time.Second), want: timecontrol.Rapid},
		"a second under 40 minutes":  {control: custom("39m59s", 0), want: timecontrol.Rapid},
		"40 minutes":                 {control: custom("10m", 30*time.Second), want: timecontrol.Standard},
		"byo-yomi counts as nothing": {control: timecontrol.Control{Bank: 9 * time.Minute, ByoYomi: time.Minute}, want: timecontrol.Blitz},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, tt.control.Category())
		})
	}
}

func TestPresets(t *testing.T) {
	t.Parallel()
	standard := []timecontrol.Control{
		{Preset: "3+3", Bank: 3 * time.Minute, Increment: 3 * time.Second, PerMove: 30 * time.Second},
		{Preset: "10+5", Bank: 10 * time.Minute, Increment: 5 * time.Second, PerMove: 60 * time.Second},
		{Preset: "60+30", Bank: 60 * time.Minute, Increment: 30 * time.Second, PerMove: 5 * time.Minute},
	}
	for _, game := range []string{
		"xiangqi", "morris", "draughts-brazilian", "draughts-american", "draughts-russian", "draughts-international",
	} {
		require.Equal(t, standard, timecontrol.Presets(game), game)
	}
	require.Equal(t, []timecontrol.Control{
		{Preset: "10m", Bank: 10 * time.Minute, PerMove: 90 * time.Second},
		{Preset: "30m", Bank: 30 * time.Minute, PerMove: 90 * time.Second},
		{Preset: "60m", Bank: 60 * time.Minute, PerMove: 90 * time.Second},
	}, timecontrol.Presets("jungle"))
	require.Empty(t, timecontrol.Presets("chess"))
}

func TestPresetsAreTheCallersOwn(t *testing.T) {
	t.Parallel()
	timecontrol.Presets("jungle")[0].Bank = 0
	require.Equal(t, 10*time.Minute, preset(t, "jungle", "10m").Bank)
}

func TestCheckOfPresets(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"xiangqi", "jungle", "morris", "draughts-brazilian"} {
		for _, c := range timecontrol.Presets(game) {
			require.NoError(t, c.Check(game))
		}
		require.NoError(t, timecontrol.Control{}.Check(game), "untimed")
	}
	tests := map[string]struct {
		game   string
		change func(*timecontrol.Control)
		field  string
	}{
		"name of another game": {game: "xiangqi", change: func(c *timecontrol.Control) { c.Preset = "10m" }, field: "preset"},
		"unknown game":         {game: "chess", change: func(*timecontrol.Control) {}, field: "preset"},
		"only the name":        {game: "xiangqi", change: func(c *timecontrol.Control) { *c = timecontrol.Control{Preset: c.Preset} }, field: "bank"},
		"other bank":           {game: "xiangqi", change: func(c *timecontrol.Control) { c.Bank++ }, field: "bank"},
		"other increment":      {game: "xiangqi", change: func(c *timecontrol.Control) { c.Increment = 0 }, field: "increment"},
		"other limit":          {game: "xiangqi", change: func(c *timecontrol.Control) { c.PerMove = 0 }, field: "per_move"},
		"byo-yomi":             {game: "xiangqi", change: func(c *timecontrol.Control) { c.ByoYomi = 10 * time.Second }, field: "byo_yomi"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := preset(t, "xiangqi", "3+3")
			tt.change(&c)
			requireField(t, c.Check(tt.game), tt.field)
		})
	}
}

func TestCheckOfCustomControls(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		game    string
		control timecontrol.Control
		field   string // empty: accepted
	}{
		"shortest":            {game: "xiangqi", control: custom("3m", 0)},
		"longest":             {game: "morris", control: custom("2h", 30*time.Second)},
		"seconds":             {game: "xiangqi", control: custom("3m1s", time.Second)},
		"with byo-yomi":       {game: "draughts-russian", control: timecontrol.Control{Bank: 5 * time.Minute, ByoYomi: 10 * time.Second}},
		"most byo-yomi":       {game: "xiangqi", control: timecontrol.Control{Bank: 5 * time.Minute, ByoYomi: time.Minute}},
		"too short":           {game: "xiangqi", control: custom("2m59s", 0), field: "bank"},
		"too long":            {game: "xiangqi", control: custom("2h1s", 0), field: "bank"},
		"no bank":             {game: "xiangqi", control: custom("0s", 5*time.Second), field: "bank"},
		"a split second":      {game: "xiangqi", control: custom("3m0.5s", 0), field: "bank"},
		"much increment":      {game: "xiangqi", control: custom("3m", 31*time.Second), field: "increment"},
		"negative increment":  {game: "xiangqi", control: custom("3m", -time.Second), field: "increment"},
		"split increment":     {game: "xiangqi", control: custom("3m", 1500*time.Millisecond), field: "increment"},
		"little byo-yomi":     {game: "xiangqi", control: timecontrol.Control{Bank: 5 * time.Minute, ByoYomi: 9 * time.Second}, field: "byo_yomi"},
		"much byo-yomi":       {game: "xiangqi", control: timecontrol.Control{Bank: 5 * time.Minute, ByoYomi: 61 * time.Second}, field: "byo_yomi"},
		"limit of a move":     {game: "xiangqi", control: timecontrol.Control{Bank: 5 * time.Minute, PerMove: time.Minute}, field: "per_move"},
		"jungle has no own":   {game: "jungle", control: custom("10m", 0), field: "preset"},
		"nor an unknown game": {game: "chess", control: custom("10m", 0), field: "preset"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := tt.control.Check(tt.game)
			if tt.field == "" {
				require.NoError(t, err)
				return
			}
			requireField(t, err, tt.field)
		})
	}
}

func requireField(t *testing.T, err error, field string) {
	t.Helper()
	var refused *timecontrol.Error
	require.ErrorAs(t, err, &refused)
	require.Equal(t, field, refused.Field)
	require.NotEmpty(t, refused.Message)
}

func preset(t *testing.T, game, name string) timecontrol.Control {
	t.Helper()
	c, ok := timecontrol.Preset(game, name)
	require.True(t, ok)
	return c
}

func custom(bank string, increment time.Duration) timecontrol.Control {
	d, err := time.ParseDuration(bank)
	if err != nil {
		panic(err)
	}
	return timecontrol.Control{Bank: d, Increment: increment}
}
