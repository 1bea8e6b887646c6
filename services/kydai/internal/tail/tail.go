// Package tail prints the events of the games as they come from the bus.
package tail

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// Options say what is printed.
type Options struct {
	// Name is what the place in the stream is kept under; without one it is
	// forgotten.
	Name string
	// Game is the only game printed; all when empty.
	Game string
	// FromNow leaves out what was before, where there is no place yet;
	// FromStart begins with the oldest event that the stream has in any case.
	FromNow, FromStart bool
}

// Run prints each event once, as one line of JSON in the form of the REST API,
// until ctx ends. Events of one game come in order as a rule; their seq tells.
func Run(ctx context.Context, b *bus.Bus, o Options, out io.Writer, log *slog.Logger) error {
	p := &printer{game: o.Game, out: bufio.NewWriter(out)}
	spec := bus.TailSpec{Stream: bus.GameStream, Filter: bus.GameEvents("*"), Name: o.Name, FromNow: o.FromNow, FromStart: o.FromStart}
	return b.Tail(ctx, spec, func(m bus.Msg) error {
		var events refereev1.GameEvents
		if err := proto.Unmarshal(m.Payload, &events); err != nil {
			log.WarnContext(ctx, "message is no game events", "id", m.ID, "error", err)
			return nil // it will never be
		}
		return p.print(&events)
	})
}

// printer prints the events that it has not printed before.
type printer struct {
	game string
	out  *bufio.Writer
	seen seen
	line bytes.Buffer
}

var form = protojson.MarshalOptions{EmitUnpopulated: true}

func (p *printer) print(events *refereev1.GameEvents) error {
	for _, e := range events.GetEvents() {
		if p.game != "" && e.GetGameId() != p.game || !p.seen.add(e.GetGameId(), e.GetSeq()) {
			continue
		}
		text, err := form.Marshal(e)
		if err != nil {
			return fmt.Errorf("print event: %w", err)
		}
		p.line.Reset()
		if err := json.Compact(&p.line, text); err != nil { // protojson spaces its output at random
			return fmt.Errorf("print event: %w", err)
		}
		p.line.WriteByte('\n')
		if _, err := p.line.WriteTo(p.out); err != nil {
			return fmt.Errorf("print event: %w", err)
		}
	}
	if err := p.out.Flush(); err != nil {
		return fmt.Errorf("print events: %w", err)
	}
	return nil
}
