package rpc_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/record"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// What is exported reads back as the game that was played.
func TestExportGame(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.create("k", private)
		h.until(at(3))
		h.play(id, 1, 3)
		for _, f := range []struct{ format, notation, has string }{
			{"", "", `"h2e2"`},
			{"json", "", `"xiangqi"`},
			{"ndjson", "", `"h2e2"`},
			{"pgn", "", `[Format "ICCS"]`},
			{"pgn", "wxf", "C2=5"},
			{"pgn", "chinese", "炮二平五"},
		} {
			resp, err := h.direct.ExportGame(h.Player(ann), &refereev1.ExportGameRequest{GameId: id, Format: f.format, Notation: f.notation})
			require.NoError(t, err, f)
			require.Contains(t, string(resp.GetData()), f.has)
			require.True(t, strings.HasPrefix(resp.GetFileName(), id+"."), resp.GetFileName())
			require.NotEmpty(t, resp.GetMediaType())
			n := 0
			for rec, err := range record.Read(bytes.NewReader(resp.GetData()), record.Options{Format: resp.GetFormat()}) {
				require.NoError(t, err, f)
				g, err := h.direct.GetGame(h.Player(ann), &refereev1.GetGameRequest{GameId: id})
				require.NoError(t, err)
				var moves []string
				for _, m := range g.GetGame().GetMoves() {
					moves = append(moves, m.GetMove())
				}
				require.Len(t, moves, 3)
				require.Equal(t, moves, rec.Moves, f)
				require.Empty(t, rec.Result)
				n++
			}
			require.Equal(t, 1, n)
		}
	})
}

func TestExportOfAFinishedGame(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.create("k")
		h.until(at(3))
		h.play(id, 1, 2)
		_, err := h.direct.Resign(h.Player(ann), &refereev1.ResignRequest{GameId: id})
		require.NoError(t, err)
		resp, err := h.direct.ExportGame(t.Context(), &refereev1.ExportGameRequest{GameId: id, Format: "pgn"})
		require.NoError(t, err)
		for _, tag := range []string{`[Result "0-1"]`, `[Red "` + ann + `"]`, `[Black "` + bob + `"]`, `[Termination "resignation"]`, `[TimeControl "600+5"]`, `[GameId "` + id + `"]`} {
			require.Contains(t, string(resp.GetData()), tag)
		}
	})
}

func TestExportsOfEndedGamesReadBackTheSame(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		resigned, aborted := h.create("resigned"), h.create("aborted")
		_, err := h.direct.Resign(h.Player(ann), &refereev1.ResignRequest{GameId: resigned})
		require.NoError(t, err)
		_, err = h.direct.Abort(h.Player(ann), &refereev1.AbortRequest{GameId: aborted})
		require.NoError(t, err)
		for id, want := range map[string]rules.Verdict{
			resigned: {Winner: rules.WinnerSecond, Reason: "resignation"},
			aborted:  {Winner: rules.WinnerNone, Reason: "aborted"},
		} {
			var first *record.Record
			for _, f := range []string{record.JSON, record.NDJSON, record.PGN, record.DhtmlXQ} {
				resp, err := h.direct.ExportGame(t.Context(), &refereev1.ExportGameRequest{GameId: id, Format: f})
				require.NoError(t, err)
				for rec, err := range record.Read(bytes.NewReader(resp.GetData()), record.Options{Format: f}) {
					require.NoError(t, err)
					require.Empty(t, rec.Notes, f)
					require.Equal(t, want, rec.Result, f)
					if first == nil {
						first = rec
					}
					require.Equal(t, first, rec, f)
				}
			}
		}
	})
}

func TestExportIsRefused(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.create("k", private)
		_, err := h.direct.ExportGame(h.Player(eve), &refereev1.ExportGameRequest{GameId: id})
		requireRefused(t, "NO_SUCH_GAME", codes.NotFound, err)
		for format, notation := range map[string]string{"pdn": "", "svg": "", "PGN": ""} {
			_, err = h.direct.ExportGame(h.Player(ann), &refereev1.ExportGameRequest{GameId: id, Format: format, Notation: notation})
			requireRefused(t, "UNKNOWN_FORMAT", codes.InvalidArgument, err)
		}
		_, err = h.direct.ExportGame(h.Player(ann), &refereev1.ExportGameRequest{GameId: id, Format: "json", Notation: "wxf"})
		requireRefused(t, "UNKNOWN_NOTATION", codes.InvalidArgument, err)
	})
}

