// Package search is the engine that plays every game of kydai.
package search

import (
	"fmt"
	"io"
	"strings"

	"kydai.dev/services/search/internal/endgame"
	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/oracle"
	"kydai.dev/services/search/internal/play"
	"kydai.dev/services/search/internal/uci"
)

// Games are the names of the games that the engine plays.
func Games() []string { return play.Names() }

// ServeUCI lets the engine be driven by the lines of in, for one game, until quit
// or the end. It knows the endings of a folder, which need not be there; damaged
// ones are told in the first line of out, and do without.
func ServeUCI(game, endgames string, in io.Reader, out io.Writer) error {
	g, ok := play.Find(game)
	if !ok {
		return unknown(game)
	}
	library, err := endgame.OpenLibrary(endgame.Builder{Dir: endgames})
	if err != nil {
		fmt.Fprintf(out, "info string %s\n", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return uci.Serve(g, engine.Options{Certain: oracle.New(library.Tables)}, in, out)
}
