package texts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/texts"
)

var chase = rules.Breach{
	Side: rules.First, Rule: rules.BreachChase, Plies: []int{1, 3, 5, 7},
	Target: rules.Target{Kind: "horse", From: "i9"},
}

func TestEvidence(t *testing.T) {
	t.Parallel()
	check := rules.Breach{Side: rules.Second, Rule: rules.BreachCheck, Plies: []int{2, 4}}
	tests := map[string]struct {
		evidence rules.Evidence
		vi, en   string
	}{
		"perpetual check": {
			rules.Evidence{Rule: rules.PerpetualCheck, Equal: []int{0, 4, 8}, Breaches: []rules.Breach{check}},
			"Bên đen chiếu mãi ở các nước 2, 4, thế cờ đã lặp lại đủ 3 lần (sau các nước 0, 4, 8) nên thua.",
			"Black gave check with every move (plies 2, 4), the position stood for the third time (after plies 0, 4, 8), and loses.",
		},
		"perpetual chase": {
			rules.Evidence{Rule: rules.PerpetualChase, Equal: []int{0, 4, 8}, Breaches: []rules.Breach{chase}},
			"Bên đỏ đuổi mãi quân mã (ban đầu ở i9) ở các nước 1, 3, 5, 7, thế cờ đã lặp lại đủ 3 lần (sau các nước 0, 4, 8) nên thua.",
			"Red chased the horse that began on i9 with every move (plies 1, 3, 5, 7), the position stood for the third time (after plies 0, 4, 8), and loses.",
		},
		"a quiet repetition": {
			rules.Evidence{Rule: rules.Repetition, Equal: []int{1, 5, 9, 13, 17}},
			"Thế cờ đã lặp lại đủ 5 lần (sau các nước 1, 5, 9, 13, 17) nên ván cờ hoà.",
			"The position stood for the fifth time (after plies 1, 5, 9, 13, 17), so the game is drawn.",
		},
		"both break a rule": {
			rules.Evidence{Rule: rules.Repetition, Equal: []int{0, 4, 8}, Breaches: []rules.Breach{chase, check}},
			"Thế cờ đã lặp lại đủ 3 lần (sau các nước 0, 4, 8); bên đỏ đuổi mãi quân mã (ban đầu ở i9) ở các nước 1, 3, 5, 7, bên đen chiếu mãi ở các nước 2, 4: hai bên cùng phạm luật nên ván cờ hoà.",
			"The position stood for the third time (after plies 0, 4, 8); Red chased the horse that began on i9 with every move (plies 1, 3, 5, 7), Black gave check with every move (plies 2, 4): both sides broke the rule, so the game is drawn.",
		},
		"counter": {
			rules.Evidence{Rule: rules.MoveCount, Counter: rules.Counter{Kind: rules.WithoutMill, Plies: 50, Limit: 50}},
			"Đã qua 50 nước của hai bên mà không cối nào được lập nên ván cờ hoà.",
			"50 plies have passed without a mill, so the game is drawn.",
		},
		"no attackers": {
			rules.Evidence{Rule: rules.NoAttackers},
			"Không bên nào còn xe, mã, pháo hay tốt nên ván cờ hoà.",
			"Neither side has a chariot, horse, cannon or soldier left, so the game is drawn.",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.vi, texts.Evidence(texts.Vietnamese, tt.evidence))
			require.Equal(t, tt.en, texts.Evidence(texts.English, tt.evidence))
		})
	}
}

func TestWarning(t *testing.T) {
	t.Parallel()
	w := rules.Warning{Ply: 4, Breach: chase}
	require.Equal(t,
		"Bên đỏ đuổi mãi quân mã (ban đầu ở i9) ở các nước 1, 3, 5, 7: nếu thế cờ này lặp lại lần thứ ba vì thế thì bên ấy thua.",
		texts.Warning(texts.Vietnamese, w))
	require.Equal(t,
		"Red chased the horse that began on i9 with every move (plies 1, 3, 5, 7): if the position comes a third time by this, that side loses.",
		texts.Warning(texts.English, w))
}