func TestConvert(t *testing.T) {
	t.Parallel()
	c := oracle(t)
	ask := func(req *refereev1.ConvertRequest) *refereev1.ConvertResponse {
		resp, err := c.Convert(t.Context(), req)
		require.NoError(t, err)
		return resp
	}
	const pgn = "[Game \"Chinese Chess\"]\n[Event \"one\"]\n\n1. C2=5 H8+7 *\n\n[Game \"Chinese Chess\"]\n[Event \"two\"]\n\n1. P7+1 P7+1 1/2-1/2\n"
	there := ask(&refereev1.ConvertRequest{Game: "xiangqi", Data: pgn, To: "ndjson"})
	require.Nil(t, there.GetError())
	require.EqualValues(t, 2, there.GetGames())
	require.Contains(t, there.GetData(), `"h2e2","h9g7"`)
	require.Equal(t, "application/x-ndjson", there.GetMediaType())
	back := ask(&refereev1.ConvertRequest{Game: "xiangqi", Data: there.GetData(), From: "ndjson", To: "pgn", Notation: "chinese"})
	require.Contains(t, back.GetData(), "炮二平五")

	bad := ask(&refereev1.ConvertRequest{Game: "xiangqi", Data: strings.Replace(pgn, "P7+1 P7+1", "P7+1 R1=5", 1)})
	require.Empty(t, bad.GetData())
	require.EqualValues(t, 1, bad.GetGames(), "good ones before it")
	require.Equal(t, []any{int32(2), int32(2), "ILLEGAL_MOVE", "OWN_PIECE", "R1=5"},
		[]any{bad.GetError().GetGame(), bad.GetError().GetPly(), bad.GetError().GetCode(), bad.GetError().GetRule(), bad.GetError().GetMove()})
	cycle := strings.Repeat("h2h4 h7h5 h4h2 h5h7 ", 3)
	cut := ask(&refereev1.ConvertRequest{Game: "xiangqi", Data: "[Event \"one\"]\n\nh2e2 *\n\n[Event \"two\"]\n\n" + cycle + "*"})
	require.Nil(t, cut.GetError())
	require.Equal(t, []string{"game 2: the game ended by repetition after ply 8: 4 more plies are left out"}, cut.GetNotes())
	facing := ask(&refereev1.ConvertRequest{Game: "xiangqi", Data: "[FEN \"4k4/9/9/9/9/9/9/9/9/4K4 w\"]\n\n*"}).GetError()
	require.Equal(t, []any{"BAD_POSITION", "GENERALS_FACE", "e9"}, []any{facing.GetCode(), facing.GetRule(), facing.GetSquare()})
	require.Equal(t, "BAD_RECORD", ask(&refereev1.ConvertRequest{Game: "jungle", Data: "{"}).GetError().GetCode())
	require.Equal(t, "BAD_POSITION", ask(&refereev1.ConvertRequest{Game: "jungle", Data: `{"game":"jungle","start":"x","moves":[]}`}).GetError().GetCode())

	_, err := c.Convert(t.Context(), &refereev1.ConvertRequest{Game: "chess", Data: "x"})
	requireRefused(t, "UNKNOWN_GAME", codes.InvalidArgument, err)
	_, err = c.Convert(t.Context(), &refereev1.ConvertRequest{Game: "jungle", Data: "x", From: "pgn"})
	requireRefused(t, "UNKNOWN_FORMAT", codes.InvalidArgument, err)
	_, err = c.Convert(t.Context(), &refereev1.ConvertRequest{Game: "jungle", Data: "x", To: "pgn"})
	requireRefused(t, "UNKNOWN_FORMAT", codes.InvalidArgument, err)
	_, err = c.Convert(t.Context(), &refereev1.ConvertRequest{Game: "xiangqi", Data: "x", To: "pgn", Notation: "pdn"})
	requireRefused(t, "UNKNOWN_NOTATION", codes.InvalidArgument, err)
}
