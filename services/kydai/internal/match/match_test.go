package match

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/record"
)

// playerEnv makes the test's own program a player of a match.
const playerEnv = "KYDAI_TEST_PLAYER"

func TestMain(m *testing.M) {
	if os.Getenv(playerEnv) != "" {
		playUCI(os.Args[1], os.Args[2])
		return
	}
	if err := os.Setenv(playerEnv, "1"); err != nil { // for the programs that the tests start
		panic(err)
	}
	os.Exit(m.Run())
}

// playUCI is a simple player: it plays the first legal move, or what its manner
// says.
func playUCI(game, manner string) {
	g, _ := games.Find(game)
	line := rules.NewLine(g, g.Start())
	d, ok := dialects[manner]
	if !ok {
		d = dialects["kydai"]
	}
	var actions []string // of a ply that has begun
	for scan := bufio.NewScanner(os.Stdin); scan.Scan(); {
		words := strings.Fields(scan.Text())
		switch words[0] {
		case "uci":
			fmt.Println("option name Skill Level type spin default 1 min 0 max 9\nuciok")
		case "setoption":
			if manner == "picky" {
				fmt.Println("info string setoption: Skill Level is a number from 0 to 9")
			}
		case "isready":
			fmt.Println("readyok")
		case "position":
			line, actions = rules.NewLine(g, g.Start()), nil
			for _, a := range words[min(3, len(words)):] {
				actions = append(actions, a)
				if begun(d.ours(actions), line.Legal()) {
					continue
				}
				if _, err := line.Play(d.ours(actions)); err != nil {
					panic(err)
				}
				actions = nil
			}
		case "go":
			answer(line, d, actions, manner, words)
		case "quit":
			return
		}
	}
}

func answer(line *rules.Line, d dialect, actions []string, manner string, words []string) {
	move := line.Legal()[0]
	switch {
	case words[1] == "nodes": // to judge an opening
		fmt.Println("info depth 1 score cp 12 pv " + move)
	case manner == "dies":
		os.Exit(3)
	case manner == "mute":
		fmt.Println("info string the game is over")
		return
	case manner == "picky":
		fmt.Println("info string go: there is no limit " + words[1])
		return
	case manner == "cheats":
		move = "a1a1"
	case manner == "sure":
		value := 900
		if line.Position().Side() == rules.Second {
			value = -900
		}
		fmt.Printf("info depth 1 score cp %d pv %s\n", value, move)
	case manner == "sanmill":
		move = firstMill(line.Legal(), d.ours(actions))
		fmt.Printf("info score 3 bestmove %s\n", d.theirs(move)[len(actions)])
		return
	}
	fmt.Println("bestmove " + d.theirs(move)[0])
}

// firstMill is a ply that takes a stone, where there is one, and goes on from what
// has begun.
func firstMill(legal []string, start string) string {
	i := slices.IndexFunc(legal, func(m string) bool { return strings.HasPrefix(m, start) && strings.Contains(m, "x") })
	return legal[max(i, 0)]
}

// config is a match of jungle between players of some manners.
func config(t *testing.T, game, one, two string) Config {
	t.Helper()
	g, ok := games.Find(game)
	require.True(t, ok)
	player := func(manner string) Player {
		dialect := "kydai"
		if slices.Contains(Dialects(), manner) {
			dialect = manner
		}
		return Player{Command: strings.Join([]string{os.Args[0], game, manner}, " "), Name: manner, Dialect: dialect}
	}
	return Config{
		Game: g, Engine: player("plain").Command, One: player(one), Two: player(two), Go: "movetime 5", Games: 4, Concurrency: 2,
		Plies: 4, Balance: 50, JudgeNodes: 1, Seed: 3, Longest: 60, Patience: 20 * time.Second,
	}
}

// run plays a match and returns its records.
func run(t *testing.T, c Config) (*Tally, []*record.Record, error) {
	t.Helper()
	var out bytes.Buffer
	w, err := record.NewWriter(&out, record.NDJSON, "")
	require.NoError(t, err)
	tally, err := Run(t.Context(), c, w, io.Discard)
	if err != nil {
		return tally, nil, err
	}
	require.NoError(t, w.Close())
	var list []*record.Record
	for rec, err := range record.Read(&out, record.Options{}) {
		require.NoError(t, err)
		list = append(list, rec)
	}
	return tally, list, nil
}

func TestEveryOpeningIsPlayedTwice(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"xiangqi", "jungle"} {
		tally, records, err := run(t, config(t, game, "plain", "fairy"))
		require.NoError(t, err)
		require.Equal(t, 4, tally.Games())
		require.Zero(t, tally.Faults)
		require.Len(t, records, 4)
		slices.SortFunc(records, func(a, b *record.Record) int { return strings.Compare(a.Tag("Round"), b.Tag("Round")) })
		for i := 0; i < len(records); i += 2 {
			require.Equal(t, records[i].Moves[:4], records[i+1].Moves[:4])
			require.Equal(t, "plain", records[i].Tag("Red"))
			require.Equal(t, "fairy", records[i+1].Tag("Red"))
		}
		require.NotEqual(t, records[0].Moves[:4], records[2].Moves[:4])
	}
}

func TestFaultsLose(t *testing.T) {
	t.Parallel()
	tally, records, err := run(t, config(t, "jungle", "plain", "cheats"))
	require.NoError(t, err)
	require.Equal(t, 4, tally.Wins)
	require.Equal(t, 4, tally.Faults)
	require.Contains(t, records[0].Comments[0].Text, `cheats plays "a1a1" after`)
}

func TestResignation(t *testing.T) {
	t.Parallel()
	c := config(t, "jungle", "sure", "sure")
	c.Resign, c.Longest = 800, 400
	tally, records, err := run(t, c)
	require.NoError(t, err)
	require.Equal(t, 2, tally.Wins, "the first side is given every game")
	for _, r := range records {
		require.Equal(t, rules.Win(rules.First, resignation), r.Result)
	}
}

