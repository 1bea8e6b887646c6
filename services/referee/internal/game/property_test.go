package game_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/game"
)

// Whatever people do in whatever game, its log is in order and tells all.
func TestAnyGameIsWhatItsLogTells(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		h := begin(t)
		for range rapid.IntRange(1, 60).Draw(t, "commands") {
			h.pass()
			h.command()
		}
		h.requireLogInOrder()
		replayed := h.replay()
		require.Empty(t, cmp.Diff(state(h.game, h.now), state(replayed, h.now)))
		require.Empty(t, cmp.Diff(events.SettingsToProto(h.game.Settings()), events.SettingsToProto(replayed.Settings()), protocmp.Transform()))
		h.requireSameAnswers(replayed)
	})
}

// hall is one game at random, with the log as it would be stored.
type hall struct {
	*rapid.T
	game *game.Game
	now  time.Time
	log  []byte
	all  []game.Event
	books
}

func begin(t *rapid.T) *hall {
	h := &hall{T: t, game: game.New("GameGameGame"), now: start}
	created, err := anyOrder(t).Create(h.now)
	require.NoError(t, err)
	h.store(created)
	return h
}

func anyOrder(t *rapid.T) game.Order {
	rule := rapid.SampledFrom(games.All()).Draw(t, "game")
	presets := append(timecontrol.Presets(rule.Name()), timecontrol.Control{})
	if rule.Name() != "jungle" {
		presets = append(presets,
			timecontrol.Control{Bank: 3 * time.Minute, ByoYomi: 10 * time.Second},
			timecontrol.Control{Bank: 5 * time.Minute, Increment: 30 * time.Second})
	}
	control := rapid.SampledFrom(presets)
	o := game.Order{
		Creator: "matchmaking", AsService: true, Key: "k", Game: rule.Name(),
		Seats:      &[2]game.Seat{{Account: ann}, {Account: bob, Guest: true}},
		Mode:       rapid.SampledFrom([]string{game.Casual, game.Rated}).Draw(t, "mode"),
		Visibility: rapid.SampledFrom([]string{game.Public, game.Link, game.Private}).Draw(t, "visibility"),
		Spectators: game.Spectators{Allowed: rapid.Bool().Draw(t, "allowed"), Delay: time.Duration(rapid.IntRange(0, 60).Draw(t, "delay")) * time.Second},
		FirstMove:  game.FirstMove{Then: rapid.SampledFrom([]string{"", game.Abort, game.Forfeit, game.NoLimit}).Draw(t, "then")},
	}
	if rapid.Bool().Draw(t, "tournament") {
		o.Creator, o.Tournament = game.Organiser, game.Tournament{ID: "cup", Round: 1, Board: 1, Game: 1}
	}
	o.Controls = both(control.Draw(t, "control"))
	if o.Mode == game.Rated && o.Controls[0].Timed() {
		return o
	}
	o.Mode = game.Casual
	if rapid.IntRange(0, 3).Draw(t, "handicap") == 0 {
		o.Controls[1] = control.Draw(t, "second control")
	}
	if rapid.IntRange(0, 3).Draw(t, "hot seat") == 0 {
		o.Seats[1] = o.Seats[0]
	}
	if n := rapid.IntRange(0, 8).Draw(t, "set up after"); n > 0 {
		o.Start = setup(t, rule, n)
	}
	return o
}

// setup plays some moves to get a start position, maybe with the second side
// to move; the usual one where that came to an end.
func setup(t *rapid.T, rule rules.Game, plies int) string {
	line := rules.NewLine(rule, rule.Start())
	for range plies {
		if legal := line.Legal(); len(legal) > 0 {
			_, err := line.Play(rapid.SampledFrom(legal).Draw(t, "set up"))
			require.NoError(t, err)
		}
	}
	if p := line.Position(); p.CheckSetup() == nil {
		return p.String()
	}
	return ""
}

// pass lets time pass, at times a lot.
func (h *hall) pass() {
	longest := rapid.SampledFrom([]int{500, 5_000, 40_000, 400_000, 1000 * 24 * 3600 * 8}).Draw(h.T, "pause")
	if longest > 1_000_000 && rapid.IntRange(0, 9).Draw(h.T, "rarely") > 0 {
		return
	}
	h.now = h.now.Add(time.Duration(rapid.IntRange(0, longest).Draw(h.T, "ms")) * time.Millisecond)
}

// command gives a command at random, to a game that has ended on time first
// where the time was up.
func (h *hall) command() {
	arrival := h.now.Add(-time.Duration(rapid.IntRange(-500, 3000).Draw(h.T, "on the way")) * time.Millisecond)
	if len(h.all)%7 == 0 {
		h.store(h.game.Adjust(game.Downtime{From: arrival, To: h.now}))
	}
	decide := h.decision(arrival)
	before := state(h.game, h.now)
	decided, err := decide(h.game, h.game.Stamp(arrival, h.now))
	require.Empty(h, cmp.Diff(before, state(h.game, h.now)), "deciding changes nothing")
	switch {
	case errors.Is(err, game.ErrTimeUp):
		h.store(h.game.TimeOut())
	case err == nil && decided[0].Seq > h.game.Seq():
		h.store(decided)
	}
	h.requireBanks()
}

