package analysis

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/record"
)

// Text is a pasted record.
type Text struct {
	// Game is the game's name, Format that of the format; empty where the text
	// tells them.
	Game, Format string
	Text         string
	// Number is which game of the text is meant, from 1; 0 where it is the only
	// one.
	Number int
}

// Read reads the game that is meant.
func (t Text) Read() (*record.Record, error) {
	options := record.Options{Format: t.Format}
	if t.Game != "" {
		g, ok := games.Find(t.Game)
		if !ok {
			return nil, ErrUnknownGame.At("game", "no game has this name")
		}
		options.Game = g
	}
	if err := t.checkFormat(options.Game); err != nil {
		return nil, err
	}
	var meant *record.Record
	count := 0
	for rec, err := range record.Read(strings.NewReader(t.Text), options) {
		count++
		if t.Number > 0 && t.Number != count && !fatal(err) {
			continue
		}
		if err != nil {
			return nil, refused(err)
		}
		meant = rec
		if t.Number == count {
			return rec, nil
		}
	}
	return only(meant, count, t.Number)
}

// fatal says that a text is at fault as a whole.
func fatal(err error) bool {
	var bad *record.Error
	return err != nil && (!errors.As(err, &bad) || bad.Game == 0)
}

// only is the one game of a text.
func only(rec *record.Record, count, number int) (*record.Record, error) {
	switch {
	case number > 0:
		return nil, ErrNoRecord.With("games", strconv.Itoa(count)).At("number", fmt.Sprintf("the text has %d games", count))
	case count == 0:
		return nil, ErrBadRecord.Saying("there is no game in the text").At("text", "has no game")
	case count > 1:
		return nil, ErrSeveral.With("games", strconv.Itoa(count)).At("number", fmt.Sprintf("say which one of the %d games is meant", count))
	}
	return rec, nil
}

func (t Text) checkFormat(g rules.Game) error {
	if t.Format == "" {
		return nil
	}
	f, ok := record.Find(t.Format)
	if !ok || g != nil && !f.Serves(g) {
		return ErrUnknownFormat.At("format", fmt.Sprintf("%.20q holds no records of the game", t.Format))
	}
	return nil
}

// refused names the place where a record is at fault.
func refused(err error) error {
	e := ErrBadRecord.Saying(err.Error()).At("text", err.Error())
	var bad *record.Error
	if !errors.As(err, &bad) {
		return e
	}
	var move *rules.MoveError
	var position *rules.PositionError
	code := "BAD_RECORD"
	switch {
	case errors.As(err, &move):
		code = string(move.Code)
		e = e.With("rule", string(move.Rule))
	case errors.As(err, &position):
		code = games.BadPosition
		e = e.With("rule", string(position.Rule)).With("square", position.Square)
	}
	for _, at := range []struct {
		key   string
		count int
	}{{"game", bad.Game}, {"line", bad.Line}, {"ply", bad.Ply}} {
		if at.count > 0 { // else it is not known, and all count from 1
			e = e.With(at.key, strconv.Itoa(at.count))
		}
	}
	return e.With("code", code).With("move", bad.Move)
}

// SubjectOf is the game of a record.
func SubjectOf(rec *record.Record) Subject {
	start := rec.Game.Start()
	if rec.Start != nil {
		start = rec.Start
	}
	return Subject{Game: rec.Game, Start: start.String(), Moves: slices.Clone(rec.Moves), Result: rec.Result}
}
