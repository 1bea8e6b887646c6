package events

import (
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/game"
	"kydai.dev/services/referee/internal/record"
)

// TurnToProto converts what an engine has to do in a game.
func TurnToProto(g *game.Game, t game.Turn) *refereev1.BotTurn {
	s := g.Settings()
	return &refereev1.BotTurn{
		GameId: g.ID(), Seq: int32(g.Seq()), Ply: int32(g.Ply() + 1), Level: t.Level, Game: s.Game.Name(), //nolint:gosec // small
		Position: g.Position().String(), Clock: ClockToProto(g.Clock()), At: timestamppb.New(t.Since),
		StartPosition: s.Start.String(), Moves: g.Moves(), Side: t.Side.String(), ToMove: t.ToMove, OfferId: int32(t.Offer), //nolint:gosec // small
		TimeControl: ControlToProto(s.Controls[t.Side]),
	}
}

// Turn makes the message of what an engine has to do; nil where it is nothing.
func (Codec) Turn(g *game.Game) (message []byte, t game.Turn, err error) {
	t, ok := g.Turn()
	if !ok {
		return nil, t, nil
	}
	message, err = proto.Marshal(TurnToProto(g, t))
	if err != nil {
		return nil, t, fmt.Errorf("encode turn of game %s: %w", g.ID(), err)
	}
	return message, t, nil
}

// withTurn adds to an append what it leaves an engine to do.
func (c Codec) withTurn(a *record.Append, g *game.Game, events []game.Event) error {
	next, err := g.With(events...)
	if err != nil {
		return fmt.Errorf("look ahead in game %s: %w", g.ID(), err)
	}
	message, turn, err := c.Turn(next)
	if err != nil || message == nil {
		return err
	}
	a.Turn, a.State.TurnDue = message, next.TurnDue(turn, events[len(events)-1].At)
	return nil
}
