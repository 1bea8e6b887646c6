package rpc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/record"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/game"
)

// badRecord is the code of a record that cannot be read, beside those of moves
// and positions.
const badRecord = "BAD_RECORD"

// Convert reads records, checks every move and writes them in another format.
func (Rules) Convert(_ context.Context, req *refereev1.ConvertRequest) (*refereev1.ConvertResponse, error) {
	g, ok := games.Find(req.GetGame())
	if !ok {
		return nil, game.ErrUnknownGame.At("game", "no game has this name")
	}
	if req.GetFrom() != "" {
		if _, err := formatOf(g, req.GetFrom(), ""); err != nil {
			return nil, err
		}
	}
	to, err := formatOf(g, req.GetTo(), req.GetNotation())
	if err != nil {
		return nil, err
	}
	resp := &refereev1.ConvertResponse{Format: to.Name, MediaType: to.MediaType}
	data, err := convert(req.GetData(), record.Options{Format: req.GetFrom(), Game: g}, to.Name, req.GetNotation(), resp)
	var bad *record.Error
	switch {
	case errors.As(err, &bad):
		resp.Error = recordError(bad)
	case err != nil:
		return nil, err
	default:
		resp.Data = data
	}
	return resp, nil
}

// convert stops at the first record that is at fault. It counts the records and
// notes what is to be said about them.
func convert(data string, from record.Options, to, notation string, resp *refereev1.ConvertResponse) (string, error) {
	var buffer bytes.Buffer
	w, err := record.NewWriter(&buffer, to, notation)
	if err != nil {
		return "", err //nolint:wrapcheck // says all
	}
	for rec, err := range record.Read(strings.NewReader(data), from) {
		if err == nil {
			err = w.Write(rec)
		}
		if err != nil {
			return "", err
		}
		resp.Games++
		for _, note := range rec.Notes {
			resp.Notes = append(resp.Notes, fmt.Sprintf("game %d: %s", resp.Games, note))
		}
	}
	err = w.Close()
	return buffer.String(), err
}

func recordError(e *record.Error) *refereev1.RecordError {
	p := &refereev1.RecordError{Game: int32(e.Game), Line: int32(e.Line), Ply: int32(e.Ply), Move: e.Move, Code: badRecord, Message: e.Error()}
	var move *rules.MoveError
	var position *rules.PositionError
	switch {
	case errors.As(e, &move):
		p.Code, p.Rule = string(move.Code), string(move.Rule)
	case errors.As(e, &position):
		p.Code, p.Rule, p.Square = games.BadPosition, string(position.Rule), position.Square
	}
	return p
}
