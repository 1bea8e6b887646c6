package goals_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/rewards/internal/goals"
)

func committed(t testing.TB) []byte {
	t.Helper()
	file, err := os.ReadFile("goals.json")
	require.NoError(t, err)
	return file
}

func TestTheCommittedFileIsValid(t *testing.T) {
	t.Parallel()
	parsed, err := goals.Parse(committed(t))
	require.NoError(t, err)
	require.Equal(t, goals.All(), parsed)
}

const (
	good   = `{"id":"win_2","kind":"daily","slot":"win","target":2,"coins":35,"count":"facts","when":{"fact":"game","results":["win"],"plies":20}}`
	wins20 = `"when":{"fact":"game","results":["win"],"plies":20}`
	place  = `{"id":"won","kind":"achievement","target":1,"coins":5,"count":"facts","when":{"fact":"tournament","place":1}}`
	title  = `{"id":"sage","kind":"achievement","target":1,"coins":5,"count":"facts","when":{"fact":"title","title":"ky_thanh"}}`
	streak = `{"id":"row","kind":"achievement","target":3,"coins":5,"count":"streak","draws":"break","when":{"fact":"game","results":["win"],"plies":20}}`
)

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	instead := func(goal, old, now string) string { return "[" + strings.Replace(goal, old, now, 1) + "]" }
	when := func(now string) string { return instead(good, wins20, `"when":`+now) }
	tests := map[string]struct{ file, want string }{
		"nothing":           {``, "line 1: unexpected end of JSON input"},
		"malformed":         {"[\n" + good + ",\n}]", "line 3: invalid character"},
		"more after it":     {"[]\n[]", "line 2: invalid character '['"},
		"no list":           {good, "cannot unmarshal object"},
		"an empty list":     {`[]`, `there are no goals`},
		"no goal":           {`[7]`, `goal 1 "": json: cannot unmarshal number`},
		"null":              {`[null]`, `goal 1 "": write it as {"id":""`},
		"unknown field":     {instead(good, `"target"`, `"tarket"`), `goal 1 "win_2": json: unknown field "tarket"`},
		"a number as text":  {instead(good, `2,`, `"2",`), `cannot unmarshal string into Go struct field Goal.target`},
		"half a target":     {instead(good, `2,`, `2.5,`), `cannot unmarshal number 2.5`},
		"a field twice":     {instead(good, `"target":2`, `"target":1,"target":2`), `goal 1 "win_2": write it as ` + good},
		"in capitals":       {instead(good, `"target"`, `"TARGET"`), `write it as ` + good},
		"an empty field":    {instead(good, `"plies":20`, `"plies":20,"title":""`), `write it as ` + good},
		"an id twice":       {`[` + good + `,` + good + `]`, `goal 2 "win_2": the id is goal 1's already`},
		"id":                {instead(good, `win_2`, `Win 2`), `goal 1 "Win 2": the id must be`},
		"long id":           {instead(good, `win_2`, strings.Repeat("a", 41)), `the id must be`},
		"kind":              {instead(good, `daily`, `hourly`), `the kind must be daily, weekly or achievement`},
		"no slot":           {instead(good, `"slot":"win",`, ``), `a quest needs a slot`},
		"a needless slot":   {instead(good, `daily`, `achievement`), `an achievement has no slot`},
		"count":             {instead(good, `facts`, `wins`), `count must be facts, streak, games, sides or days`},
		"target 0":          {instead(good, `"target":2`, `"target":0`), `the target must be from 1 to 1000`},
		"target 1001":       {instead(good, `"target":2`, `"target":1001`), `the target must be from 1 to 1000`},
		"five games":        {instead(strings.Replace(good, `facts`, `games`, 1), `"target":2`, `"target":5`), `the target must be from 1 to 4`},
		"two of one game":   {instead(strings.Replace(good, `facts`, `games`, 1), `"game",`, `"game","games":["draughts-russian","draughts-american"],`), `from 1 to 1`},
		"three sides":       {instead(strings.Replace(good, `facts`, `sides`, 1), `"target":2`, `"target":3`), `from 1 to 2`},
		"both of one side":  {instead(strings.Replace(good, `facts`, `sides`, 1), `"plies"`, `"sides":["first"],"plies"`), `from 1 to 1`},
		"two days in one":   {instead(good, `facts`, `days`), `from 1 to 1`},
		"eight days a week": {instead(strings.NewReplacer(`facts`, `days`, `daily`, `weekly`).Replace(good), `"target":2`, `"target":8`), `from 1 to 7`},
		"too many days":     {instead(strings.Replace(streak, `"streak","draws":"break"`, `"days"`, 1), `"target":3`, `"target":61`), `from 1 to 60`},
		"no coins":          {instead(good, `"coins":35`, `"coins":0`), `coins must be from 1 to 1000`},
		"too many coins":    {instead(good, `"coins":35`, `"coins":1001`), `coins must be from 1 to 1000`},
		"aimless streak":    {instead(streak, `"results":["win"],`, ``), `a streak needs results`},
		"streak and draws":  {instead(streak, `"draws":"break",`, ``), `a streak needs draws: break or hold`},
		"strange draws":     {instead(streak, `break`, `bend`), `a streak needs draws: break or hold`},
		"counted draws":     {instead(streak, `["win"]`, `["win","draw"]`), `draws is for streaks in which draws do not count`},
		"draws of facts":    {instead(streak, `"count":"streak"`, `"count":"facts"`), `draws is for streaks`},
		"streak of titles":  {instead(title, `facts`, `streak`), `streaks and sides are counted in games only`},
		"sides of titles":   {instead(title, `facts`, `sides`), `streaks and sides are counted in games only`},
		"fact":              {when(`{"fact":"chat"}`), `the fact must be game, title or tournament`},
		"no plies":          {when(`{"fact":"game"}`), `a goal of games needs plies: at least 10`},
		"few plies":         {when(`{"fact":"game","plies":9}`), `a goal of games needs plies: at least 10`},
		"plies of a title":  {instead(title, `"title":"ky`, `"plies":20,"title":"ky`), `are for games only`},
		"rated tournament":  {instead(place, `"place"`, `"rated":true,"place"`), `are for games only`},
		"game":              {when(`{"fact":"game","games":["chess"],"plies":20}`), `there is no game "chess"`},
		"game twice":        {when(`{"fact":"game","games":["morris","morris"],"plies":20}`), `the game "morris" stands twice`},
		"category":          {when(`{"fact":"game","categories":["bullet"],"plies":20}`), `there is no category "bullet"`},
		"result":            {when(`{"fact":"game","results":["won"],"plies":20}`), `there is no result "won"`},
		"opponent":          {when(`{"fact":"game","opponent":"cat","plies":20}`), `the opponent must be person or bot`},
		"level of a person": {when(`{"fact":"game","opponent":"person","levels":["1"],"plies":20}`), `levels need the opponent bot`},
		"level":             {when(`{"fact":"game","opponent":"bot","levels":["level 1"],"plies":20}`), `there is no level "level 1"`},
		"side":              {when(`{"fact":"game","sides":["red"],"plies":20}`), `there is no side "red"`},
		"rated with a bot":  {when(`{"fact":"game","rated":true,"opponent":"bot","plies":20}`), `no game with a bot is rated`},
		"title":             {instead(title, `ky_thanh`, `ky_vong`), `there is no title "ky_vong"`},
		"title of a game":   {when(`{"fact":"game","plies":20,"title":"ky_do"}`), `title is for titles only`},
		"place of a game":   {when(`{"fact":"game","plies":20,"place":1}`), `place and entrants are for tournaments only`},
		"place":             {instead(place, `1}`, `-1}`), `place and entrants must not be negative`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parsed, err := goals.Parse([]byte(tt.file))
			require.ErrorContains(t, err, tt.want)
			require.Nil(t, parsed)
		})
	}
	for _, file := range []string{good, place, title, streak} {
		_, err := goals.Parse([]byte("[" + file + "]"))
		require.NoError(t, err)
	}
}

func TestParseNamesEverythingThatIsWrong(t *testing.T) {
	t.Parallel()
	bad := strings.NewReplacer(`"target":2`, `"target":-1`, `"coins":35`, `"coins":-1`).Replace(good)
	_, err := goals.Parse([]byte("[" + good + "," + bad + "," + strings.Replace(place, "won", "Won", 1) + "]"))
	require.EqualError(t, err, `goal 2 "win_2": the target must be from 1 to 1000; coins must be from 1 to 1000
goal 3 "Won": the id must be lower-case words joined by underscores, at most 40 characters`)
}

// Whatever is parsed says the same when it is written and parsed again.
func FuzzParse(f *testing.F) {
	f.Add(committed(f))
	for _, s := range []string{"", "[]", "null", "[" + good + "]", "[" + place + "," + title + "]", "[" + streak + "," + streak + "]", `[{"id":"\u0000"}]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		parsed, err := goals.Parse(file)
		if err != nil {
			require.NotEmpty(t, err.Error())
			require.Nil(t, parsed)
			return
		}
		written, err := json.Marshal(parsed)
		require.NoError(t, err)
		again, err := goals.Parse(written)
		require.NoError(t, err)
		require.Equal(t, parsed, again)
	})
}
