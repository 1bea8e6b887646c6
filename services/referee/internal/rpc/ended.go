package rpc

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/game"
	"kydai.dev/services/referee/internal/record"
)

const (
	// settling is how long after its end a game is listed: far longer than a
	// commit may take, so that none is stored behind one that was listed.
	settling     = time.Minute
	defaultEnded = 100
)

// GetSummaries returns how games stand.
func (s *Server) GetSummaries(ctx context.Context, req *refereev1.GetSummariesRequest) (*refereev1.GetSummariesResponse, error) {
	rows, err := s.records.Games(ctx, authn.FromContext(ctx).ID(), req.GetGameIds(), req.GetCreationKeys())
	if err != nil {
		return nil, err
	}
	resp := &refereev1.GetSummariesResponse{}
	for _, r := range rows {
		p, err := summaryToProto(r)
		if err != nil {
			return nil, err
		}
		resp.Games = append(resp.Games, p)
	}
	return resp, nil
}

// ListEnded returns the ended games in the order in which their ends were
// stored.
func (s *Server) ListEnded(ctx context.Context, req *refereev1.ListEndedRequest) (*refereev1.ListEndedResponse, error) {
	after, err := placeFromCursor(req.GetAfter())
	if err != nil {
		return nil, err
	}
	rows, err := s.records.Ended(ctx, after, s.now().Add(-settling), orElse(int(req.GetLimit()), defaultEnded))
	if err != nil {
		return nil, err
	}
	resp := &refereev1.ListEndedResponse{Cursor: req.GetAfter()}
	for _, r := range rows {
		p, err := summaryToProto(r)
		if err != nil {
			return nil, err
		}
		resp.Games = append(resp.Games, p)
		resp.Cursor = cursorOf(r.Place())
	}
	return resp, nil
}

// summaryToProto is a row as services see it.
func summaryToProto(r record.Row) (*refereev1.GameSummary, error) {
	var set refereev1.Settings
	if err := proto.Unmarshal(r.Settings, &set); err != nil {
		return nil, fmt.Errorf("decode settings of game %s: %w", r.ID, err)
	}
	p := rowToProto(r, &set)
	if r.Status == game.StatusVoid {
		p.Change = "voided"
	}
	if r.Creator != r.FirstAccount && r.Creator != r.SecondAccount { // a player's key is told to nobody
		p.CreationKey = r.CreationKey
	}
	return p, nil
}

func cursorOf(p record.Place) string {
	return strconv.FormatInt(p.Closed.UnixMicro(), 10) + "." + p.ID
}

func placeFromCursor(cursor string) (record.Place, error) {
	if cursor == "" {
		return record.Place{Closed: time.UnixMicro(0)}, nil
	}
	at, id, _ := strings.Cut(cursor, ".")
	micros, err := strconv.ParseInt(at, 10, 64)
	if err != nil || id == "" {
		return record.Place{}, rpc.ErrInvalid.At("after", "is no cursor of this list")
	}
	return record.Place{Closed: time.UnixMicro(micros), ID: id}, nil
}
