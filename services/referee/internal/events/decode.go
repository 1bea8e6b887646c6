package events

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/timecontrol"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/game"
)

// Decode reads the bytes of one or several appends.
func Decode(data []byte) ([]*refereev1.GameEvent, error) {
	var all refereev1.GameEvents
	if err := proto.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("decode events: %w", err)
	}
	return all.GetEvents(), nil
}

// ReplayEvent applies one event of the log to a game.
func ReplayEvent(g *game.Game, p *refereev1.GameEvent) error {
	e, err := fromProto(g, p)
	if err != nil {
		return fmt.Errorf("decode event %d of game %s: %w", p.GetSeq(), g.ID(), err)
	}
	return g.Apply(e)
}

func fromProto(g *game.Game, p *refereev1.GameEvent) (game.Event, error) {
	e := game.Event{Seq: int(p.GetSeq()), At: p.GetAt().AsTime()}
	if p.GetCreated() == nil && g.Seq() == 0 {
		return e, fmt.Errorf("%T in a game that was not created", p.GetKind())
	}
	settings := g.Settings()
	switch k := p.GetKind().(type) {
	case *refereev1.GameEvent_Created:
		var err error
		if settings, err = settingsFromProto(k.Created.GetSettings()); err != nil {
			return e, err
		}
		e.Kind = game.Created{Settings: settings, Creator: k.Created.GetCreator(), Key: k.Created.GetCreationKey()}
	case *refereev1.GameEvent_Started:
		e.Kind = game.Started{Side: SideFromText(k.Started.GetSide())}
	case *refereev1.GameEvent_Played:
		e.Kind = playedFromProto(k.Played)
	case *refereev1.GameEvent_Offered:
		e.Kind = game.Offered{Kind: k.Offered.GetKind(), Side: SideFromText(k.Offered.GetSide())}
	case *refereev1.GameEvent_Answered:
		a := k.Answered
		e.Kind = game.Answered{
			Offer: int(a.GetOfferId()), Kind: a.GetKind(), Answer: a.GetAnswer(), Side: SideFromText(a.GetSide()), Rematch: a.GetRematchGameId(),
		}
	case *refereev1.GameEvent_Rewound:
		e.Kind = game.Rewound{ToPly: int(k.Rewound.GetToPly()), Position: k.Rewound.GetPosition(), Side: SideFromText(k.Rewound.GetSide())}
	case *refereev1.GameEvent_Hinted:
		h := k.Hinted
		e.Kind = game.Hinted{Side: SideFromText(h.GetSide()), Ply: int(h.GetPly()), Hints: int(h.GetHints())}
	case *refereev1.GameEvent_ClockAdjusted:
		a := k.ClockAdjusted
		e.Kind = game.Adjusted{
			Cause: a.GetCause(), By: a.GetBy().AsDuration(), Act: ActFromProto(a.GetAct()), Side: SideFromText(a.GetSide()), Key: a.GetKey(),
		}
	case *refereev1.GameEvent_Paused:
		e.Kind = game.Paused{Act: ActFromProto(k.Paused.GetAct())}
	case *refereev1.GameEvent_Finished:
		e.Kind = game.Finished{Result: resultFromProto(k.Finished.GetResult()), Act: ActFromProto(k.Finished.GetAct())}
	case *refereev1.GameEvent_Voided:
		e.Kind = game.Voided{Reason: k.Voided.GetReason()}
	default:
		return e, fmt.Errorf("unknown kind %T", k)
	}
	e.Clock = clockFromProto(g, settings, e, p.GetClock())
	return e, nil
}

func playedFromProto(p *refereev1.MovePlayed) game.Played {
	k := game.Played{
		Side: SideFromText(p.GetSide()), Ply: int(p.GetPly()), Move: p.GetMove(), Position: p.GetPosition(),
		Warnings: warningsFromProto(p.GetWarnings()), Result: resultFromProto(p.GetResult()),
		Texts: textsFromProto(p.GetTexts()),
	}
	if p.GetArrival() != nil {
		k.Arrival = p.GetArrival().AsTime()
	}
	return k
}