func TestPlayersThatFail(t *testing.T) {
	t.Parallel()
	_, _, err := run(t, config(t, "jungle", "plain", "dies"))
	require.ErrorIs(t, err, errGone)
	c := config(t, "jungle", "plain", "mute")
	c.Patience = time.Second // enough for the judge on a busy machine
	_, _, err = run(t, c)
	require.ErrorIs(t, err, errLate)
	require.ErrorContains(t, err, "last said: the game is over")
	c = config(t, "jungle", "plain", "mute")
	c.Two.Command = "/nonexistent/engine"
	_, _, err = run(t, c)
	require.ErrorContains(t, err, "start mute")
	c = config(t, "jungle", "plain", "plain")
	c.One.Option = []string{"Hash"}
	_, _, err = run(t, c)
	require.ErrorContains(t, err, "NAME=VALUE")
	c = config(t, "jungle", "plain", "plain")
	c.Balance = 5 // the judge says 12
	_, _, err = run(t, c)
	require.ErrorContains(t, err, "only 0 openings")
}

// What a player can't be told is said at once, not when patience has run out.
func TestWhatPlayersRefuse(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		option, manner, want string
	}{
		"no such option": {"Hash=3", "plain", `plain has no option "Hash"`},
		"a bad value":    {"skill level=30", "picky", "picky: it refuses: Skill Level is a number"},
		"a bad limit":    {"", "picky", "picky: it refuses: there is no limit movetime"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := config(t, "jungle", "plain", tt.manner)
			c.Patience = time.Hour
			if tt.option != "" {
				c.Two.Option = []string{tt.option}
			}
			_, _, err := run(t, c)
			require.ErrorContains(t, err, tt.want)
		})
	}
	c := config(t, "jungle", "plain", "plain")
	c.One.Option = []string{"Skill Level=3"}
	_, _, err := run(t, c)
	require.NoError(t, err)
}

func TestConfigIsChecked(t *testing.T) {
	t.Parallel()
	good := config(t, "jungle", "plain", "plain")
	require.NoError(t, good.Validate())
	for _, spoil := range []func(*Config){
		func(c *Config) { c.Games = 3 },
		func(c *Config) { c.Games = 0 },
		func(c *Config) { c.Concurrency = 0 },
		func(c *Config) { c.Plies = -1 },
		func(c *Config) { c.Longest = 0 },
		func(c *Config) { c.Patience = 0 },
	} {
		bad := good
		spoil(&bad)
		require.Error(t, bad.Validate())
	}
}

func TestDialects(t *testing.T) {
	t.Parallel()
	require.Len(t, dialects, len(Dialects()))
	for name, plies := range map[string]map[string]string{
		"kydai":   {"c3xe5": "c3xe5", "h2e2": "h2e2"},
		"fairy":   {"h2e2": "h3e3", "a0a9": "a1a10", "e9e8": "e10e9", "(none)": "(none)"},
		"sanmill": {"d6": "d6", "d6xa1": "d6 xa1", "d6d7": "d6-d7", "d6d7xa1": "d6-d7 xa1"},
	} {
		d := dialects[name]
		for ours, theirs := range plies {
			require.Equal(t, strings.Fields(theirs), d.theirs(ours))
			require.Equal(t, ours, d.ours(strings.Fields(theirs)))
		}
	}
	require.Equal(t, "d6d7", dialects["sanmill"].ours([]string{"d6-d7"}), "its stone is taken in the next action")
}

func TestPliesThatHaveBegun(t *testing.T) {
	t.Parallel()
	legal := []string{"a1", "d6xb4", "d6xf4", "g1g4"}
	require.True(t, begun("d6", legal))
	for _, ply := range []string{"a1", "d6xb4", "g1", "d", "none"} {
		require.False(t, begun(ply, legal), ply)
	}
}

func TestAPlyInTwoActions(t *testing.T) {
	t.Parallel()
	c := config(t, "morris", "sanmill", "plain")
	c.Longest = 100
	tally, records, err := run(t, c)
	require.NoError(t, err)
	require.Zero(t, tally.Faults)
	var taken int
	for _, r := range records {
		for _, m := range r.Moves {
			if strings.Contains(m, "x") {
				taken++
			}
		}
	}
	require.Positive(t, taken)
}

func TestTally(t *testing.T) {
	t.Parallel()
	game := func(number int, winner rules.Winner) played {
		g, _ := games.Find("jungle")
		seat := rules.Side(number % 2)
		return played{
			round: round{number: number, seat: seat}, line: rules.NewLine(g, g.Start()),
			verdict: rules.Verdict{Winner: winner, Reason: rules.Den},
		}
	}
	require.Contains(t, new(Tally).String(), "Elo +0 ")
	var even, better Tally
	for i := range 40 {
		even.add(game(i, rules.WinnerFirst)) // whoever begins wins
		winner := rules.WinnerFirst
		if i%2 == 1 || i%8 == 0 {
			winner = rules.WinnerSecond
		}
		better.add(game(i, winner))
	}
	low, elo, high := even.Elo()
	require.InDelta(t, 0, elo, 1e-9)
	require.Less(t, low, 0.0)
	require.Greater(t, high, 0.0)
	require.Greater(t, high-low, 20.0)
	low, elo, high = better.Elo()
	require.InDelta(t, 0.875, better.Score(), 1e-9)
	require.InDelta(t, 338, elo, 1)
	require.Greater(t, low, 100.0)
	require.Greater(t, high, elo)
	require.Contains(t, better.String(), "40 games: +35 =0 -5, 87.5 %, Elo +338")
}
