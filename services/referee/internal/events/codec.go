package events

import (
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/game"
	"kydai.dev/services/referee/internal/record"
)

// The changes that a summary tells of.
const (
	changeStarted  = "started"
	changeFinished = "finished"
	changeVoided   = "voided"
)

// Codec makes the appends of the store out of events, and games out of logs.
type Codec struct{}

// Encode makes the append of events that were decided on for a game, which
// they have not been applied to. The first append of a game creates it.
func (c Codec) Encode(g *game.Game, events []game.Event) (record.Append, error) {
	data, err := Encode(g.ID(), events)
	if err != nil {
		return record.Append{}, err
	}
	l := leave(g, events)
	a := record.Append{GameID: g.ID(), Seq: events[0].Seq, LastSeq: l.last.Seq, Events: data, State: l.state()}
	if created, ok := events[0].Kind.(game.Created); ok {
		if a.Create, err = newGame(created, events[0].At); err != nil {
			return a, err
		}
	}
	if voided, ok := l.last.Kind.(game.Voided); ok {
		a.Void = &record.Void{GameID: g.ID(), VoidedAt: l.last.At.UnixMicro(), Reason: voided.Reason, Operator: voided.By.Name, Caller: voided.By.Role}
	}
	if l.change != "" {
		if a.Summary, err = EncodeSummary(l.summary(g.ID())); err != nil {
			return a, err
		}
	}
	if _, bot := l.created.Settings.BotSide(); bot && !l.result.Ended() {
		err = c.withTurn(&a, g, events)
	}
	return a, err
}

// left is how events leave a game.
type left struct {
	created game.Created
	begun   time.Time
	ply     int
	result  game.Result
	ended   time.Time
	change  string
	last    game.Event
	resumed time.Time
}

func leave(g *game.Game, events []game.Event) left {
	l := left{ply: g.Ply(), result: g.Result(), begun: g.Created(), ended: g.Ended(), last: events[len(events)-1], resumed: g.Resumed()}
	l.created.Settings = g.Settings()
	l.created.Creator, l.created.Key = g.Creator()
	for _, e := range events {
		switch k := e.Kind.(type) {
		case game.Created:
			l.created, l.begun, l.change = k, e.At, changeStarted
		case game.Played:
			l.ply = k.Ply
			l.end(k.Result, e.At, changeFinished)
		case game.Rewound:
			l.ply = k.ToPly
		case game.Adjusted:
			if k.Cause == game.CausePause {
				l.resumed = e.At
			}
		case game.Finished:
			l.end(k.Result, e.At, changeFinished)
		case game.Voided:
			l.end(game.VoidResult(), e.At, changeVoided)
		}
	}
	return l
}

func (l *left) end(r game.Result, at time.Time, change string) {
	if r.Ended() {
		l.result, l.ended, l.change = r, at, change
	}
}

// state is what the game's row tells.
func (l *left) state() record.State {
	s := record.State{Ply: l.ply, Status: game.StatusRunning, AsOf: l.last.Clock.AsOf, Ended: l.ended}
	if l.resumed.After(s.AsOf) {
		s.AsOf = l.resumed
	}
	if l.result.Ended() {
		s.Status, s.Winner, s.Reason = l.result.Status, string(l.result.Winner), l.result.Reason
		return s
	}
	s.Deadline = game.DeadlineOf(l.last.Clock)
	return s
}

// summary is what services that need no moves learn.
func (l *left) summary(id string) *refereev1.GameSummary {
	s := l.created.Settings
	return &refereev1.GameSummary{
		GameId: id, Seq: int32(l.last.Seq), At: timestamppb.New(l.last.At), Change: l.change, //nolint:gosec // events are few
		Game: s.Game.Name(), Seats: SeatsToProto(s.Seats), Mode: s.Mode, Visibility: s.Visibility, Category: string(s.Category),
		TimeControl: ControlToProto(s.Controls[0]), Result: ResultToProto(l.result), Ply: int32(l.ply), //nolint:gosec // plies are few
		CreateTime: timestamppb.New(l.begun), Creator: l.created.Creator, CreationKey: publicKey(l.created),
		HandSet: s.HandSet, Handicap: handicapToProto(s.Handicap), Tournament: tournamentToProto(s.Tournament),
	}
}

func newGame(k game.Created, at time.Time) (*record.NewGame, error) {
	settings, err := proto.MarshalOptions{Deterministic: true}.Marshal(SettingsToProto(k.Settings))
	if err != nil {
		return nil, fmt.Errorf("encode settings: %w", err)
	}
	s := k.Settings
	return &record.NewGame{
		Creator: k.Creator, Key: k.Key, Game: s.Game.Name(), Mode: s.Mode, Visibility: s.Visibility, Category: string(s.Category),
		Settings: settings, Accounts: [2]string{s.Seats[0].Account, s.Seats[1].Account}, Created: at,
	}, nil
}

// Replay applies encoded events to a game; those that it has seen are skipped.
func (Codec) Replay(g *game.Game, data []byte) error {
	all, err := Decode(data)
	if err != nil {
		return err
	}
	g.Expect(len(all))
	for _, p := range all {
		if int(p.GetSeq()) <= g.Seq() {
			continue
		}
		if err := ReplayEvent(g, p); err != nil {
			return err
		}
	}
	return nil
}