type decision func(g *game.Game, at time.Time) ([]game.Event, error)

func (h *hall) decision(arrival time.Time) decision {
	account := rapid.SampledFrom([]string{ann, bob, ann, bob, ann, bob, eve}).Draw(h.T, "account")
	kind := rapid.SampledFrom([]string{game.DrawOffer, game.TakebackOffer, game.RematchOffer}).Draw(h.T, "kind")
	id := rapid.IntRange(max(h.game.Seq()-5, 0), h.game.Seq()+1).Draw(h.T, "offer")
	switch rapid.SampledFrom([]string{"play", "play", "play", "play", "offer", "offer", "accept", "accept", "decline", "abort", "resign", "void", "pause", "resume", "give", "decide"}).Draw(h.T, "command") {
	case "play":
		return h.anyMove(arrival)
	case "offer":
		return func(g *game.Game, at time.Time) ([]game.Event, error) {
			return g.Offer(account, kind, "NextNextNext", at)
		}
	case "accept":
		return func(g *game.Game, at time.Time) ([]game.Event, error) {
			return g.Accept(account, id, "NextNextNext", at)
		}
	case "decline":
		return func(g *game.Game, at time.Time) ([]game.Event, error) { return g.Decline(account, id, at) }
	case "pause":
		return func(g *game.Game, at time.Time) ([]game.Event, error) { return g.Pause(pausing, at) }
	case "resume":
		return func(g *game.Game, at time.Time) ([]game.Event, error) { return g.Resume(resuming, at) }
	case "give":
		return h.anyGift()
	case "decide":
		winner := rapid.SampledFrom([]rules.Winner{"first", "second", "none"}).Draw(h.T, "winner")
		if rapid.IntRange(0, 4).Draw(h.T, "keep on") > 0 {
			return func(g *game.Game, at time.Time) ([]game.Event, error) { return g.Pause(pausing, at) }
		}
		return func(g *game.Game, at time.Time) ([]game.Event, error) { return g.Decide(winner, deciding, at) }
	case "void":
		by := game.Moderator{Name: account, Role: "mod"}
		return func(g *game.Game, at time.Time) ([]game.Event, error) { return g.Void(by, "cheating", at) }
	case "abort":
		return func(g *game.Game, at time.Time) ([]game.Event, error) { return g.AbortGame(account, at) }
	default:
		if rapid.IntRange(0, 4).Draw(h.T, "keep on") > 0 {
			account = eve
		}
		return func(g *game.Game, at time.Time) ([]game.Event, error) { return g.Resign(account, "", at) }
	}
}

func (h *hall) anyMove(arrival time.Time) decision {
	m := game.PlayMove{
		Account: h.game.Settings().Seats[h.game.Position().Side()].Account, Ply: h.game.Ply() + 1, Move: "??",
		OfferDraw: rapid.Bool().Draw(h.T, "offer draw"), Arrival: arrival,
		AfterSeq: rapid.SampledFrom([]int{0, h.game.Seq(), h.game.Seq() - 1}).Draw(h.T, "after"),
	}
	if legal := h.game.Legal(); len(legal) > 0 {
		m.Move = rapid.SampledFrom(legal).Draw(h.T, "move")
	}
	return func(g *game.Game, at time.Time) ([]game.Event, error) { return g.Play(m, at) }
}

func (h *hall) anyGift() decision {
	give := gift(rules.First, rapid.IntRange(-3600, 3600).Draw(h.T, "seconds"), rapid.SampledFrom([]string{"a", "b", "c"}).Draw(h.T, "key"))
	if rapid.Bool().Draw(h.T, "to the second side") {
		give.Side = rules.Second
	}
	return func(g *game.Game, at time.Time) ([]game.Event, error) { return g.Give(give, at) }
}

// store encodes events as an append and applies them.
func (h *hall) store(decided []game.Event) {
	if len(decided) == 0 {
		return
	}
	a, err := events.Codec{}.Encode(h.game, decided)
	require.NoError(h, err)
	require.NoError(h, h.game.Apply(decided...))
	for _, e := range decided {
		h.keep(h.T, h.all, e)
		h.all = append(h.all, e)
	}
	h.log = append(h.log, a.Events...)
	require.Equal(h, h.game.Seq(), a.LastSeq)
	require.Equal(h, h.game.Status(), a.State.Status)
	require.Equal(h, h.game.Ply(), a.State.Ply)
	deadline, _ := h.game.Deadline()
	require.Equal(h, deadline, a.State.Deadline)
	require.Equal(h, h.game.Ended(), a.State.Ended)
}

