// Package search is the engine that plays every game of kydai.
package search

import (
	"fmt"
	"io"

	"kydai.dev/services/search/internal/play"
	"kydai.dev/services/search/internal/uci"
)

// Games are the names of the games that the engine plays.
func Games() []string { return play.Names() }

// ServeUCI lets the engine be driven by the lines of in, for one game, until quit
// or the end.
func ServeUCI(game string, in io.Reader, out io.Writer) error {
	g, ok := play.Find(game)
	if !ok {
		return fmt.Errorf("the engine doesn't play %q", game)
	}
	return uci.Serve(g, in, out)
}
