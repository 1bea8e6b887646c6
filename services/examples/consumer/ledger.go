package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"google.golang.org/protobuf/proto"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// ledger is what was counted, and how far each game has been read, in one file:
// either both are safe or neither is. With a database it would be one
// transaction.
type ledger struct {
	path string

	Counts map[string]*counts `json:"counts"`
	Games  map[string]*reader `json:"games"`
}

// counts are of one kind of game.
type counts struct {
	FirstMoves map[string]int `json:"firstMoves"`
	Endings    map[string]int `json:"endings"`
}

// reader is how far a game has been read.
type reader struct {
	// Kind is the game's name, known from its first event.
	Kind string `json:"kind,omitempty"`
	// Seq is the last event counted; those that came early wait until the gap
	// before them is filled.
	Seq   int32            `json:"seq"`
	Early map[int32][]byte `json:"early,omitempty"`
}

func openLedger(path string) (*ledger, error) {
	l := &ledger{path: path, Counts: map[string]*counts{}, Games: map[string]*reader{}}
	data, err := os.ReadFile(path) //nolint:gosec // the caller names the file
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err == nil {
		err = json.Unmarshal(data, l)
	}
	if err != nil {
		return nil, fmt.Errorf("read ledger: %w", err)
	}
	return l, nil
}

// save replaces the file at once, so that no crash leaves half of it.
func (l *ledger) save() error {
	data, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return fmt.Errorf("save ledger: %w", err)
	}
	if err := os.WriteFile(l.path+".new", data, 0o600); err != nil {
		return fmt.Errorf("save ledger: %w", err)
	}
	if err := os.Rename(l.path+".new", l.path); err != nil {
		return fmt.Errorf("save ledger: %w", err)
	}
	return nil
}

// add takes an event as it was delivered: perhaps again, perhaps early.
func (l *ledger) add(e *refereev1.GameEvent) {
	g := l.Games[e.GetGameId()]
	if g == nil {
		g = &reader{Early: map[int32][]byte{}}
		l.Games[e.GetGameId()] = g
	}
	switch {
	case e.GetSeq() <= g.Seq:
		return // a repeat
	case e.GetSeq() > g.Seq+1:
		g.keep(e)
		return
	}
	l.count(g, e)
	for next := g.early(); next != nil; next = g.early() {
		l.count(g, next)
	}
}

// keep holds an event that came early.
func (g *reader) keep(e *refereev1.GameEvent) {
	if g.Early == nil {
		g.Early = map[int32][]byte{}
	}
	g.Early[e.GetSeq()], _ = proto.Marshal(e) // it came off the wire
}

// early returns the next event where it came early; nil otherwise.
func (g *reader) early() *refereev1.GameEvent {
	data, ok := g.Early[g.Seq+1]
	if !ok {
		return nil
	}
	delete(g.Early, g.Seq+1)
	e := &refereev1.GameEvent{}
	_ = proto.Unmarshal(data, e) // our own encoding
	return e
}

// count is the analysis: it sees each event once, in the order of the game.
func (l *ledger) count(g *reader, e *refereev1.GameEvent) {
	g.Seq = e.GetSeq()
	if created := e.GetCreated(); created != nil {
		g.Kind = created.GetSettings().GetGame()
	}
	c := l.Counts[g.Kind]
	if c == nil {
		c = &counts{FirstMoves: map[string]int{}, Endings: map[string]int{}}
		l.Counts[g.Kind] = c
	}
	if p := e.GetPlayed(); p.GetPly() == 1 {
		c.FirstMoves[p.GetMove()]++
	}
	for _, r := range []*refereev1.Result{e.GetPlayed().GetResult(), e.GetFinished().GetResult()} {
		if r != nil {
			c.Endings[r.GetReason()]++
		}
	}
}
