package tune

import (
	"fmt"
	"math"
	"sync"

	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/play"
	"kydai.dev/services/search/internal/weights"
)

// Fit is how weights are moved.
type Fit struct {
	// Rounds is how often the evaluation is looked at anew, for it is only nearly
	// linear in its weights; Steps how often the weights move in each.
	Rounds, Steps int
	// Trust is how much the score of the search counts, the rest the result.
	Trust float64
	// Hold draws every weight back to where it was, so that what few samples say
	// moves little.
	Hold    float64
	Threads int
	// Say is told how it goes.
	Say func(format string, args ...any)
}

// Run returns the text of the weights that foretell the samples best.
func (f Fit) Run(g play.Game, samples []Sample) (string, error) {
	numbers, err := weights.Numbers(g.Weights)
	if err != nil {
		return "", err
	}
	positions := make([]rules.Position, len(samples))
	for i, s := range samples {
		if positions[i], err = g.Rules.Parse(s.Position); err != nil {
			return "", fmt.Errorf("sample %d: %w", i+1, err)
		}
	}
	p := &problem{Fit: f, game: g, positions: positions, numbers: numbers}
	p.values = p.evaluate(numbers)
	p.scale = p.bestScale(samples)
	p.targets = make([]float64, len(samples))
	for i, s := range samples {
		p.targets[i] = f.Trust*p.chance(float64(s.Score)) + (1-f.Trust)*s.Points
	}
	f.Say("%d samples, %d weights, scale %.0f, %s", len(samples), 2*len(numbers), p.scale, p.errors())
	for round := range f.Rounds {
		p.descend(p.slopes())
		p.values = p.evaluate(p.numbers)
		f.Say("round %d: %s", round+1, p.errors())
	}
	return weights.Rewrite(g.Weights, p.numbers)
}

// problem is the samples with what the evaluation now says of them.
type problem struct {
	Fit
	game      play.Game
	positions []rules.Position
	targets   []float64
	numbers   []weights.Number
	values    []float64 // as the first side sees it
	scale     float64   // the score that is worth ten to one
}

// evaluate evaluates all samples.
func (p *problem) evaluate(numbers []weights.Number) []float64 {
	evaluate := p.game.Evaluator(weights.SetOf(numbers))
	values := make([]float64, len(p.positions))
	for i, position := range p.positions {
		v := evaluate(position)
		if position.Side() == rules.Second {
			v = -v
		}
		values[i] = float64(v)
	}
	return values
}

// chance is the share of the points that a score foretells.
func (p *problem) chance(score float64) float64 { return 1 / (1 + math.Pow(10, -score/p.scale)) }

// bestScale finds what the scores of the search are worth in points.
func (p *problem) bestScale(samples []Sample) float64 {
	best, least := 0.0, math.Inf(1)
	for p.scale = 100; p.scale < 3000; p.scale *= 1.05 {
		sum := 0.0
		for _, s := range samples {
			d := p.chance(float64(s.Score)) - s.Points
			sum += d * d
		}
		if sum < least {
			best, least = p.scale, sum
		}
	}
	return best
}

// isKept reports whether the weights are not fitted to a sample: what the evaluation
// says of those shows what is true of others, too. Samples of a game lie together.
func isKept(sample int) bool {
	const block, oneOf = 200, 10
	return sample/block%oneOf == oneOf-1
}

// errors tells the mean squares of what the evaluation is wrong by.
func (p *problem) errors() string {
	var sums, counts [2]float64
	for i, v := range p.values {
		d, group := p.chance(v)-p.targets[i], 0
		if isKept(i) {
			group = 1
		}
		sums[group] += d * d
		counts[group]++
	}
	return fmt.Sprintf("error %.6f, of samples kept back %.6f", sums[0]/counts[0], sums[1]/max(1, counts[1]))
}

// slope is by how much one weight moves the value of one sample.
type slope struct {
	sample int32
	by     float32
}

// weight names one half of a number.
func (p *problem) weight(numbers []weights.Number, i int) *int {
	if i%2 == 0 {
		return &numbers[i/2].Begin
	}
	return &numbers[i/2].End
}

// slopes tries every weight a little higher.
func (p *problem) slopes() [][]slope {
	const higher = 16 // enough for whole numbers to tell
	list := make([][]slope, 2*len(p.numbers))
	var group sync.WaitGroup
	for thread := range max(1, p.Threads) {
		group.Go(func() {
			for i := thread; i < len(list); i += max(1, p.Threads) {
				numbers := append([]weights.Number(nil), p.numbers...)
				*p.weight(numbers, i) += higher
				for s, v := range p.evaluate(numbers) {
					if by := v - p.values[s]; by != 0 && !isKept(s) {
						list[i] = append(list[i], slope{int32(s), float32(by / higher)})
					}
				}
			}
		})
	}
	group.Wait()
	return list
}

// descend moves all weights down the slopes, each at a pace of its own (Adam), and
// holds those back that hardly matter.
func (p *problem) descend(slopes [][]slope) {
	const (
		pace, inertia, memory, tiny = 1.0, 0.9, 0.999, 1e-12
	)
	pull := p.Hold / float64(len(p.values))
	moved := make([]float64, len(slopes))
	first, second := make([]float64, len(slopes)), make([]float64, len(slopes))
	values := append([]float64(nil), p.values...)
	blame := make([]float64, len(values))
	for step := 1; step <= p.Steps; step++ {
		for i, v := range values {
			chance := p.chance(v)
			blame[i] = 2 * (chance - p.targets[i]) * chance * (1 - chance) * math.Ln10 / p.scale / float64(len(values))
		}
		rate := pace / (1 + 4*float64(step)/float64(p.Steps))
		for i := range slopes {
			gradient := pull * moved[i]
			for _, s := range slopes[i] {
				gradient += blame[s.sample] * float64(s.by)
			}
			first[i] = inertia*first[i] + (1-inertia)*gradient
			second[i] = memory*second[i] + (1-memory)*gradient*gradient
			a := first[i] / (1 - math.Pow(inertia, float64(step)))
			b := second[i] / (1 - math.Pow(memory, float64(step)))
			way := -rate * a / (math.Sqrt(b) + tiny)
			if len(slopes[i]) == 0 {
				way = 0
			}
			moved[i] += way
			for _, s := range slopes[i] {
				values[s.sample] += way * float64(s.by)
			}
		}
	}
	for i := range p.numbers {
		n := &p.numbers[i]
		whole := n.Begin == n.End && len(slopes[2*i+1]) == 0 // the end says nothing of its own
		n.Begin += int(math.Round(moved[2*i]))
		n.End += int(math.Round(moved[2*i+1]))
		if whole {
			n.End = n.Begin
		}
	}
}
