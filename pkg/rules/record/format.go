package record

import (
	"bufio"
	"slices"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
)

// Format is a way to write records down.
type Format struct {
	// Name is the format's name in the API: "pgn", "json", …
	Name      string
	MediaType string
	// Extension of files, without a dot.
	Extension string
	// Games are the games whose records it can hold.
	Games []string
	// Notations are the notations in which its moves can be written; none where
	// the format has one of its own. Unless another is asked for it is ICCS in
	// PGN, and in PDN what the standard has for the game.
	Notations []string

	open   func(r *bufio.Reader, o Options) reader
	encode func(rec *Record, notation string) (string, error)
}

// reader reads one game after another.
type reader interface {
	// next returns the next game, io.EOF where there is none, or an *Error.
	next() (*Record, error)
}

// The names of the formats.
const (
	PGN     = "pgn"
	DhtmlXQ = "dhtmlxq"
	PDN     = "pdn"
	JSON    = "json"
	NDJSON  = "ndjson"
)

// formats lists them once; a function, since the readers come back to it.
func formats() []Format {
	return []Format{
		{
			Name: JSON, MediaType: "application/json", Extension: "json", Games: gameNames(),
			open: openJSON, encode: encodeJSON,
		},
		{
			Name: NDJSON, MediaType: "application/x-ndjson", Extension: "ndjson", Games: gameNames(),
			open: openLines, encode: encodeJSON,
		},
		{
			Name: PGN, MediaType: "application/vnd.chess-pgn", Extension: "pgn", Games: []string{xiangqi},
			Notations: []string{"iccs", "wxf", "chinese", "chinese_traditional", "vietnamese"},
			open:      openPGN, encode: encodePGN,
		},
		{
			Name: DhtmlXQ, MediaType: "text/x-dhtmlxq", Extension: "ubb", Games: []string{xiangqi},
			open: openDhtmlXQ, encode: encodeDhtmlXQ,
		},
		{
			Name: PDN, MediaType: "application/x-pdn", Extension: "pdn", Games: draughtsNames(),
			Notations: []string{"pdn", "algebraic"},
			open:      openPDN, encode: encodePDN,
		},
	}
}

// xiangqi is the game of the formats PGN and DhtmlXQ.
const xiangqi = "xiangqi"

func gameNames() []string {
	var names []string
	for _, g := range games.All() {
		names = append(names, g.Name())
	}
	return names
}

// Formats lists the formats in the order in which they are shown. The slice is
// the caller's own.
func Formats() []Format { return formats() }

// Find returns the format of a name.
func Find(name string) (Format, bool) {
	list := formats()
	at := slices.IndexFunc(list, func(f Format) bool { return f.Name == name })
	if at < 0 {
		return Format{}, false
	}
	return list[at], true
}

// Serves reports whether the format can hold records of a game.
func (f Format) Serves(g rules.Game) bool { return slices.Contains(f.Games, g.Name()) }
