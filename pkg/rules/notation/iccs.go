package notation

import (
	"strings"

	"kydai.dev/pkg/rules"
)

const iccs = "iccs"

// writeICCS has nothing to do: ICCS is the canonical spelling of xiangqi.
func writeICCS(_ rules.Position, move string) string { return move }

// readICCS also takes capitals and a dash in the middle: H2-E2.
func readICCS(p rules.Position, text string) (string, error) {
	const squareLen = 2
	move := strings.ToLower(fold(text))
	if from, to, ok := strings.Cut(move, "-"); ok && len(from) == squareLen {
		move = from + to
	}
	step, err := p.Play(move)
	return step.Move, err
}
