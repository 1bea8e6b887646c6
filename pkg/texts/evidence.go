package texts

import (
	"fmt"
	"strconv"
	"strings"

	"kydai.dev/pkg/rules"
)

// Evidence says in one sentence why a game ended as it did, with the plies that
// prove it.
func Evidence(lang Lang, e rules.Evidence) string {
	switch e.Rule {
	case rules.MoveCount:
		return fmt.Sprintf(counted[e.Counter.Kind][lang], e.Counter.Limit)
	case rules.NoAttackers:
		return pair{
			"Không bên nào còn xe, mã, pháo hay tốt nên ván cờ hoà.",
			"Neither side has a chariot, horse, cannon or soldier left, so the game is drawn.",
		}[lang]
	case rules.PerpetualCheck, rules.PerpetualChase:
		return fmt.Sprintf(pair{"%s nên thua.", "%s, and loses."}[lang], capital(breach(lang, e.Breaches[0])+", "+stood(lang, e.Equal)))
	default:
		return repeated(lang, e)
	}
}

// repeated says why a repetition is a draw.
func repeated(lang Lang, e rules.Evidence) string {
	if len(e.Breaches) < 2 {
		return fmt.Sprintf(pair{"%s nên ván cờ hoà.", "%s, so the game is drawn."}[lang], capital(stood(lang, e.Equal)))
	}
	return fmt.Sprintf(pair{
		"%s; %s, %s: hai bên cùng phạm luật nên ván cờ hoà.",
		"%s; %s, %s: both sides broke the rule, so the game is drawn.",
	}[lang], capital(stood(lang, e.Equal)), breach(lang, e.Breaches[0]), breach(lang, e.Breaches[1]))
}

// Warning says in one sentence what a side is warned of.
func Warning(lang Lang, w rules.Warning) string {
	return fmt.Sprintf(pair{
		"%s: nếu thế cờ này lặp lại lần thứ ba vì thế thì bên ấy thua.",
		"%s: if the position comes a third time by this, that side loses.",
	}[lang], capital(breach(lang, w.Breach)))
}

// breach says what a side did with every move.
func breach(lang Lang, b rules.Breach) string {
	side := colours[b.Side][lang]
	if b.Rule == rules.BreachCheck {
		return fmt.Sprintf(pair{"%s chiếu mãi ở các nước %s", "%s gave check with every move (plies %s)"}[lang], side, plies(b.Plies))
	}
	return fmt.Sprintf(pair{
		"%s đuổi mãi quân %s (ban đầu ở %s) ở các nước %s",
		"%s chased the %s that began on %s with every move (plies %s)",
	}[lang], side, chased(lang, b.Target.Kind), b.Target.From, plies(b.Plies))
}

// chased is the name of a piece within a sentence.
func chased(lang Lang, kind string) string {
	name, _ := Name(lang, Pieces("xiangqi"), kind)
	return strings.ToLower(name)
}

// colours are the sides of xiangqi, the one game with rules of repetition. The
// first side is red also in a game that black begins.
var colours = [2]pair{{"bên đỏ", "Red"}, {"bên đen", "Black"}}

// stood says when a position stood.
func stood(lang Lang, equal []int) string {
	return fmt.Sprintf(pair{
		"thế cờ đã lặp lại đủ %d lần (sau các nước %s)",
		"the position stood for the %s time (after plies %s)",
	}[lang], pairOf(len(equal))[lang], plies(equal))
}

// pairOf is a number as Vietnamese counts it and as English orders it.
func pairOf(n int) [2]any {
	ordinals := map[int]string{2: "second", 3: "third", 4: "fourth", 5: "fifth"}
	if o, ok := ordinals[n]; ok {
		return [2]any{n, o}
	}
	return [2]any{n, strconv.Itoa(n) + "th"}
}

func plies(list []int) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, ", ")
}

// capital begins a sentence.
func capital(s string) string {
	for i, r := range s {
		return strings.ToUpper(string(r)) + s[i+len(string(r)):]
	}
	return s
}

// counted are the sentences of full counters, by what they count; %d is the
// limit.
var counted = map[string]pair{
	rules.WithoutCapture: {
		"Đã qua %d nước của hai bên mà không quân nào bị ăn nên ván cờ hoà.",
		"%d plies have passed without a capture, so the game is drawn.",
	},
	rules.WithoutMill: {
		"Đã qua %d nước của hai bên mà không cối nào được lập nên ván cờ hoà.",
		"%d plies have passed without a mill, so the game is drawn.",
	},
	rules.WithoutProgress: {
		"Đã qua %d nước của hai bên mà không có nước ăn hay phong đam nên ván cờ hoà.",
		"%d plies have passed without a capture or a promotion, so the game is drawn.",
	},
	rules.KingsWithoutCapture: {
		"Đã qua %d nước của hai bên mà chỉ đam đi và không quân nào bị ăn nên ván cờ hoà.",
		"In %d plies only kings have moved and nothing was captured, so the game is drawn.",
	},
}