func (h *hall) replay() *game.Game {
	g := game.New(h.game.ID())
	require.NoError(h, events.Codec{}.Replay(g, h.log))
	return g
}

func (h *hall) requireLogInOrder() {
	last := start
	for i, e := range h.all {
		require.Equal(h, i+1, e.Seq)
		require.False(h, e.At.Before(last), "event %d is at %v, after one at %v", e.Seq, e.At, last)
		last = e.At
	}
}

// requireBanks holds that no bank is ever negative, or more than what it began
// with and what the moves that stand have earned.
func (h *hall) requireBanks() {
	clock := h.game.Clock()
	for side, c := range clock.Controls {
		moves := time.Duration(h.game.Ply()+1) / 2
		require.GreaterOrEqual(h, clock.Banks[side], time.Duration(0))
		require.LessOrEqual(h, clock.Banks[side], c.Bank+moves*c.Increment+h.given[side])
	}
}

// requireSameAnswers repeats every command to both games.
func (h *hall) requireSameAnswers(replayed *game.Game) {
	same := func(d decision) {
		want, wantErr := d(h.game, h.now)
		got, err := d(replayed, h.now)
		require.Equal(h, wantErr, err)
		require.Empty(h, cmp.Diff(protos(h, want), protos(h, got), protocmp.Transform()))
	}
	for _, account := range []string{ann, bob, eve} {
		for ply, e := range h.game.Plies() {
			k, _ := e.Kind.(game.Played)
			same(func(g *game.Game, at time.Time) ([]game.Event, error) {
				return g.Play(game.PlayMove{Account: account, Ply: ply + 1, Move: k.Move}, at)
			})
		}
		for id := range h.game.Seq() + 2 {
			same(func(g *game.Game, at time.Time) ([]game.Event, error) {
				return g.Accept(account, id, "NextNextNext", at)
			})
			same(func(g *game.Game, at time.Time) ([]game.Event, error) { return g.Decline(account, id, at) })
		}
		for _, kind := range []string{game.DrawOffer, game.TakebackOffer, game.RematchOffer} {
			same(func(g *game.Game, at time.Time) ([]game.Event, error) {
				return g.Offer(account, kind, "NextNextNext", at)
			})
		}
		same(func(g *game.Game, at time.Time) ([]game.Event, error) { return g.Resign(account, "", at) })
		same(func(g *game.Game, at time.Time) ([]game.Event, error) { return g.AbortGame(account, at) })
		same(func(g *game.Game, at time.Time) ([]game.Event, error) {
			return g.Void(game.Moderator{Name: account}, "again", at)
		})
		for _, winner := range []rules.Winner{"first", "second", "none"} {
			same(func(g *game.Game, at time.Time) ([]game.Event, error) { return g.Decide(winner, deciding, at) })
		}
		for _, key := range []string{"a", "b", "c", "d"} {
			same(func(g *game.Game, at time.Time) ([]game.Event, error) { return g.Give(gift(rules.First, 5, key), at) })
		}
		same(func(g *game.Game, at time.Time) ([]game.Event, error) { return g.Pause(pausing, at) })
		same(func(g *game.Game, at time.Time) ([]game.Event, error) { return g.Resume(resuming, at) })
		same(func(g *game.Game, at time.Time) ([]game.Event, error) {
			return g.Adjust(game.Downtime{From: at.Add(-time.Minute), To: at.Add(time.Second)}), nil
		})
	}
}

func protos(t require.TestingT, all []game.Event) []proto.Message {
	var out []proto.Message
	for _, e := range all {
		p, err := events.ToProto("GameGameGame", e)
		require.NoError(t, err)
		out = append(out, p)
	}
	return out
}

// seen is all that can be seen of a game.
type seen struct {
	Seq, Ply         int
	Status, Position string
	Legal            []string
	Result           game.Result
	Clock            timecontrol.Clock
	Deadline         time.Time
	Offers           []game.Offer
	Warnings         []rules.Warning
	Created, Ended   time.Time
	Rematch          string
	Creator, Key     string
	VoidReason       string
	Paused, Resumed  time.Time
	Act              game.Act
}

func state(g *game.Game, now time.Time) seen {
	s := seen{
		Seq: g.Seq(), Ply: g.Ply(), Status: g.Status(), Position: g.Position().String(), Legal: g.Legal(), Result: g.Result(),
		Clock: g.Clock(), Offers: g.Open(now), Warnings: g.Warnings(), Created: g.Created(), Ended: g.Ended(), Rematch: g.Rematch(),
	}
	s.VoidReason, s.Resumed = g.VoidReason(), g.Resumed()
	s.Paused, s.Act, _ = g.Paused()
	s.Deadline, _ = g.Deadline()
	s.Creator, s.Key = g.Creator()
	return s
}
