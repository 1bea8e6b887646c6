package rpc_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/rpc"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

func bot(level string) *refereev1.Seat {
	return &refereev1.Seat{Holder: &refereev1.Seat_Bot{Bot: &refereev1.Bot{Level: level}}}
}

// practise makes a game of ann, who begins, against the engine.
func (h *hall) practise(changes ...func(*refereev1.CreateGameRequest)) *refereev1.Game {
	h.t.Helper()
	req := &refereev1.CreateGameRequest{
		Game: "xiangqi", Seats: &refereev1.Seats{First: seat(ann), Second: bot("2")}, TimeControl: &refereev1.TimeControl{Preset: "10+5"},
	}
	for _, change := range changes {
		change(req)
	}
	resp, err := h.direct.CreateGame(h.Player(ann), req)
	require.NoError(h.t, err)
	return resp.GetGame()
}

func TestGamesAgainstTheEngine(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		g := h.practise()
		require.Equal(t, "2", g.GetSettings().GetSeats().GetSecond().GetBot().GetLevel())
		require.Nil(t, g.GetSettings().GetFirstMove())
		require.EqualValues(t, 3, g.GetPractice().GetTakebacksLeft().GetValue())
		none := h.practise(func(req *refereev1.CreateGameRequest) { req.Takebacks = proto.Int32(0) })
		require.Zero(t, none.GetPractice().GetTakebacksLeft().GetValue())

		id := g.GetGameId()
		h.play(id, 1, 1)
		turns, err := h.search.ListBotTurns(t.Context(), &refereev1.ListBotTurnsRequest{})
		require.NoError(t, err)
		require.Len(t, turns.GetTurns(), 1)
		turn := turns.GetTurns()[0]
		require.Equal(t, id, turn.GetGameId())

		_, err = h.search.PlayMove(t.Context(), &refereev1.PlayMoveRequest{GameId: id, Ply: turn.GetPly(), AfterSeq: turn.GetSeq(), Move: opening[1]})
		require.NoError(t, err)
		hint, err := h.search.NoteHint(h.Player(ann), &refereev1.NoteHintRequest{GameId: id})
		require.NoError(t, err)
		require.Equal(t, opening[:2], hint.GetMoves())
		require.EqualValues(t, 1, hint.GetHints())
		back, err := h.direct.MakeOffer(h.Player(ann), &refereev1.MakeOfferRequest{GameId: id, Kind: "takeback"})
		require.NoError(t, err)
		require.True(t, back.GetAccepted())
		got, err := h.direct.GetGame(h.Player(ann), &refereev1.GetGameRequest{GameId: id})
		require.NoError(t, err)
		require.Zero(t, got.GetGame().GetPly())
		require.EqualValues(t, 1, got.GetGame().GetPractice().GetHints())
		require.EqualValues(t, 1, got.GetGame().GetPractice().GetTakebacks())
		require.EqualValues(t, 2, got.GetGame().GetPractice().GetTakebacksLeft().GetValue())

		offer, err := h.direct.MakeOffer(h.Player(ann), &refereev1.MakeOfferRequest{GameId: id, Kind: "draw"})
		require.NoError(t, err)
		require.False(t, offer.GetAccepted())
		_, err = h.search.AcceptOffer(t.Context(), &refereev1.AcceptOfferRequest{GameId: id, OfferId: offer.GetSeq()})
		require.NoError(t, err)
		rematch, err := h.direct.MakeOffer(h.Player(ann), &refereev1.MakeOfferRequest{GameId: id, Kind: "rematch"})
		require.NoError(t, err)
		require.True(t, rematch.GetAccepted())
		require.NotEmpty(t, rematch.GetRematchGameId())
	})
}

// TestTheEnginesSeatIsTheSearchs: nobody else may play it, and the search plays
// nothing else.
func TestTheEnginesSeatIsTheSearchs(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := h.practise().GetGameId()
	of := h.create("people")
	move := func(client refereev1.RefereeServiceClient, ctx context.Context, id string) error {
		_, err := client.PlayMove(ctx, &refereev1.PlayMoveRequest{GameId: id, Ply: 1, Move: "h2e2"})
		return err
	}
	requireRefused(t, "NOT_YOUR_TURN", codes.FailedPrecondition, move(h.search, t.Context(), id))
	requireRefused(t, "NOT_YOUR_TURN", codes.FailedPrecondition, move(h.search, h.Player(ann), id))
	requireRefused(t, "NOT_YOUR_GAME", codes.PermissionDenied, move(h.search, t.Context(), of))
	requireRefused(t, "NOT_YOUR_GAME", codes.PermissionDenied, move(h.direct, h.Player(eve), id))
	requireRefused(t, "NO_TOKEN", codes.Unauthenticated, move(h.clockService, t.Context(), id))
	require.NoError(t, move(h.direct, h.Player(ann), id))
	_, err := h.direct.PlayMove(h.Player(ann), &refereev1.PlayMoveRequest{GameId: id, Ply: 2, Move: "h9g7"})
	requireRefused(t, "NOT_YOUR_TURN", codes.FailedPrecondition, err)

	for name, ctx := range map[string]context.Context{"nobody": t.Context(), "a player": h.Player(ann), "a forger": rpc.WithToken(t.Context(), "x")} {
		for _, client := range []refereev1.RefereeServiceClient{h.direct, h.gateway, h.clockService} {
			_, err := client.ListBotTurns(ctx, &refereev1.ListBotTurnsRequest{})
			require.Error(t, err, name)
			_, err = client.NoteHint(ctx, &refereev1.NoteHintRequest{GameId: id})
			require.Error(t, err, name)
		}
	}
	_, err = h.search.NoteHint(t.Context(), &refereev1.NoteHintRequest{GameId: id})
	requireRefused(t, "NO_TOKEN", codes.Unauthenticated, err)
	_, err = h.search.NoteHint(h.Player(eve), &refereev1.NoteHintRequest{GameId: id})
	requireRefused(t, "NOT_YOUR_GAME", codes.PermissionDenied, err)
	_, err = h.search.NoteHint(h.Player(ann), &refereev1.NoteHintRequest{GameId: of})
	requireRefused(t, "HINTS_NOT_ALLOWED", codes.FailedPrecondition, err)
}
