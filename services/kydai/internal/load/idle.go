package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	"kydai.dev/services/kydai/internal/hall"
	"kydai.dev/services/kydai/internal/pause"
)

const (
	// crowd is how many streams watch one game.
	crowd = 20
	// settle is how long the server is left alone before it is looked at.
	settle = 2 * time.Second

	heapBytes  = "go_memstats_heap_inuse_bytes"
	stackBytes = "go_memstats_stack_inuse_bytes"
)

// IdleReport is what streams cost in which nothing happens.
type IdleReport struct {
	Streams int `json:"streams"`
	// ResidentKB is by how much a stream makes the process larger, HeapKB how
	// much of that the program holds as objects and stacks.
	ResidentKB float64 `json:"resident_kb_per_stream"`
	HeapKB     float64 `json:"heap_and_stack_kb_per_stream"`
	ResidentMB float64 `json:"resident_mb"`
}

// Idle opens streams of games in which nobody moves and measures what each
// costs the server.
func Idle(ctx context.Context, cfg Config, n int) (*IdleReport, error) {
	at, err := url.Parse(cfg.URL)
	if err != nil || cfg.Ops == "" {
		return nil, errors.Join(err, errors.New("idle streams need the hall's address and that of its operators"))
	}
	games, err := idleGames(ctx, cfg.URL, (n+crowd-1)/crowd)
	if err != nil {
		return nil, err
	}
	before, err := rested(ctx, cfg.Ops)
	if err != nil {
		return nil, err
	}
	var open connections
	defer open.close()
	for i := range n {
		if err := watch(ctx, &open, at.Host, games[i%len(games)]); err != nil {
			return nil, fmt.Errorf("stream %d: %w", i+1, err)
		}
	}
	after, err := rested(ctx, cfg.Ops)
	if err != nil {
		return nil, err
	}
	grown := after.minus(before)
	return &IdleReport{
		Streams: n, ResidentMB: after.sum(serverBytes) / 1e6,
		ResidentKB: grown.sum(serverBytes) / 1e3 / float64(n),
		HeapKB:     (grown.sum(heapBytes) + grown.sum(stackBytes)) / 1e3 / float64(n),
	}, nil
}

// idleGames begins untimed games, which last without a move.
func idleGames(ctx context.Context, base string, n int) ([]string, error) {
	client := hall.New(base, nil, hall.Patient)
	var players [2]*hall.Player
	for i := range players {
		var err error
		if players[i], err = client.Guest(ctx, fmt.Sprintf("idle %d", i+1)); err != nil {
			return nil, err
		}
	}
	games := make([]string, n)
	for i := range games {
		var err error
		if games[i], err = players[0].Begin(ctx, players[1], &matchmakingv1.CreateRoomRequest{Game: "xiangqi"}); err != nil {
			return nil, err
		}
	}
	return games, nil
}

// watch opens a stream and waits while the hall's limits ask for it.
func watch(ctx context.Context, open *connections, host, game string) error {
	for {
		conn, err := open.dial(ctx, host)
		if err != nil {
			return err
		}
		s, err := openStream(conn, host, "", game, 0)
		var p *hall.Problem
		switch {
		case err == nil:
			_, err = s.next() // it serves
			return err
		case !errors.As(err, &p) || p.Status != http.StatusTooManyRequests:
			return err
		}
		open.drop(conn)
		if err := pause.For(ctx, time.Duration(max(p.RetryAfter, 1))*time.Second); err != nil {
			return err
		}
	}
}

// rested reads the metrics after a collection of garbage.
func rested(ctx context.Context, ops string) (metrics, error) {
	if err := pause.For(ctx, settle); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(ops, "/")+"/debug/pprof/heap?gc=1", http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("collect garbage: %w", err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("collect garbage: %w", err)
	}
	_, err = io.Copy(io.Discard, res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		return nil, fmt.Errorf("collect garbage: %w", err)
	}
	return scrape(ctx, ops)
}
