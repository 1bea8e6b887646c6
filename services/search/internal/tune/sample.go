// Package tune finds the weights of evaluations: it lets the engine play against
// itself, keeps calm positions with how the games ended, and moves the weights
// until the evaluation foretells that best.
package tune

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/play"
)

// Sample is a position of a game.
type Sample struct {
	Position string
	// Score is what the search said and Points how the game ended, 0 to 1, both
	// as the first side sees it.
	Score  int
	Points float64
}

// String is the line of a file.
func (s Sample) String() string {
	return strconv.FormatFloat(s.Points, 'g', -1, 64) + " " + strconv.Itoa(s.Score) + " " + s.Position
}

// Read reads the lines of a file.
func Read(r io.Reader) (list []Sample, err error) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		points, rest, _ := strings.Cut(lines.Text(), " ")
		score, position, ok := strings.Cut(rest, " ")
		s := Sample{Position: position}
		if s.Points, err = strconv.ParseFloat(points, 64); err == nil {
			s.Score, err = strconv.Atoi(score)
		}
		if err != nil || !ok {
			return nil, fmt.Errorf("line %d is no sample", len(list)+1)
		}
		list = append(list, s)
	}
	return list, lines.Err()
}

// Games are games to play for samples.
type Games struct {
	Count   int
	Nodes   int // a move
	Threads int
	Seed    uint64
}

const (
	// opened is how many plies at random begin a game, and as many more may.
	opened = 6
	// longest is when a game is drawn, settled the score that ends one.
	longest = 300
	settled = 2000
	// keep is one of how many calm positions is kept.
	keep = 2
)

// Play plays games and hands the samples of each over, one game after another. The
// same seed plays the same games.
func (c Games) Play(g play.Game, take func([]Sample) error) error {
	var (
		lock  sync.Mutex
		group sync.WaitGroup
		fault error
	)
	for thread := range max(1, c.Threads) {
		group.Go(func() {
			e := engine.New(2, engine.Options{Traits: g.Traits})
			for number := thread; number < c.Count; number += max(1, c.Threads) {
				samples, err := c.game(g, e, uint64(number))
				lock.Lock()
				if err == nil && fault == nil {
					err = take(samples)
				}
				if err != nil {
					fault = err
				}
				stop := fault != nil
				lock.Unlock()
				if stop {
					return
				}
			}
		})
	}
	group.Wait()
	return fault
}

// game plays one game.
func (c Games) game(g play.Game, e *engine.Engine, number uint64) (list []Sample, err error) {
	e.Forget() // so that a game depends on nothing before it
	random := rand.New(rand.NewPCG(c.Seed, number))
	line := rules.NewLine(g.Rules, g.Rules.Start())
	begin, points := opened+random.IntN(opened+1), 0.5
	for line.Plies() < longest && !line.Verdict().Over() {
		legal := line.Legal()
		text, score, calm := legal[random.IntN(len(legal))], 0, false
		if line.Plies() >= begin {
			if text, score, calm, err = c.choose(g, e, line); err != nil {
				return nil, err
			}
		}
		if calm && random.IntN(keep) == 0 {
			list = append(list, Sample{Position: line.Position().String(), Score: score})
		}
		if max(score, -score) >= settled {
			points = pointsOf(score)
			break
		}
		if _, err := line.Play(text); err != nil {
			return nil, fmt.Errorf("game %d: %w", number, err)
		}
	}
	switch line.Verdict().Winner {
	case rules.WinnerFirst:
		points = 1
	case rules.WinnerSecond:
		points = 0
	}
	for i := range list {
		list[i].Points = points
	}
	return list, nil
}

func pointsOf(score int) float64 {
	if score > 0 {
		return 1
	}
	return 0
}

// choose searches; calm says that the position can be judged as it stands.
func (c Games) choose(g play.Game, e *engine.Engine, line *rules.Line) (text string, score int, calm bool, err error) {
	b, err := g.Board(line.Start(), line.Moves())
	if err != nil {
		return "", 0, false, err
	}
	best := e.Search(b, engine.Limits{Nodes: c.Nodes}).Lines[0]
	score = best.Score.Value
	calm = !b.Forced() && best.Moves[0].Victim() == 0 && best.Score.Mate == 0 && max(score, -score) < settled
	if b.Side() == rules.Second {
		score = -score
	}
	return b.Text(best.Moves[0]), score, calm, nil
}
