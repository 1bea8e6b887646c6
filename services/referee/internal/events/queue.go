package events

import (
	"context"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// Queue is where engines' turns wait for a worker.
type Queue struct{ Bus *bus.Bus }

// Standing is up to which event of each game the turn that waits in the queue, or is
// with a worker, was told; a game of which there is none, or one that nobody can
// read, is left out.
func (q Queue) Standing(ctx context.Context, games ...string) (map[string]int, error) {
	subjects := make([]string, len(games))
	for i, id := range games {
		subjects[i] = bus.GameTurn(id)
	}
	last, err := q.Bus.Last(ctx, bus.TurnStream, subjects...)
	if err != nil {
		return nil, err
	}
	standing := make(map[string]int, len(last))
	for i, id := range games {
		m, ok := last[subjects[i]]
		turn := &refereev1.BotTurn{}
		if ok && proto.Unmarshal(m.Payload, turn) == nil && turn.GetGameId() == id {
			standing[id] = int(turn.GetSeq())
		}
	}
	return standing, nil
}
