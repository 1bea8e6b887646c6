package worker

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/timestamppb"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

func TestOverdue(t *testing.T) {
	t.Parallel()
	now := time.Now()
	tests := map[string]struct {
		waited, left time.Duration // left is 0 without a clock
		offered      bool          // a draw, while the other side is to move
		deep, want   bool
	}{
		"young":                       {waited: 5 * time.Second},
		"lost":                        {waited: 7 * time.Second, want: true},
		"old, as others in the queue": {waited: 7 * time.Second, deep: true},
		"very old":                    {waited: 21 * time.Second, deep: true, want: true},
		"with time":                   {waited: 2 * time.Second, left: 13 * time.Second, deep: true},
		"pressed":                     {waited: 2 * time.Second, left: 11 * time.Second, deep: true, want: true},
		"pressed, in a short queue":   {waited: 2 * time.Second, left: 11 * time.Second, want: true},
		"pressed, just issued":        {waited: time.Second / 2, left: 2 * time.Second, deep: true},
		"the other's clock":           {waited: 2 * time.Second, left: 2 * time.Second, offered: true, deep: true},
	}
	for name, tt := range tests {
		turn := &refereev1.BotTurn{At: timestamppb.New(now.Add(-tt.waited)), ToMove: !tt.offered}
		if tt.left > 0 {
			turn.Clock = &refereev1.Clock{Deadline: timestamppb.New(now.Add(tt.left))}
		}
		require.Equal(t, tt.want, overdue(turn, tt.deep, now), name)
	}
}