func settingsFromProto(p *refereev1.Settings) (game.Settings, error) {
	rule, ok := games.Find(p.GetGame())
	if !ok {
		return game.Settings{}, fmt.Errorf("unknown game %q", p.GetGame())
	}
	start, err := rule.Parse(p.GetStartPosition())
	if err != nil {
		return game.Settings{}, fmt.Errorf("start position: %w", err)
	}
	s := game.Settings{
		Game: rule, Seats: SeatsFromProto(p.GetSeats()), Mode: p.GetMode(), Visibility: p.GetVisibility(),
		Spectators: game.Spectators{Allowed: p.GetSpectators().GetAllowed(), Delay: p.GetSpectators().GetDelay().AsDuration()},
		Controls:   [2]timecontrol.Control{ControlFromProto(p.GetTimeControl()), ControlFromProto(p.GetSecondTimeControl())},
		Category:   timecontrol.Category(p.GetCategory()), Start: start, HandSet: p.GetHandSet(), Handicap: HandicapFromProto(p.GetHandicap()),
		FirstMove: game.FirstMove{Then: game.NoLimit}, Takebacks: int(p.GetTakebacks()),
		Tournament: TournamentFromProto(p.GetTournament()),
	}
	if f := p.GetFirstMove(); f != nil {
		s.FirstMove = game.FirstMove{Limit: f.GetLimit().AsDuration(), Then: f.GetThen()}
	}
	return s, nil
}

// clockFromProto restores the clock after an event: the log keeps banks and
// times, the rest follows from the game as the event leaves it.
func clockFromProto(g *game.Game, s game.Settings, e game.Event, p *refereev1.Clock) timecontrol.Clock {
	if c, ok := directed(g.Clock(), e); ok {
		return c
	}
	turn, plies, running := after(g, s, e)
	c := timecontrol.Clock{Controls: s.Controls, Turn: int(turn), Running: running, AsOf: g.Clock().AsOf}
	if p != nil {
		c.Banks[0], c.Banks[1], c.AsOf = p.GetFirst().AsDuration(), p.GetSecond().AsDuration(), p.GetAsOf().AsTime()
	} else if moves(g, e) {
		c.AsOf = e.At
	}
	if plies == 0 && s.FirstMove.Then != game.NoLimit {
		c.FirstMove = s.FirstMove.Limit
	}
	return c
}

// directed is the clock after a director's act, and after every event of a pause.
// What the log tells of a pause is how the clock stands for the players; the clock
// itself, which knows how much of the move under way is spent, follows from the
// one before.
func directed(c timecontrol.Clock, e game.Event) (after timecontrol.Clock, ok bool) {
	switch k := e.Kind.(type) {
	case game.Paused:
		return c.Pause(e.At), true
	case game.Adjusted:
		switch k.Cause {
		case game.CausePause:
			return c.Continue(e.At), true
		case game.CauseDirector:
			return c.Give(int(k.Side), k.By), true
		}
	case game.Finished, game.Voided:
		return c, false
	}
	return c, c.IsPaused()
}

// moves reports whether a move begins or ends with the event; untimed games log
// no clock but count how long they have been idle.
func moves(g *game.Game, e game.Event) bool {
	switch e.Kind.(type) {
	case game.Offered, game.Answered, game.Adjusted, game.Hinted:
		return false
	case game.Voided: // a game that was over stands as it did
		return g.Status() == game.StatusRunning
	default:
		return true
	}
}

// after is the side to move, the number of plies, and whether the game runs
// once the event is applied.
func after(g *game.Game, s game.Settings, e game.Event) (turn rules.Side, plies int, running bool) {
	switch k := e.Kind.(type) {
	case game.Created:
		return s.Start.Side(), 0, true
	case game.Played:
		return k.Side.Other(), k.Ply, !k.Result.Ended()
	case game.Rewound:
		return k.Side, k.ToPly, true
	case game.Finished, game.Voided:
		return g.Position().Side(), g.Ply(), false
	default:
		return g.Position().Side(), g.Ply(), g.Status() == game.StatusRunning
	}
}
