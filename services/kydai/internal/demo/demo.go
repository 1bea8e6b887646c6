// Package demo plays the recorded games in a hall, so that one sees it work.
package demo

import (
	"context"
	"fmt"
	"io"

	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/kydai/internal/hall"
	"kydai.dev/services/kydai/internal/record"
)

// Run lets two guests play one game of each kind and prints how each ends. A
// game that ends otherwise than it was recorded is an error.
func Run(ctx context.Context, client *hall.Client, out io.Writer) error {
	games, err := record.All()
	if err != nil {
		return err
	}
	var players [2]*hall.Player
	for i, name := range []string{"An", "Bình"} {
		if players[i], err = client.Guest(ctx, name); err != nil {
			return err
		}
	}
	for _, g := range games {
		if err := play(ctx, players, g, out); err != nil {
			return fmt.Errorf("%s: %w", g.Name, err)
		}
	}
	return nil
}

func play(ctx context.Context, players [2]*hall.Player, g record.Game, out io.Writer) error {
	id, err := players[0].Begin(ctx, players[1], &matchmakingv1.CreateRoomRequest{Game: g.Name, Side: "first"})
	if err != nil {
		return err
	}
	var last *refereev1.PlayMoveResponse
	for i, move := range g.Moves {
		if last, err = players[i%2].Play(ctx, id, i+1, move); err != nil {
			return err
		}
		if last.GetResult() != nil && i+1 < len(g.Moves) {
			return fmt.Errorf("game %s ended at ply %d by %s, before its end", id, i+1, last.GetResult().GetReason())
		}
	}
	r := last.GetResult()
	if r.GetWinner() != string(g.Verdict.Winner) || r.GetReason() != string(g.Verdict.Reason) {
		return fmt.Errorf("game %s ended with %q by %q, not as recorded", id, r.GetWinner(), r.GetReason())
	}
	_, err = fmt.Fprintf(out, "%-22s %3d plies, %s wins by %s (game %s)\n", g.Name, len(g.Moves), r.GetWinner(), r.GetReason(), id)
	return err
}
