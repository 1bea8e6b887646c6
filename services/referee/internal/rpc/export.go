package rpc

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/record"
	"kydai.dev/pkg/timecontrol"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/game"
)

// ExportGame returns a game's record as the caller may see it.
func (s *Server) ExportGame(ctx context.Context, req *refereev1.ExportGameRequest) (*refereev1.ExportGameResponse, error) {
	if req.GetAnalysis() != "" {
		return nil, rpc.ErrInvalid.At("analysis", "is study's, which the gateway asks")
	}
	var rec *record.Record
	err := s.arbiter.View(ctx, req.GetGameId(), viewer(ctx), func(g *game.Game) error {
		rec = recordOf(g)
		return nil
	})
	if err != nil {
		return nil, err
	}
	f, err := formatOf(rec.Game, req.GetFormat(), req.GetNotation())
	if err != nil {
		return nil, err
	}
	var data bytes.Buffer
	if err := record.Write(&data, f.Name, req.GetNotation(), rec); err != nil {
		return nil, fmt.Errorf("write record of game %s: %w", req.GetGameId(), err)
	}
	return &refereev1.ExportGameResponse{
		Format: f.Name, MediaType: f.MediaType, FileName: req.GetGameId() + "." + f.Extension, Data: data.Bytes(),
	}, nil
}

// formatOf finds a format and checks that it serves the game and knows the
// notation; an empty name is JSON.
func formatOf(g rules.Game, name, notation string) (record.Format, error) {
	if name == "" {
		name = record.JSON
	}
	f, ok := record.Find(name)
	switch {
	case !ok || !f.Serves(g):
		return f, game.ErrUnknownFormat.At("format", fmt.Sprintf("%.20q holds no records of %s", name, g.Name()))
	case notation != "" && !slices.Contains(f.Notations, notation):
		return f, game.ErrUnknownNotation.At("notation", fmt.Sprintf("%s is not written in %.40q", f.Name, notation))
	}
	return f, nil
}

// recordOf is the record of a game. People are named by their account's id.
func recordOf(g *game.Game) *record.Record {
	settings, result := g.Settings(), g.Result()
	rec := &record.Record{Game: settings.Game}
	add := func(name, value string) {
		if value != "" {
			rec.Tags = append(rec.Tags, record.Tag{Name: name, Value: value})
		}
	}
	add("Event", settings.Mode+" game")
	add("Site", "kydai")
	add("Date", g.Created().UTC().Format("2006.01.02"))
	add("Round", "-")
	for s, colour := range settings.Game.Describe().Colours {
		add(title(colour.Name), holder(settings.Seats[s]))
	}
	add("TimeControl", controlTag(settings.Controls[settings.Start.Side()]))
	add("GameId", g.ID())
	if result.Ended() {
		rec.Result = rules.Verdict{Winner: result.Winner, Reason: rules.Reason(result.Reason)}
	}
	if settings.HandSet || settings.Handicap.Given() {
		rec.Start = settings.Start
	}
	for _, e := range g.Plies() {
		if k, ok := e.Kind.(game.Played); ok {
			rec.Moves = append(rec.Moves, k.Move)
		}
	}
	return rec
}

func holder(s game.Seat) string {
	if s.Bot != "" {
		return "bot " + s.Bot
	}
	return s.Account
}

// controlTag writes a time control as PGN's standard does: seconds and
// increment, "-" without a clock.
func controlTag(c timecontrol.Control) string {
	switch {
	case !c.Timed():
		return "-"
	case c.Increment > 0:
		return fmt.Sprintf("%d+%d", c.Bank/time.Second, c.Increment/time.Second)
	default:
		return fmt.Sprintf("%d", c.Bank/time.Second)
	}
}

// title writes a word with a capital.
func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
