package events

import (
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/game"
)

// Encode makes the bytes of an append: a GameEvents message. The bytes of
// several appends one after the other are a GameEvents message as well.
func Encode(gameID string, events []game.Event) ([]byte, error) {
	all := &refereev1.GameEvents{Events: make([]*refereev1.GameEvent, len(events))}
	for i, e := range events {
		p, err := ToProto(gameID, e)
		if err != nil {
			return nil, err
		}
		all.Events[i] = p
	}
	data, err := proto.Marshal(all)
	if err != nil {
		return nil, fmt.Errorf("encode events of game %s: %w", gameID, err)
	}
	return data, nil
}

// EncodeSummary makes the bytes of a GameSummaries message with one summary;
// several one after the other are a message as well.
func EncodeSummary(s *refereev1.GameSummary) ([]byte, error) {
	data, err := proto.Marshal(&refereev1.GameSummaries{Summaries: []*refereev1.GameSummary{s}})
	if err != nil {
		return nil, fmt.Errorf("encode summary of game %s: %w", s.GetGameId(), err)
	}
	return data, nil
}

// ToProto converts one event.
func ToProto(gameID string, e game.Event) (*refereev1.GameEvent, error) {
	p := &refereev1.GameEvent{GameId: gameID, Seq: int32(e.Seq), At: timestamppb.New(e.At), Clock: ClockToProto(e.Clock)} //nolint:gosec // events are few
	switch k := e.Kind.(type) {
	case game.Created:
		p.Kind = &refereev1.GameEvent_Created{Created: &refereev1.GameCreated{
			Settings: SettingsToProto(k.Settings), Creator: k.Creator, CreationKey: publicKey(k),
		}}
	case game.Started:
		p.Kind = &refereev1.GameEvent_Started{Started: &refereev1.GameStarted{Side: k.Side.String()}}
	case game.Played:
		p.Kind = &refereev1.GameEvent_Played{Played: playedToProto(k)}
	case game.Offered:
		p.Kind = &refereev1.GameEvent_Offered{Offered: &refereev1.OfferMade{Kind: k.Kind, Side: k.Side.String()}}
	case game.Answered:
		p.Kind = &refereev1.GameEvent_Answered{Answered: &refereev1.OfferAnswered{
			OfferId: int32(k.Offer), Kind: k.Kind, Answer: k.Answer, Side: k.Side.String(), RematchGameId: k.Rematch, //nolint:gosec // events are few
		}}
	case game.Rewound:
		p.Kind = &refereev1.GameEvent_Rewound{Rewound: &refereev1.GameRewound{
			ToPly: int32(k.ToPly), Position: k.Position, Side: k.Side.String(), //nolint:gosec // plies are few
		}}
	case game.Hinted:
		p.Kind = &refereev1.GameEvent_Hinted{Hinted: &refereev1.HintGiven{
			Side: k.Side.String(), Ply: int32(k.Ply), Hints: int32(k.Hints), //nolint:gosec // small
		}}
	case game.Adjusted:
		p.Kind = &refereev1.GameEvent_ClockAdjusted{ClockAdjusted: &refereev1.ClockAdjusted{
			Cause: k.Cause, By: durationpb.New(k.By), Act: ActToProto(k.Act), Side: givenTo(k), Key: k.Key,
		}}
	case game.Paused:
		p.Kind = &refereev1.GameEvent_Paused{Paused: &refereev1.GamePaused{Act: ActToProto(k.Act)}}
	case game.Finished:
		p.Kind = &refereev1.GameEvent_Finished{Finished: &refereev1.GameFinished{Result: ResultToProto(k.Result), Act: ActToProto(k.Act)}}
	case game.Voided:
		p.Kind = &refereev1.GameEvent_Voided{Voided: &refereev1.GameVoided{Reason: k.Reason}}
	default:
		return nil, fmt.Errorf("encode event %d of game %s: unknown kind %T", e.Seq, gameID, k)
	}
	return p, nil
}

func playedToProto(k game.Played) *refereev1.MovePlayed {
	p := &refereev1.MovePlayed{
		Side: k.Side.String(), Ply: int32(k.Ply), Move: k.Move, Position: k.Position, //nolint:gosec // plies are few
		Result: RulingToProto(k.Result), Texts: TextsToProto(k.Texts),
	}
	if len(k.Warnings) > 0 {
		p.Warnings = WarningsToProto(k.Warnings)
	}
	if !k.Arrival.IsZero() {
		p.Arrival = timestamppb.New(k.Arrival)
	}
	return p
}

// givenTo is the side to which a director gave time; "" elsewhere.
func givenTo(k game.Adjusted) string {
	if k.Cause != game.CauseDirector {
		return ""
	}
	return k.Side.String()
}

// publicKey is the creation key where it may be told: a service's.
func publicKey(k game.Created) string {
	if k.ByPlayer {
		return ""
	}
	return k.Key
}
