package record

import (
	"bufio"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/notation"
)

func openPDN(r *bufio.Reader, o Options) reader { return openPortable(r, o, draftPDN) }

// pdnGame is a game of draughts as a PDN file has it.
type pdnGame struct {
	*portable
	game rules.Game
	gameType
	fen string
}

// frame is how the colours and squares of a file are to be taken.
type frame struct {
	// swap: the file's white is our black.
	swap bool
	// corner is where the numbers begin.
	corner notation.Corner
	// turn: names of squares are seen from the other side.
	turn bool
}

// draftPDN makes a draft of a game of draughts. Where the file leaves open how
// its colours are meant, every way is tried until one makes a legal game; if
// none does, the one that goes furthest tells what is wrong.
func draftPDN(p *portable, o Options) (*draft, error) {
	t, begun, err := readGameType(p.take("GameType"), o.Game)
	if err != nil {
		return nil, err
	}
	game, _ := games.Find(t.game)
	g := &pdnGame{portable: p, game: game, gameType: t, fen: p.take("FEN")}
	p.take("SetUp")
	var d draft
	p.result(&d)
	usual, others := g.frames(begun)
	best := usual
	if furthest := g.reach(best); furthest <= len(p.moves) {
		for _, f := range others {
			if reach := g.reach(f); reach > furthest {
				best, furthest = f, reach
			}
		}
	}
	if best != usual {
		d.note("colours or squares are not meant as GameType %d has them", t.number)
	}
	return g.fill(d, best)
}

// frames are the usual way to take the file and the others that there may be.
// Some programs name a corner in GameType and count from the usual one. And in
// Brazilian draughts white begins and sits at the bottom, but there are files in
// which black does, or begins from the top.
func (g *pdnGame) frames(begun byte) (usual frame, others []frame) {
	usual = frame{swap: g.foreign() && begun != 'B', corner: g.corner}
	if corner := typeOf(g.game).corner; corner != g.corner {
		others = append(others, frame{swap: usual.swap, corner: corner})
	}
	if g.foreign() && g.fen == "" {
		others = append(others, frame{corner: notation.TopRight - g.corner, turn: true})
	}
	if usual.swap {
		others = append(others, frame{corner: g.corner})
	}
	return usual, others
}

// reach is how many plies are legal if the file is taken in a way; all of them
// and one more if that leaves nothing to complain of.
func (g *pdnGame) reach(f frame) int {
	d, err := g.fill(draft{}, f)
	if err == nil {
		_, err = d.record()
	}
	var bad *Error
	switch {
	case err == nil:
		return len(g.moves) + 1
	case errors.As(err, &bad):
		return bad.Ply
	default:
		return 0
	}
}

// fill completes a draft by what the file says, taken in a way.
func (g *pdnGame) fill(d draft, f frame) (*draft, error) {
	d.game, d.moves, d.comments, d.tags = g.game, g.moves, g.comments, g.tags
	if f.swap {
		d.tags = swapColours(g.tags)
	}
	n, _ := notation.PDN(g.game, f.corner)
	d.spell = func(p rules.Position, text string) (string, error) {
		if strings.HasPrefix(text, "/") {
			return "", rules.Malformed("a game that goes on from another position can't be read")
		}
		if f.turn {
			text = turnNames(text)
		}
		return n.Read(p, text)
	}
	var err error
	if d.start, err = g.start(f); err != nil {
		return nil, fmt.Errorf("FEN: %w", err)
	}
	return &d, nil
}

// swapColours gives white's tags to black and black's to white.
func swapColours(tags []Tag) []Tag {
	swapped := make([]Tag, len(tags))
	for i, t := range tags {
		if rest, ok := strings.CutPrefix(t.Name, "White"); ok {
			t.Name = "Black" + rest
		} else if rest, ok := strings.CutPrefix(t.Name, "Black"); ok {
			t.Name = "White" + rest
		}
		swapped[i] = t
	}
	return swapped
}

var squareName = regexp.MustCompile(`(?i)[a-h][1-8]`)

// turnNames names the squares of a move on 8×8 squares from the other side.
func turnNames(text string) string {
	return squareName.ReplaceAllStringFunc(strings.ToLower(text), func(name string) string {
		return string([]byte{'a' + 'h' - name[0], '1' + '8' - name[1]})
	})
}
